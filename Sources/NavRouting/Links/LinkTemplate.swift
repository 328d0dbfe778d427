/// The shape of a pattern's links, parsed from text such as
/// `category/{name}/product/{id}?page={page}`.
struct LinkTemplate: Sendable {
  /// A path segment, or the value of a query item.
  struct Part: Sendable {
    enum Kind: Sendable {
      case literal
      /// A placeholder for one path segment.
      case segment
      /// A placeholder for the rest of the path.
      case rest
      /// A placeholder for the value of a query item.
      case query
    }

    let kind: Kind

    /// The text of a literal, or the name of a placeholder.
    let text: String

    /// The text that a link must have here; `nil` for a placeholder.
    var literal: String? { kind == .literal ? text : nil }
  }

  let text: String
  private(set) var segments: [Part] = []
  private(set) var query: [(name: String, value: Part)] = []

  /// The first mistake in the template; `nil` if the template is valid.
  private(set) var fault: String?

  /// The placeholders in the order of their values: those of the path, then those of the query.
  var placeholders: [Part] { (segments + query.map(\.value)).filter { $0.kind != .literal } }

  init(_ text: String) {
    self.text = text
    if text.contains("#") { fail("a template cannot have a fragment") }
    let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    for segment in parts[0].split(separator: "/") {
      segments.append(part(segment, .segment))
      if segment == "." || segment == ".." { fail("a path cannot contain \"\(segment)\"") }
    }
    if segments.dropLast().contains(where: { $0.kind == .rest }) {
      fail("{name*} must be the last path segment")
    }
    if parts.count == 2 {
      for item in parts[1].split(separator: "&", omittingEmptySubsequences: false) {
        let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        if parts.count == 2, !parts[0].isEmpty, !Self.hasBraces(parts[0]) {
          query.append((String(parts[0]), part(parts[1], .query)))
        } else {
          fail("a query item is name=text or name={placeholder}")
        }
      }
    }
    let names = placeholders.map(\.text)
    if Set(names).count < names.count { fail("a placeholder repeats") }
    if Set(query.map(\.name)).count < query.count { fail("a query item repeats") }
  }

  private mutating func fail(_ reason: String) {
    fault = fault ?? reason
  }

  /// Returns the placeholder that `text` contains, which is of a kind, or else a literal.
  private mutating func part(_ text: Substring, _ kind: Part.Kind) -> Part {
    guard text.hasPrefix("{"), text.hasSuffix("}") else {
      if Self.hasBraces(text) { fail("a placeholder stands for a whole path segment or value") }
      return Part(kind: .literal, text: String(text))
    }
    var name = text.dropFirst().dropLast()
    let isRest = kind == .segment && name.hasSuffix("*")
    if isRest { name.removeLast() }
    let isName = name.utf8.allSatisfy { $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "_") }
    if name.isEmpty || !isName {
      fail("a placeholder's name consists of letters, digits and _")
    }
    return Part(kind: isRest ? .rest : kind, text: String(name))
  }

  private static func hasBraces(_ text: Substring) -> Bool {
    text.contains { $0 == "{" || $0 == "}" }
  }
}

// MARK: - Which of two is more specific

extension LinkTemplate {
  /// Returns a rank that sorts before the ranks of less specific templates.
  ///
  /// Path segments are compared from the left: literals beat placeholders, placeholders beat the
  /// end of the path, and the end beats `{rest*}`. If the kinds of segments are equal, more literal
  /// query items beat fewer, and then more required query values beat fewer.
  func rank(_ forms: [LinkValueForm]) -> [Int] {
    var path = segments.map { $0.kind == .literal ? 0 : $0.kind == .rest ? 3 : 1 }
    if path.last != 3 { path.append(2) }
    let required = zip(placeholders, forms).count { $0.kind == .query && $1.count == .one }
    return path + [-query.count { $0.value.kind == .literal }, -required]
  }

  /// Whether a link could match both this template and `other`. The two must have the same rank, so
  /// that their segments are of the same kinds.
  func overlaps(_ other: LinkTemplate) -> Bool {
    // The first segment may be a link's host, which is case-insensitive.
    guard other.pathTexts(segments.map(\.text), startsWithHost: true) != nil else { return false }
    return !query.contains { name, value in
      guard let literal = value.literal,
        let others = other.query.first(where: { $0.name == name })?.value.literal
      else { return false }
      return others != literal
    }
  }
}

// MARK: - A link and a template

extension LinkTemplate {
  /// Returns the texts of a link for each placeholder, or the reason that the link doesn't match.
  ///
  /// The reason is `unsupported` if the path of the link, or the value of a literal query item,
  /// differs from the template's. It is `invalidValue` if only the query item of a placeholder is
  /// missing.
  func texts(
    of link: LinkText, forms: [LinkValueForm]
  ) -> Result<[[String]], NavLinkRefusal> {
    guard var texts = pathTexts(link.segments, startsWithHost: link.startsWithHost) else {
      return .failure(.unsupported)
    }
    var missing: String?
    for (name, value) in query {
      let found = link.query.filter { $0.name == name }.map(\.value)
      if let literal = value.literal {
        guard found.first == literal else { return .failure(.unsupported) }
      } else {
        let count = forms[texts.count].count
        if count == .one, found.isEmpty { missing = missing ?? value.text }
        texts.append(count == .many ? found : Array(found.prefix(1)))
      }
    }
    return missing.map { .failure(.invalidValue($0)) } ?? .success(texts)
  }

  private func pathTexts(_ path: [String], startsWithHost: Bool) -> [[String]]? {
    var path = path[...]
    var texts: [[String]] = []
    for (index, segment) in segments.enumerated() {
      if segment.kind == .rest {
        texts.append(Array(path))
        return texts
      }
      guard let found = path.popFirst() else { return nil }
      if let literal = segment.literal {
        let isHost = index == 0 && startsWithHost
        guard isHost ? found.lowercased() == literal.lowercased() : found == literal else {
          return nil
        }
      } else {
        texts.append([found])
      }
    }
    return path.isEmpty ? texts : nil
  }

  /// Returns the percent-encoded path segments and query of a link with `texts` in place of the
  /// placeholders.
  func filled(_ texts: [[String]]) -> (segments: [String], query: String) {
    var texts = texts[...]
    func filled(_ part: Part) -> [String] { part.literal.map { [$0] } ?? texts.removeFirst() }
    let path = segments.flatMap(filled)
    let items = query.flatMap { name, value in
      filled(value).map { LinkText.encoded(name) + "=" + LinkText.encoded($0) }
    }
    return (path.map(LinkText.encoded), items.joined(separator: "&"))
  }
}
