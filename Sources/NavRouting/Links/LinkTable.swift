import NavStorePlatform

/// The patterns of an app: turns links into routes, and routes into links.
struct LinkTable<Route: NavElement>: Sendable {
  /// What is wrong with the declaration, a sentence each.
  private(set) var problems: [String]

  /// The longest link that is read, in bytes.
  let maximumLength: Int
  let schemes: [String]
  let hosts: [String]

  /// Those without a fault, as declared.
  let patterns: [NavLinkPattern<Route>]

  /// The most specific first.
  private let ranked: [NavLinkPattern<Route>]

  init(
    schemes: [String], hosts: [String], maximumLength: Int,
    patterns declared: [NavLinkPattern<Route>]
  ) {
    let sound = declared.filter { $0.fault == nil }
    let ranks = sound.map { $0.template.rank($0.forms) }
    // Stable: of two equally specific patterns the one declared first stays first.
    let order = sound.indices.sorted { one, other in
      ranks[one] == ranks[other]
        ? one < other : ranks[one].lexicographicallyPrecedes(ranks[other])
    }
    patterns = sound
    ranked = order.map { sound[$0] }
    self.schemes = schemes.map(\.asciiLowercased)
    self.hosts = hosts.map(\.asciiLowercased)
    self.maximumLength = maximumLength
    problems =
      declared.compactMap { pattern in
        pattern.fault.map { "The pattern \"\(pattern.template.text)\" is left out: \($0)." }
      } + Self.ambiguities(sound, ranks) + Self.repeatedNames(sound)
      + self.schemes.filter { !Self.isOwnScheme($0) }
      .map { "\"\($0)\" is not a URL scheme that an app can have." }
      + self.hosts.filter { !Self.isHost($0) }.map { "\"\($0)\" is not a host name." }
    if schemes.isEmpty, hosts.isEmpty, declared.contains(where: { $0.options.names.isEmpty }) {
      problems.append("There is neither a scheme nor a host, so no URL is a link of the app's.")
    }
  }

  private static func ambiguities(
    _ patterns: [NavLinkPattern<Route>], _ ranks: [[Int]]
  ) -> [String] {
    patterns.indices.flatMap { later in
      patterns.indices[..<later].compactMap { earlier in
        let (first, second) = (patterns[earlier].template, patterns[later].template)
        guard ranks[earlier] == ranks[later], first.overlaps(second) else { return nil }
        return "\"\(first.text)\" and \"\(second.text)\" are equally specific and match the same "
          + "links; \"\(first.text)\" is declared first and gets them."
      }
    }
  }

  private static func repeatedNames(_ patterns: [NavLinkPattern<Route>]) -> [String] {
    var taken: Set<String> = []
    return patterns.flatMap { pattern in
      pattern.options.names.filter { !taken.insert($0).inserted }
        .map { "\"\(pattern.template.text)\" has the name \"\($0)\" of a pattern before it." }
    }
  }

  private static func isOwnScheme(_ scheme: String) -> Bool {
    let beginsWithLetter = scheme.first?.isLetter ?? false
    return beginsWithLetter && !["http", "https"].contains(scheme)
      && scheme.utf8.allSatisfy { $0.isASCIILetterOrDigit || "+-.".utf8.contains($0) }
  }

  private static func isHost(_ host: String) -> Bool {
    !host.isEmpty && !host.utf8.contains { "/:?#@%*\\ ".utf8.contains($0) }
  }
}

extension NavLinkPattern {
  /// What is wrong with the pattern by itself; nil if nothing is.
  fileprivate var fault: String? {
    let placeholders = template.placeholders
    if let fault = template.fault { return fault }
    guard forms.count == placeholders.count else {
      let takes = forms.count == 1 ? "1 value" : "\(forms.count) values"
      return "it takes \(takes), and its template has \(placeholders.count)"
    }
    for (placeholder, form) in zip(placeholders, forms) {
      let isRightCount =
        switch placeholder.place {
        case .segment: form.count == .one
        case .rest: form.count == .many
        case .query: true
        }
      guard isRightCount, form.isSupported else {
        return "the type of {\(placeholder.name)} cannot stand there"
      }
    }
    let needsValues = zip(placeholders, forms).contains { $0.place != .rest && $1.count == .one }
    return options.names.isEmpty || !needsValues ? nil : "it is named, and needs values"
  }
}

// MARK: - Links to routes

/// The stack that a link opens.
struct LinkMatch<Route: NavElement>: Sendable, Hashable {
  /// Bottom first; empty is the root screen.
  var routes: [Route] = []

  /// The template of its pattern; nil for routes that came without a link.
  var template: String?
  var options = LinkOptions()
}

extension LinkTable {
  /// The stack that `url` links to. O(patterns + length).
  func match(_ url: URL) throws(NavLinkRefusal) -> LinkMatch<Route> {
    let link = try read(url)
    var missing: NavLinkRefusal?
    for pattern in ranked {
      switch pattern.template.fit(link, forms: pattern.forms) {
      case .none: continue
      case .missing(let name): missing = missing ?? .badValue(name, in: pattern.template)
      case .texts(let texts): return try match(texts, of: pattern)
      }
    }
    throw missing ?? .unknownPath
  }

  /// As ``match(_:)`` of a URL.
  func match(text: String) throws(NavLinkRefusal) -> LinkMatch<Route> {
    guard text.utf8.count <= maximumLength else { throw .tooLong }
    guard let url = URL(string: text) else { throw .invalidURL }
    return try match(url)
  }

  /// The stack that a shortcut item or user activity of this type opens; the type can be a link.
  func match(named name: String) throws(NavLinkRefusal) -> LinkMatch<Route> {
    if let pattern = patterns.first(where: { $0.options.names.contains(name) }) {
      return try match(pattern.template.placeholders.map { _ in [] }, of: pattern)
    }
    guard isLink(name) else { throw .unknownName }
    return try match(text: name)
  }

  private func match(
    _ texts: [[String]], of pattern: NavLinkPattern<Route>
  ) throws(NavLinkRefusal) -> LinkMatch<Route> {
    let template = pattern.template
    do {
      if let routes = try pattern.open(texts) {
        return LinkMatch(routes: routes, template: template.text, options: pattern.options)
      }
    } catch let error as BadLinkValue {
      throw .badValue(template.placeholders[error.index].name, in: template)
    } catch {}
    throw .declined(by: template)
  }

  private func read(_ url: URL) throws(NavLinkRefusal) -> LinkText {
    guard url.absoluteString.utf8.count <= maximumLength else { throw .tooLong }
    guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else {
      throw .invalidURL
    }
    guard let scheme = parts.scheme?.asciiLowercased else { throw .unknownScheme }
    let isWeb = scheme == "https" || scheme == "http"
    guard isWeb ? !hosts.isEmpty : schemes.contains(scheme) else { throw .unknownScheme }
    let usualPort = scheme == "https" ? 443 : 80
    guard parts.user == nil, parts.password == nil,
      parts.port == nil || (isWeb && parts.port == usualPort)
    else { throw .invalidURL }
    guard isWeb else { return try LinkText(parts, host: parts.encodedHost) }
    guard let encoded = parts.encodedHost, isOurs(encoded) || parts.host.map(isOurs) ?? false else {
      throw .unknownHost
    }
    return try LinkText(parts, host: nil)
  }

  private func isOurs(_ host: String) -> Bool {
    let host = host.asciiLowercased
    return hosts.contains { host == $0 || host == "www." + $0 }
  }

  /// Whether `text` starts with one of the app's schemes, or is a web link.
  private func isLink(_ text: String) -> Bool {
    guard let end = text.firstIndex(of: ":") else { return false }
    return (schemes + ["http", "https"]).contains(String(text[..<end]).asciiLowercased)
  }
}

// MARK: - Routes to links

extension LinkTable {
  /// See ``NavDeepLinks/url(for:scheme:)-([Route],_)``.
  func url(for stack: [Route], scheme: String? = nil) -> URL? {
    for pattern in patterns {
      guard let texts = pattern.print(stack), let parts = pattern.template.filled(texts),
        let url = url(parts, of: pattern, scheme: scheme), (try? match(url))?.routes == stack
      else { continue }
      return url
    }
    return nil
  }

  private func url(
    _ parts: (segments: [String], query: String), of pattern: NavLinkPattern<Route>, scheme: String?
  ) -> URL? {
    var text: String
    var segments = parts.segments[...]
    if scheme == nil, let host = hosts.first {
      text = "https://" + host + "/"
    } else if let scheme = scheme ?? schemes.first {
      text = scheme + "://"
      // Some programs lowercase hosts: only a plain lowercase word is safe there.
      if case .literal(let word)? = pattern.template.segments.first,
        word == word.asciiLowercased,
        word.utf8.allSatisfy({ $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "-") })
      {
        text += word
        segments = segments.dropFirst()
      }
      if !segments.isEmpty || parts.segments.isEmpty || text.hasSuffix("/") { text += "/" }
    } else {
      return nil
    }
    text += segments.joined(separator: "/")
    if !parts.query.isEmpty { text += "?" + parts.query }
    return text.utf8.count <= maximumLength ? URL(string: text) : nil
  }
}
