/// The shape of a pattern's links, parsed from text such as
/// `category/{name}/product/{id}?page={page}`.
struct LinkTemplate: Sendable, Equatable {
  enum Segment: Sendable, Equatable {
    case literal(String)
    case parameter
    case rest
  }

  struct QueryItem: Sendable, Equatable {
    let name: String

    /// The value that the query item of a link must have; `nil` if the value is a placeholder.
    let literal: String?
  }

  /// The name of a placeholder, and the part of the template that contains it.
  struct Placeholder: Sendable, Equatable {
    enum Place: Sendable { case segment, rest, query }

    let name: String
    let place: Place
  }

  let text: String
  private(set) var segments: [Segment] = []
  private(set) var query: [QueryItem] = []

  /// The placeholders in the order of their values: those of the path, then those of the query.
  private(set) var placeholders: [Placeholder] = []

  /// The first mistake in the template; `nil` if the template is valid.
  private(set) var fault: String?

  init(_ text: String) {
    self.text = text
    if text.contains("#") { fail("a template cannot have a fragment") }
    let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    for segment in parts[0].split(separator: "/") { add(segment: segment) }
    if segments.dropLast().contains(.rest) { fail("{name*} must be the last path segment") }
    if parts.count == 2 {
      for item in parts[1].split(separator: "&", omittingEmptySubsequences: false) {
        add(queryItem: item)
      }
    }
    if Set(placeholders.map(\.name)).count < placeholders.count { fail("a placeholder repeats") }
    if Set(query.map(\.name)).count < query.count { fail("a query item repeats") }
  }

  private mutating func fail(_ reason: String) {
    fault = fault ?? reason
  }

  private mutating func add(segment: Substring) {
    if let name = Self.placeholder(segment) {
      let isRest = name.hasSuffix("*")
      segments.append(isRest ? .rest : .parameter)
      add(
        Placeholder(name: isRest ? String(name.dropLast()) : name, place: isRest ? .rest : .segment)
      )
    } else {
      segments.append(.literal(String(segment)))
      if Self.hasBraces(segment) { fail(Self.partialPlaceholder) }
      if segment == "." || segment == ".." { fail("a path cannot contain \"\(segment)\"") }
    }
  }

  private mutating func add(queryItem item: Substring) {
    let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !Self.hasBraces(parts[0]) else {
      return fail("a query item is name=text or name={placeholder}")
    }
    let name = String(parts[0])
    if let placeholder = Self.placeholder(parts[1]) {
      query.append(QueryItem(name: name, literal: nil))
      add(Placeholder(name: placeholder, place: .query))
    } else {
      if Self.hasBraces(parts[1]) { fail(Self.partialPlaceholder) }
      query.append(QueryItem(name: name, literal: String(parts[1])))
    }
  }

  private mutating func add(_ placeholder: Placeholder) {
    let name = placeholder.name.utf8
    let isName = name.allSatisfy { $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "_") }
    if name.isEmpty || !isName {
      fail("a placeholder's name consists of letters, digits and _")
    }
    placeholders.append(placeholder)
  }

  private static var partialPlaceholder: String {
    "a placeholder stands for a whole path segment or value"
  }

  private static func placeholder(_ text: Substring) -> String? {
    guard text.hasPrefix("{"), text.hasSuffix("}"), text.utf8.count >= 2 else { return nil }
    return String(text.dropFirst().dropLast())
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
    var path = segments.map {
      switch $0 {
      case .literal: 0
      case .parameter: 1
      case .rest: 3
      }
    }
    if path.last != 3 { path.append(2) }
    let required = zip(placeholders, forms).filter { $0.place == .query && $1.count == .one }
    return path + [-query.count { $0.literal != nil }, -required.count]
  }

  /// Whether a link could match both this template and `other`. The two must have the same rank, so
  /// that their segments are of the same kinds.
  func overlaps(_ other: LinkTemplate) -> Bool {
    for (index, pair) in zip(segments, other.segments).enumerated() {
      guard case (.literal(let mine), .literal(let others)) = pair else { continue }
      // The first segment may be a link's host, which is case-insensitive.
      let isSame = index == 0 ? mine.asciiLowercased == others.asciiLowercased : mine == others
      if !isSame { return false }
    }
    return !query.contains { item in
      guard let literal = item.literal else { return false }
      let others = other.query.first { $0.name == item.name }?.literal
      return others != nil && others != literal
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
    guard var texts = pathTexts(link) else { return .failure(.unsupported) }
    var missing: String?
    for item in query {
      let found = link.query.lazy.filter { $0.name == item.name }.map(\.value)
      if let literal = item.literal {
        guard found.first == literal else { return .failure(.unsupported) }
      } else {
        let count = forms[texts.count].count
        if count == .one, found.isEmpty {
          missing = missing ?? placeholders[texts.count].name
        }
        texts.append(count == .many ? Array(found) : Array(found.prefix(1)))
      }
    }
    return missing.map { .failure(.invalidValue($0)) } ?? .success(texts)
  }

  private func pathTexts(_ link: LinkText) -> [[String]]? {
    let hasRest = segments.last == .rest
    let fixed = hasRest ? segments.count - 1 : segments.count
    guard hasRest ? link.segments.count >= fixed : link.segments.count == fixed else { return nil }
    var texts: [[String]] = []
    for index in 0..<fixed {
      let found = link.segments[index]
      switch segments[index] {
      case .literal(let literal):
        let isHost = index == 0 && link.startsWithHost
        guard isHost ? found.asciiLowercased == literal.asciiLowercased : found == literal else {
          return nil
        }
      case .parameter, .rest: texts.append([found])
      }
    }
    if hasRest { texts.append(Array(link.segments[fixed...])) }
    return texts
  }

  /// Returns the percent-encoded path segments and query of a link with `texts` in place of the
  /// placeholders.
  ///
  /// - Returns: `nil` if a path segment is empty, `.` or `..`. ``LinkText`` skips empty segments,
  ///   and `.` and `..` have another meaning in a path.
  func filled(_ texts: [[String]]) -> (segments: [String], query: String)? {
    guard texts.count == placeholders.count else { return nil }
    var texts = texts[...]
    var path: [String] = []
    for segment in segments {
      switch segment {
      case .literal(let literal): path.append(literal)
      case .parameter:
        guard let text = texts.popFirst()?.first else { return nil }
        path.append(text)
      case .rest: path += texts.popFirst() ?? []
      }
    }
    guard path.allSatisfy({ !["", ".", ".."].contains($0) }) else { return nil }
    var items: [String] = []
    for item in query {
      let name = LinkText.encoded(item.name)
      let values = item.literal.map { [$0] } ?? texts.popFirst() ?? []
      items += values.map { name + "=" + LinkText.encoded($0) }
    }
    return (path.map(LinkText.encoded), items.joined(separator: "&"))
  }
}
