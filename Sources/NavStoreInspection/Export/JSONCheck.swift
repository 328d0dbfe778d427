/// Checks whether bytes are one JSON value by [RFC 8259](https://www.rfc-editor.org/rfc/rfc8259),
/// without white space between its parts. Builds no value and does not recurse.
struct JSONCheck {
  private let bytes: UnsafeRawBufferPointer
  private var position = 0

  /// The objects and arrays that begin before the current position and haven't ended: `true` for an
  /// object, `false` for an array.
  private var open: [Bool] = []

  private enum Expected {
    case value, firstElement, key, firstKey, end
  }

  static func isValue(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var check = JSONCheck(bytes: bytes)
    return check.run() && String(decoding: bytes, as: UTF8.self).utf8.elementsEqual(bytes)
  }

  private init(bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  private mutating func run() -> Bool {
    var expected = Expected.value
    while let byte = peek() {
      switch expected {
      case .firstElement where byte == UInt8(ascii: "]"), .firstKey where byte == UInt8(ascii: "}"):
        close()
        expected = .end
      case .value, .firstElement:
        guard let next = value(byte) else { return false }
        expected = next
      case .key, .firstKey:
        guard string(), take(UInt8(ascii: ":")) else { return false }
        expected = .value
      case .end:
        guard let isObject = open.last else { return false }
        if take(UInt8(ascii: ",")) {
          expected = isObject ? .key : .value
        } else if byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
          close()
        } else {
          return false
        }
      }
    }
    return expected == .end && open.isEmpty
  }

  /// Reads a value, or the start of an object or array. Returns the tokens that may come next;
  /// `nil` if there is no valid value.
  private mutating func value(_ byte: UInt8) -> Expected? {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      let isObject = byte == UInt8(ascii: "{")
      open.append(isObject)
      position += 1
      return isObject ? .firstKey : .firstElement
    case UInt8(ascii: "\""): return string() ? .end : nil
    case UInt8(ascii: "t"): return word("true") ? .end : nil
    case UInt8(ascii: "f"): return word("false") ? .end : nil
    case UInt8(ascii: "n"): return word("null") ? .end : nil
    default: return number() ? .end : nil
    }
  }

  private mutating func close() {
    open.removeLast()
    position += 1
  }

  private mutating func string() -> Bool {
    guard take(UInt8(ascii: "\"")) else { return false }
    while let byte = peek(), byte >= 0x20 {
      position += 1
      if byte == UInt8(ascii: "\"") { return true }
      if byte == UInt8(ascii: "\\"), !escape() { return false }
    }
    return false
  }

  private mutating func escape() -> Bool {
    guard let byte = peek() else { return false }
    position += 1
    guard byte == UInt8(ascii: "u") else { return "\"\\/bfnrt".utf8.contains(byte) }
    var code = 0
    for _ in 0..<4 {
      guard let digit = peek(), let value = Character(UnicodeScalar(digit)).hexDigitValue else {
        return false
      }
      position += 1
      code = code * 16 + value
    }
    // The encoder never writes surrogates as escapes, and a single surrogate is not text.
    return !(0xD800...0xDFFF).contains(code)
  }

  private mutating func number() -> Bool {
    _ = take(UInt8(ascii: "-"))
    if !take(UInt8(ascii: "0")) {
      guard digits() else { return false }
    }
    if take(UInt8(ascii: ".")), !digits() { return false }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      return digits()
    }
    return true
  }

  private mutating func digits() -> Bool {
    let start = position
    while let byte = peek(), (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
      position += 1
    }
    return position > start
  }

  private mutating func word(_ word: String) -> Bool {
    word.utf8.allSatisfy { take($0) }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard peek() == byte else { return false }
    position += 1
    return true
  }

  private func peek() -> UInt8? {
    position < bytes.count ? bytes[position] : nil
  }
}
