/// The shape of links that a pattern is for, read from text such as
/// `category/{name}/product/{id}?page={page}`.
struct NavLinkTemplate: Sendable, Hashable {
  enum Segment: Sendable, Hashable {
    case literal(String)
    case parameter
    case rest
  }

  struct QueryItem: Sendable, Hashable {
    let name: String

    /// What its value must be; nil for a placeholder.
    let literal: String?
  }

  /// What a placeholder is called, and where it stands.
  struct Placeholder: Sendable, Hashable {
    enum Place: Sendable, Hashable { case segment, rest, query }

    let name: String
    let place: Place
  }

  let text: String
  private(set) var segments: [Segment] = []
  private(set) var query: [QueryItem] = []

  /// In the order of their values: those of the path, then those of the query.
  private(set) var placeholders: [Placeholder] = []

  /// What is wrong with it; nil where nothing is.
  private(set) var fault: NavLinkProblem.Kind?

  init(_ text: String) {
    self.text = text
    if text.contains("#") { fail(.malformed) }
    let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    for segment in parts[0].split(separator: "/") { add(segment: segment) }
    if segments.dropLast().contains(.rest) { fail(.restNotLast) }
    if parts.count == 2 {
      for item in parts[1].split(separator: "&", omittingEmptySubsequences: false) {
        add(queryItem: item)
      }
    }
    if Set(placeholders.map(\.name)).count < placeholders.count { fail(.repeatedName) }
    if Set(query.map(\.name)).count < query.count { fail(.repeatedName) }
  }

  private mutating func fail(_ kind: NavLinkProblem.Kind) {
    fault = fault ?? kind
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
      if Self.hasBraces(segment) || segment == "." || segment == ".." { fail(.malformed) }
    }
  }

  private mutating func add(queryItem item: Substring) {
    let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !Self.hasBraces(parts[0]) else {
      return fail(.malformed)
    }
    let name = String(parts[0])
    if let placeholder = Self.placeholder(parts[1]) {
      query.append(QueryItem(name: name, literal: nil))
      add(Placeholder(name: placeholder, place: .query))
    } else {
      if Self.hasBraces(parts[1]) { fail(.malformed) }
      query.append(QueryItem(name: name, literal: String(parts[1])))
    }
  }

  private mutating func add(_ placeholder: Placeholder) {
    let isName = placeholder.name.utf8.allSatisfy {
      $0 == UInt8(ascii: "_") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
        || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20)
    }
    if placeholder.name.isEmpty || !isName { fail(.malformed) }
    placeholders.append(placeholder)
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

extension NavLinkTemplate {
  /// Sorts before the rank of a template that is less specific. Position by position from the left:
  /// a literal, then a placeholder, then the path's end, then a rest.
  struct Rank: Sendable, Hashable, Comparable {
    let path: [UInt8]
    let literalItems: Int
    let requiredItems: Int

    static func < (a: Rank, b: Rank) -> Bool {
      if a.path != b.path { return a.path.lexicographicallyPrecedes(b.path) }
      // The more is asked of the query, the more specific.
      return (b.literalItems, b.requiredItems) < (a.literalItems, a.requiredItems)
    }
  }

  func rank(_ arities: [NavLinkArity]) -> Rank {
    var path: [UInt8] = segments.map {
      switch $0 {
      case .literal: 0
      case .parameter: 1
      case .rest: 3
      }
    }
    if path.last != 3 { path.append(2) }
    let required = zip(placeholders, arities).filter { $0.place == .query && $1 == .one }
    return Rank(
      path: path, literalItems: query.filter { $0.literal != nil }.count,
      requiredItems: required.count)
  }

  /// Whether some link could be of both. Of templates of one rank: their kinds of segments are the
  /// same then.
  func overlaps(_ other: NavLinkTemplate) -> Bool {
    for (index, pair) in zip(segments, other.segments).enumerated() {
      guard case (.literal(let mine), .literal(let others)) = pair else { continue }
      // The first may come as a host, where case does not count.
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
