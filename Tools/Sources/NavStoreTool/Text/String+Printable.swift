extension String {
  /// With what would drive a terminal, or reorder the line, written out: keys and titles come from
  /// wherever the app got them.
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

  /// At most `count` characters, the last of them an ellipsis if something was left out.
  func shortened(to count: Int) -> String {
    // By scalars first: a text of a million characters need not be split into all of them.
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
