extension NavLinkTemplate {
  /// How a link compares with a template.
  enum Fit: Sendable, Hashable {
    /// Another path, or a literal query item that is missing or different.
    case none

    /// The path, but without the query item of this placeholder.
    case missing(String)

    /// The texts of each placeholder.
    case texts([[String]])
  }

  func fit(_ link: NavLinkText, arities: [NavLinkArity]) -> Fit {
    guard var texts = pathTexts(link) else { return .none }
    var missing: String?
    for item in query {
      let values = link.query.lazy.filter { $0.name == item.name }.map(\.value)
      if let literal = item.literal {
        guard values.first == literal else { return .none }
      } else {
        let arity = arities[texts.count]
        if arity == .one, values.isEmpty {
          missing = missing ?? placeholders[texts.count].name
        }
        texts.append(arity == .many ? Array(values) : Array(values.prefix(1)))
      }
    }
    return missing.map { .missing($0) } ?? .texts(texts)
  }

  private func pathTexts(_ link: NavLinkText) -> [[String]]? {
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

  /// The path segments and the query of a link with these texts, percent-encoded; nil where a path
  /// cannot hold one of them: an empty one is skipped on the way back, `.` and `..` mean something
  /// else.
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
      let name = NavLinkText.encoded(item.name)
      let values = item.literal.map { [$0] } ?? texts.popFirst() ?? []
      items += values.map { name + "=" + NavLinkText.encoded($0) }
    }
    return (path.map(NavLinkText.encoded), items.joined(separator: "&"))
  }
}
