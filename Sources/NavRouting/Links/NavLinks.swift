#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The links that an app opens: a value that turns links into routes, and routes into links.
///
/// ```swift
/// let links = NavLinks<AppRoute>(schemes: ["app"], hosts: ["example.com"]) {
///   NavPattern("cart", .cart)
///   NavPattern("product?id={id}", AppRoute.product(id:))
/// }
/// try links.match(url).routes            // [.product(id: 42)]
/// links.url(for: .product(id: 42))       // https://example.com/product?id=42
/// ```
///
/// Every pattern is good for the app's own schemes (`app://product?id=42`, `app:/product?id=42`:
/// what stands where a web link has its host is the first segment) and for web links to its hosts,
/// with and without `www.`. Schemes and hosts do not depend on case, paths do.
///
/// Where a link is of several patterns the most specific one gets it. Their segments are compared
/// from the left: one that stands as it is goes before a placeholder, that before the end of the
/// path, and that before the rest of a path; then the pattern that asks for more of the query. If
/// neither is more specific, ``problems`` says so. The pattern that gets a link keeps it: one with a
/// bad value is refused, never taken for something else.
public struct NavLinks<Route: Hashable & Sendable>: Sendable {
  /// What is wrong with the declaration; empty where nothing is. Hold it in a test, with
  /// ``check()``.
  public let problems: [NavLinkProblem]

  /// The longest link that is looked at, in bytes.
  public let maximumLength: Int

  /// As declared.
  let patterns: [NavPattern<Route>]

  /// The most specific first.
  private let ranked: [NavPattern<Route>]
  let schemes: [String]
  let hosts: [String]

  /// Declares links.
  ///
  /// - Parameters:
  ///   - schemes: The app's own URL schemes, as in its `Info.plist`.
  ///   - hosts: The hosts of its universal links. A name that is not ASCII stands in the form that
  ///     its links have; name both forms to allow both.
  ///   - maximumLength: The longest link that is looked at, in bytes; 8,192 unless given.
  ///   - patterns: The kinds of links.
  public init(
    schemes: [String] = [], hosts: [String] = [], maximumLength: Int = 8_192,
    @NavPatternBuilder<Route> _ patterns: () -> [NavPattern<Route>]
  ) {
    let declared = patterns()
    var problems = declared.compactMap(\.problem)
    let sound = declared.filter { $0.problem == nil }
    let ranks = sound.map { $0.template.rank($0.arities) }
    // Stable: where neither is more specific, the first one declared stays first.
    let order = sound.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }
    problems += Self.ambiguities(sound, ranks) + Self.repeatedNames(sound)
    self.patterns = sound
    ranked = order.map { sound[$0] }
    self.schemes = schemes.map(\.asciiLowercased)
    self.hosts = hosts.map(\.asciiLowercased)
    self.maximumLength = maximumLength
    problems += self.schemes.filter { !Self.isOwnScheme($0) }.map { NavLinkProblem(.badScheme, $0) }
    problems += self.hosts.filter { !Self.isHost($0) }.map { NavLinkProblem(.badHost, $0) }
    self.problems = problems
  }

  /// Checks the patterns: for an app's own tests.
  ///
  /// - Throws: The first of ``problems``, if there is one.
  public func check() throws(NavLinkProblem) {
    if let problem = problems.first { throw problem }
  }

  private static func ambiguities(
    _ patterns: [NavPattern<Route>], _ ranks: [NavLinkTemplate.Rank]
  ) -> [NavLinkProblem] {
    patterns.indices.flatMap { later in
      patterns.indices[..<later].compactMap { earlier in
        guard ranks[earlier] == ranks[later],
          patterns[earlier].template.overlaps(patterns[later].template)
        else { return nil }
        return NavLinkProblem(
          .ambiguous, patterns[later].template.text, other: patterns[earlier].template.text)
      }
    }
  }

  private static func repeatedNames(_ patterns: [NavPattern<Route>]) -> [NavLinkProblem] {
    var taken: Set<String> = []
    return patterns.flatMap { pattern in
      pattern.names.filter { !taken.insert($0).inserted }
        .map { NavLinkProblem(.repeatedName, pattern.template.text, other: $0) }
    }
  }

  private static func isOwnScheme(_ scheme: String) -> Bool {
    guard let first = scheme.utf8.first, !["http", "https"].contains(scheme) else { return false }
    return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first)
      && scheme.utf8.allSatisfy {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || "+-.".utf8.contains($0)
      }
  }

  private static func isHost(_ host: String) -> Bool {
    !host.isEmpty && !host.utf8.contains { "/:?#@%*\\ ".utf8.contains($0) }
  }
}

// MARK: - Links to routes

extension NavLinks {
  /// What a link comes to.
  public struct Match: Sendable, Hashable {
    /// The stack, bottom first; empty is the root screen.
    public let routes: [Route]

    /// The template of its pattern; nil for routes that came without a link.
    public let pattern: String?

    /// Where it opens; empty unless the pattern says.
    public let place: String

    /// Whether the user must have signed in.
    public let requiresSignIn: Bool

    let launchRule: NavLaunchRule?
    let arrivalRule: NavArrivalRule?

    init(routes: [Route], pattern: NavPattern<Route>) {
      self.routes = routes
      self.pattern = pattern.template.text
      place = pattern.place
      requiresSignIn = pattern.requiresSignIn
      launchRule = pattern.launchRule
      arrivalRule = pattern.arrivalRule
    }

    init(routes: [Route], place: String) {
      self.routes = routes
      self.place = place
      pattern = nil
      requiresSignIn = false
      launchRule = nil
      arrivalRule = nil
    }
  }

  /// The stack that `url` is a link to. Opens nothing. O(patterns + length).
  ///
  /// - Throws: ``NavLinkRefusal`` with code `malformed`, `tooLong`, `unknownScheme`, `unknownHost`,
  ///   `unknownPath`, `badParameter` or `declined`.
  public func match(_ url: URL) throws(NavLinkRefusal) -> Match {
    let link = try read(url)
    var missing: NavLinkRefusal?
    for pattern in ranked {
      switch pattern.template.fit(link, arities: pattern.arities) {
      case .none: continue
      case .missing(let name):
        missing =
          missing
          ?? NavLinkRefusal(.badParameter, pattern: pattern.template.text, parameter: name)
      case .texts(let texts): return try match(texts, of: pattern)
      }
    }
    throw missing ?? NavLinkRefusal(.unknownPath)
  }

  /// The stack that a shortcut item or user activity of this type opens.
  func match(named name: String) throws(NavLinkRefusal) -> Match? {
    guard let pattern = patterns.first(where: { $0.names.contains(name) }) else { return nil }
    return try match(pattern.template.placeholders.map { _ in [] }, of: pattern)
  }

  /// As ``match(_:)`` of a URL.
  func match(text: String) throws(NavLinkRefusal) -> Match {
    guard text.utf8.count <= maximumLength else { throw NavLinkRefusal(.tooLong) }
    guard let url = URL(string: text) else { throw NavLinkRefusal(.malformed) }
    return try match(url)
  }

  private func match(
    _ texts: [[String]], of pattern: NavPattern<Route>
  ) throws(NavLinkRefusal) -> Match {
    let template = pattern.template
    do {
      if let routes = try pattern.open(texts) { return Match(routes: routes, pattern: pattern) }
    } catch let error as BadLinkValue {
      throw NavLinkRefusal(
        .badParameter, pattern: template.text, parameter: template.placeholders[error.index].name)
    } catch {}
    throw NavLinkRefusal(.declined, pattern: template.text)
  }

  private func read(_ url: URL) throws(NavLinkRefusal) -> NavLinkText {
    guard url.absoluteString.utf8.count <= maximumLength else { throw NavLinkRefusal(.tooLong) }
    guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else {
      throw NavLinkRefusal(.malformed)
    }
    guard let scheme = parts.scheme?.asciiLowercased else { throw NavLinkRefusal(.unknownScheme) }
    let isWeb = scheme == "https" || scheme == "http"
    guard isWeb ? !hosts.isEmpty : schemes.contains(scheme) else {
      throw NavLinkRefusal(.unknownScheme)
    }
    let usualPort = scheme == "https" ? 443 : 80
    guard parts.user == nil, parts.password == nil,
      parts.port == nil || (isWeb && parts.port == usualPort)
    else { throw NavLinkRefusal(.malformed) }
    guard isWeb else { return try NavLinkText(parts, host: parts.encodedHost) }
    guard let encoded = parts.encodedHost, isOurs(encoded) || parts.host.map(isOurs) ?? false else {
      throw NavLinkRefusal(.unknownHost)
    }
    return try NavLinkText(parts, host: nil)
  }

  private func isOurs(_ host: String) -> Bool {
    let host = host.asciiLowercased
    return hosts.contains { host == $0 || host == "www." + $0 }
  }

  /// Whether `text` starts with one of the app's schemes, or is a web link.
  func isLink(_ text: String) -> Bool {
    guard let end = text.firstIndex(of: ":") else { return false }
    return (schemes + ["http", "https"]).contains(String(text[..<end]).asciiLowercased)
  }
}
