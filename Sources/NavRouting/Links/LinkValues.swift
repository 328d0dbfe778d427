import NavStorePlatform

/// The number of texts that a link must contain for one parameter of a pattern's closure, and
/// whether the parameter's type is supported.
struct LinkValueForm: Sendable, Equatable {
  enum Count: Sendable { case one, optional, many }

  let count: Count

  /// Whether a value of the type, or each element if the type is an array, is read from one text.
  let isSupported: Bool

  init<Value: Decodable>(_ type: Value.Type) {
    let isOptional = type is any ExpressibleByNilLiteral.Type
    count = type is any LinkList.Type ? .many : isOptional ? .optional : .one
    // Any text shows whether the type is supported. An unsupported type requests a keyed or unkeyed
    // container before it reads a text.
    do {
      _ = try decoded(type, from: [""])
      isSupported = true
    } catch {
      isSupported = !(error is UnsupportedLinkValue)
    }
  }
}

private protocol LinkList {
  init(linkTexts texts: [String]) throws
}
extension Array: LinkList where Element: Decodable {
  fileprivate init(linkTexts texts: [String]) throws {
    self = try texts.map { try Element(from: LinkDecoder(texts: [$0])) }
  }
}

/// The error for a type whose values can't be read from one text each.
private struct UnsupportedLinkValue: Error {}

/// The error for a value of a link that is missing or can't be converted to its type, with the
/// index of its placeholder.
struct BadLinkValue: Error {
  var index = 0
}

/// Reads the values of a pattern's closure in order.
struct LinkValueReader {
  /// A ``LinkDecoder`` for each value of a link, or the values themselves.
  private let values: [Any]
  private var index = 0

  /// Reads the values of a link, from its texts for each placeholder.
  init(_ texts: [[String]]) {
    values = texts.map(LinkDecoder.init)
  }

  /// Reads the associated values of a path's enum cases, or the properties of its structs.
  init(path: [some Any]) {
    values = path.flatMap { route -> [Any] in
      let mirror = Mirror(reflecting: route)
      guard mirror.displayStyle == .enum else { return mirror.children.map(\.value) }
      guard let payload = mirror.children.first?.value else { return [] }
      let values = Mirror(reflecting: payload)
      return values.displayStyle == .tuple ? values.children.map(\.value) : [payload]
    }
  }

  var isAtEnd: Bool { index == values.count }

  mutating func next<Value: Decodable>(_ type: Value.Type) throws -> Value {
    defer { index += 1 }
    guard index < values.count else { throw BadLinkValue(index: index) }
    let value =
      if let link = values[index] as? LinkDecoder {
        try? decoded(type, from: link.texts)
      } else {
        values[index] as? Value
      }
    guard let value else { throw BadLinkValue(index: index) }
    return value
  }
}

// MARK: - Values from texts

/// Decodes a value from its texts in a link. An optional value without a text is `nil`, and an
/// array has one text for each element.
private func decoded<Value: Decodable>(_ type: Value.Type, from texts: [String]) throws -> Value {
  if let list = type as? any LinkList.Type, let value = try list.init(linkTexts: texts) as? Value {
    return value
  }
  return try Value(from: LinkDecoder(texts: texts))
}

/// Decodes a value that isn't an array from its text, or from no text.
private struct LinkDecoder: Decoder, SingleValueDecodingContainer {
  let texts: [String]

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    throw UnsupportedLinkValue()
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw UnsupportedLinkValue()
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func decodeNil() -> Bool { texts.isEmpty }

  /// The integer that the text is. All types of integers are made from these two, because each type
  /// that is read from a text adds a kilobyte to a program.
  private var integer: (signed: Int64?, unsigned: UInt64?) {
    (texts.first.flatMap { Int64($0) }, texts.first.flatMap { UInt64($0) })
  }

  // The next two functions implement `decode(_:)` of the protocol for the types of the standard
  // library.
  func decode<Value: Decodable & FixedWidthInteger>(_ type: Value.Type) throws -> Value {
    let (signed, unsigned) = integer
    let value = signed.flatMap(Value.init(exactly:)) ?? unsigned.flatMap(Value.init(exactly:))
    guard let value else { throw BadLinkValue() }
    return value
  }

  func decode<Value: Decodable & LosslessStringConvertible>(_ type: Value.Type) throws -> Value {
    guard let text = texts.first, let value = Value(text),
      (value as? any FloatingPoint)?.isFinite ?? true
    else { throw BadLinkValue() }
    return value
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try Value(from: self)
  }
}

// MARK: - Texts of values

/// Returns the texts of a value in a link: none for `nil`, one for each element of an array, and one
/// for any other value.
func linkTexts(of value: some Encodable) -> [String] {
  if let list = value as? [any Encodable] { return list.flatMap { linkTexts(of: $0) } }
  if case Optional<Any>.none = value as Any { return [] }
  return [text(of: value)]
}
