extension String {
  /// The text with characters escaped that would control a terminal or reorder the line, because
  /// apps don't choose all keys and titles themselves.
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

  /// Returns at most `count` characters. The last one is an ellipsis if text was cut off.
  func shortened(to count: Int) -> String {
    // Cut scalars first, so that a very long text is not split into all of its characters.
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
