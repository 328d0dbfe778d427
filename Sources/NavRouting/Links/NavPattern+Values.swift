/// A value that is not of its type, by the number of its placeholder.
struct BadLinkValue: Error {
  let index: Int
}

/// Reads the values of placeholders.
struct TextReader {
  private let texts: [[String]]
  private var index = 0

  init(texts: [[String]]) {
    self.texts = texts
  }

  mutating func next<P: NavLinkParameter>(_ type: P.Type) throws -> P {
    defer { index += 1 }
    guard texts.indices.contains(index), let value = P.fromLink(texts[index]) else {
      throw BadLinkValue(index: index)
    }
    return value
  }
}

/// Reads what the cases of an enum, or the properties of a struct, hold.
struct FieldReader {
  private let fields: [Any]
  private var index = 0

  init(of routes: [some Any]) {
    fields = routes.flatMap { route -> [Any] in
      let mirror = Mirror(reflecting: route)
      guard mirror.displayStyle == .enum else { return mirror.children.map(\.value) }
      guard let payload = mirror.children.first?.value else { return [] }
      let values = Mirror(reflecting: payload)
      return values.displayStyle == .tuple ? values.children.map(\.value) : [payload]
    }
  }

  var isAtEnd: Bool { index == fields.count }

  mutating func next<P>(_ type: P.Type) throws -> P {
    defer { index += 1 }
    guard index < fields.count, let value = fields[index] as? P else {
      throw BadLinkValue(index: index)
    }
    return value
  }
}

/// The texts of values.
func linkTexts<each P: NavLinkParameter>(_ values: repeat each P) -> [[String]] {
  var texts: [[String]] = []
  for value in repeat each values { texts.append(value.linkTexts) }
  return texts
}
