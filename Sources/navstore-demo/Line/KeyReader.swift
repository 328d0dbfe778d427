import NavStorePlatform

/// Reads keys from the bytes of a terminal: UTF-8, control characters, escape sequences.
struct KeyReader {
  /// Returns the next byte of the input; `nil` at the end of the input.
  let next: () -> UInt8?

  /// Returns the next key; `nil` for a key without a function in the line editor.
  func key() -> LineEditor.Key? {
    guard let byte = next() else { return .endOfInput }
    switch byte {
    case 0x0A, 0x0D: return .enter
    case 0x09: return .tab
    case 0x7F, 0x08: return .backspace
    case 0x1B: return escape()
    case ..<0x20: return Self.controls[byte]
    default: return character(from: byte)
    }
  }

  // Ctrl-A is the byte 1, Ctrl-B is 2, and so on. Each key has the same function as in Emacs and
  // readline.
  private static let controls: [UInt8: LineEditor.Key] = [
    1: .home, 2: .left, 3: .interrupt, 4: .endOfInput, 5: .end, 6: .right, 11: .eraseToEnd,
    12: .clearScreen, 14: .down, 16: .up, 21: .eraseToStart, 23: .eraseWord,
  ]

  /// Parses `ESC [ C`, `ESC O C` and `ESC [ 3 ~`, with parameters for the modifier keys.
  private func escape() -> LineEditor.Key? {
    guard let kind = next(), kind == UInt8(ascii: "[") || kind == UInt8(ascii: "O") else {
      return nil
    }
    var number = ""
    while let byte = next() {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: ";"):
        number.unicodeScalars.append(Unicode.Scalar(byte))
      case UInt8(ascii: "A"): return .up
      case UInt8(ascii: "B"): return .down
      case UInt8(ascii: "C"): return .right
      case UInt8(ascii: "D"): return .left
      case UInt8(ascii: "H"): return .home
      case UInt8(ascii: "F"): return .end
      case UInt8(ascii: "~"):
        switch number.prefix(while: { $0 != ";" }) {
        case "1", "7": return .home
        case "4", "8": return .end
        case "3": return .delete
        default: return nil
        }
      default: return nil
      }
    }
    return .endOfInput
  }

  private func character(from first: UInt8) -> LineEditor.Key? {
    let more = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : first >= 0xC0 ? 1 : 0
    var bytes = [first]
    for _ in 0..<more {
      guard let byte = next() else { return .endOfInput }
      bytes.append(byte)
    }
    return String(bytes: bytes, encoding: .utf8)?.first.map { .text($0) }
  }
}
