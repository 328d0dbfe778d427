import NavStorePlatform

/// Scans JSON without decoding it. The JSON must be compact, without white space, as `JSONEncoder`
/// writes it. For other text, the results have no meaning, but nothing traps.
package struct JSONScanner {
  package let json: UnsafeBufferPointer<UInt8>

  /// The position of the current value.
  package var start = 0

  package init(_ json: UnsafeBufferPointer<UInt8>) {
    self.json = json
  }

  /// Returns the case of an enum, and the position of its value, which is empty for an enum with raw
  /// values. `nil` if the document is neither a string nor an object with one member.
  func enumCase() -> (name: String, value: Range<Int>)? {
    if let end = endOfString(at: start), end == json.count {
      return text(start + 1, end - 1).map { ($0, end..<end) }
    }
    var found: (String, Range<Int>)?
    eachMember { name, start, end in
      if start < end, byte(end) == UInt8(ascii: "}"), end + 1 == json.count {
        found = text(name.lowerBound, name.upperBound).map { ($0, start..<end) }
      }
      return false
    }
    return found
  }

  /// Moves to the value of the member `name` of this object. Returns `false` if the object has no
  /// such member.
  mutating func enter(_ name: StaticString) -> Bool {
    guard let value = value(of: name) else { return false }
    start = value.lowerBound
    return true
  }

  /// Returns the position of the member `name` of this object, if it is a string or a number.
  func member(_ name: StaticString) -> Range<Int>? {
    guard let value = value(of: name), let first = byte(value.lowerBound),
      first != UInt8(ascii: "{"), first != UInt8(ascii: "[")
    else { return nil }
    return value
  }

  private func value(of name: StaticString) -> Range<Int>? {
    var found: Range<Int>?
    eachMember { member, start, end in
      let isIt = name.withUTF8Buffer { json[member].elementsEqual($0) }
      if isIt { found = start..<end }
      return !isIt
    }
    return found
  }

  /// Calls `body` with each member's name and the begin and end of its value, until `body` returns
  /// `false`.
  package func eachMember(_ body: (Range<Int>, Int, Int) -> Bool) {
    guard byte(start) == UInt8(ascii: "{") else { return }
    var position = start + 1
    while let nameEnd = endOfString(at: position), byte(nameEnd) == UInt8(ascii: ":") {
      guard let end = endOfValue(at: nameEnd + 1) else { return }
      guard body(position + 1..<nameEnd - 1, nameEnd + 1, end) else { return }
      guard byte(end) == UInt8(ascii: ",") else { return }
      position = end + 1
    }
  }

  /// The limit for nested values.
  ///
  /// Decoding is recursive, through the code of `Codable` and of the app. On a thread with half a
  /// megabyte of stack (Dispatch's on Apple systems), a few hundred levels overflow the stack, which
  /// traps. `JSONDecoder` itself stops only at 512.
  static let depthLimit = 64

  /// Returns whether no value is nested in more than ``depthLimit`` others. For text that is not
  /// JSON, the result has no meaning.
  @inline(never)
  static func isWithinDepthLimit(_ json: [UInt8]) -> Bool {
    // Each level of nesting takes at least one byte.
    json.count <= depthLimit
      || json.withUnsafeBufferPointer { JSONScanner($0).endOfValue(at: 0) != nil }
  }

  package func endOfString(at position: Int) -> Int? {
    guard byte(position) == UInt8(ascii: "\"") else { return nil }
    var position = position + 1
    while let byte = byte(position) {
      if byte == UInt8(ascii: "\"") { return position + 1 }
      position += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    return nil
  }

  /// Returns the position after a value; `nil` if the value has no end, or is nested more deeply than
  /// ``depthLimit``. Counts brackets and skips strings.
  package func endOfValue(at position: Int) -> Int? {
    var position = position
    var depth = 0
    while let byte = byte(position) {
      switch byte {
      case UInt8(ascii: "\""):
        guard let end = endOfString(at: position) else { return nil }
        position = end - 1
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        if depth > Self.depthLimit { return nil }
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return position }
        depth -= 1
      case UInt8(ascii: ",") where depth == 0:
        return position
      default:
        break
      }
      position += 1
    }
    return depth == 0 ? position : nil
  }

  package func byte(_ position: Int) -> UInt8? {
    position < json.count ? json[position] : nil
  }

  private func text(_ from: Int, _ to: Int) -> String? {
    // Decoding replaces invalid UTF-8, so compare the text's bytes with the JSON. An initializer of
    // `String` that validates UTF-8 needs newer systems.
    let bytes = UnsafeBufferPointer(rebasing: json[from..<to])
    var text = String(decoding: bytes, as: UTF8.self)
    return text.withUTF8 { haveSameBytes(UnsafeRawBufferPointer($0), .init(bytes)) } ? text : nil
  }
}
