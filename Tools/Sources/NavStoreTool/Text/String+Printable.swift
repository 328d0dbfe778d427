extension String {
  /// The text with escapes for characters that would control a terminal or reorder the characters
  /// of a line. Keys and titles in a store may contain text from outside the app, such as web
  /// pages.
  var printable: String {
    guard unicodeScalars.contains(where: \.isUnprintable) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      if scalar.isUnprintable {
        text += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// Returns the first `count` characters of the text. If the text is longer, an ellipsis replaces
  /// the last returned character.
  func shortened(to count: Int) -> String {
    // Cuts the text to 8 scalars per character before it counts characters, because dividing a very
    // long text into characters is slow.
    let head = String(unicodeScalars.prefix(count * 8))
    guard head.count > count || head.unicodeScalars.count < unicodeScalars.count else {
      return self
    }
    return head.prefix(count - 1) + "…"
  }
}

extension Unicode.Scalar {
  fileprivate var isUnprintable: Bool {
    switch value {
    case 0..<0x20, 0x7F...0x9F: true
    case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }
}
