import NavStorePlatform

/// Encodes a value as compact JSON with sorted keys, into one buffer.
///
/// `JSONEncoder` first builds a tree of the values. With it, encoding took a third of a commit's
/// instructions. This encoder has only what most routes need: whole numbers, Booleans, strings
/// without characters to escape, and arrays and objects that are encoded one after the other. For
/// other values, its result is `nil`, and the caller uses `JSONEncoder`.
final class StreamingJSONEncoder {
  @exclusivity(unchecked)
  private var json: [UInt8] = []

  /// The objects and arrays that can still get members, outermost first.
  @exclusivity(unchecked)
  private var open: [Level] = []

  /// Whether a value can be written: at the beginning, after a key, or for the next element of an
  /// array.
  @exclusivity(unchecked)
  private var expectsValue = true

  /// Whether only `JSONEncoder` can encode the value.
  @exclusivity(unchecked)
  private var isUnusual = false

  private struct Level {
    /// The position of the opening bracket. It identifies the level to its containers.
    let start: Int
    var lastKey = 0..<0
    var isSorted = true
  }

  /// Returns the JSON of a value; `nil` if `JSONEncoder` must encode it.
  static func json(of value: some Encodable) -> [UInt8]? {
    let encoder = StreamingJSONEncoder()
    encoder.json.reserveCapacity(128)
    encoder.open.reserveCapacity(4)
    guard (try? encoder.encode(value)) != nil else { return nil }
    encoder.close(above: -1)
    return encoder.isUnusual ? nil : encoder.json
  }

  private func write(_ text: String) {
    if !expectsValue { isUnusual = true }
    expectsValue = false
    append(text)
  }

  private func append(_ text: String, quoted: Bool = false) {
    var text = text
    text.withUTF8 { bytes in
      guard quoted else { return json.append(contentsOf: bytes) }
      json.append(UInt8(ascii: "\""))
      json.append(contentsOf: bytes)
      json.append(UInt8(ascii: "\""))
      let isPlain = bytes.allSatisfy {
        $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
      }
      if !isPlain { isUnusual = true }
    }
  }

  private func begin(_ bracket: String) -> Int {
    open.append(Level(start: json.count))
    write(bracket)
    return json.count - 1
  }

  /// Adds a member to an object or array, whose value is written next.
  fileprivate func addMember(_ key: String?, to level: Int) {
    close(above: level)
    guard let last = open.indices.last, open[last].start == level else { return isUnusual = true }
    if json.count > level + 1 { json.append(UInt8(ascii: ",")) }
    expectsValue = true
    guard let key else { return }
    let start = json.count
    append(key, quoted: true)
    let (before, name) = (open[last].lastKey, start..<json.count)
    if !before.isEmpty, !json[before].dropLast().lexicographicallyPrecedes(json[name].dropLast()) {
      open[last].isSorted = false
    }
    open[last].lastKey = name
    json.append(UInt8(ascii: ":"))
  }

  private func close(above level: Int) {
    if expectsValue { isUnusual = true }
    while let last = open.last, last.start > level {
      open.removeLast()
      // In ASCII, a closing bracket is two places after its opening bracket.
      json.append(json[last.start] + 2)
      if !last.isSorted { sortMembers(from: last.start) }
    }
  }

  private func sortMembers(from start: Int) {
    var members: [(key: ArraySlice<UInt8>, text: ArraySlice<UInt8>)] = []
    json.withUnsafeBufferPointer { bytes in
      var scanner = JSONScanner(bytes)
      scanner.start = start
      scanner.eachMember { key, _, end in
        members.append((json[key], json[key.lowerBound - 1..<end]))
        return true
      }
    }
    members.sort { $0.key.lexicographicallyPrecedes($1.key) }
    let count = json.count
    json.removeSubrange((start + 1)...)
    json += members.map(\.text).joined(separator: [UInt8(ascii: ",")])
    json.append(UInt8(ascii: "}"))
    // The scanner stops at a value that is nested too deeply. Of two members with one key,
    // `JSONEncoder` writes the last one.
    if json.count != count
      || zip(members, members.dropFirst()).contains(where: { $0.key == $1.key })
    {
      isUnusual = true
    }
  }
}

extension StreamingJSONEncoder: Encoder, SingleValueEncodingContainer {
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(Object(encoder: self, level: begin("{")))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    Elements(encoder: self, level: begin("["))
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func encodeNil() { write("null") }

  /// Encodes a value. In calls with a type that the standard library's protocols name, such as
  /// `Int`, the compiler leaves out the comparisons of types.
  func encode<T: Encodable>(_ value: T) throws {
    if T.self == String.self {
      write("")
      append(unsafeBitCast(value, to: String.self), quoted: true)
    } else if T.self == Bool.self {
      write(unsafeBitCast(value, to: Bool.self) ? "true" : "false")
    } else if T.self == Int.self {
      write(unsafeBitCast(value, to: Int.self).description)
    } else if T.self == Int64.self || T.self == Int32.self || T.self == Int16.self
      || T.self == Int8.self || T.self == UInt.self || T.self == UInt64.self
      || T.self == UInt32.self || T.self == UInt16.self || T.self == UInt8.self
    {
      write("\(value)")
    } else if T.self == Double.self || T.self == Float.self || T.self == Data.self
      || T.self == URL.self || T.self == Decimal.self
      || MemoryLayout<T>.size <= 16 && T.self is any BinaryInteger.Type
    {
      isUnusual = true
    } else {
      try value.encode(to: self)
    }
  }

  fileprivate func encoderOfSuperclass() -> any Encoder {
    isUnusual = true
    return self
  }
}

private struct Object<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: StreamingJSONEncoder
  let level: Int
  var codingPath: [any CodingKey] { [] }

  private func member(_ key: Key) -> StreamingJSONEncoder {
    encoder.addMember(key.stringValue, to: level)
    return encoder
  }

  func encodeNil(forKey key: Key) { member(key).encodeNil() }
  func encode<T: Encodable>(_ value: T, forKey key: Key) throws { try member(key).encode(value) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    member(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    member(key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { encoder.encoderOfSuperclass() }
  func superEncoder(forKey key: Key) -> any Encoder { encoder.encoderOfSuperclass() }
}

private struct Elements: UnkeyedEncodingContainer {
  let encoder: StreamingJSONEncoder
  let level: Int
  private(set) var count = 0
  var codingPath: [any CodingKey] { [] }

  private mutating func next() -> StreamingJSONEncoder {
    count += 1
    encoder.addMember(nil, to: level)
    return encoder
  }

  mutating func encodeNil() { next().encodeNil() }
  mutating func encode<T: Encodable>(_ value: T) throws { try next().encode(value) }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    next().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    next().unkeyedContainer()
  }

  func superEncoder() -> any Encoder { encoder.encoderOfSuperclass() }
}
