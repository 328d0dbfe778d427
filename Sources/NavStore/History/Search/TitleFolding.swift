/// Folds titles and searches for comparison, without case and diacritics.
///
/// The library has its own table, because Foundation's folding is not in FoundationEssentials. The
/// folded form of a title must also be the same in every build. It changes these scalars:
/// - Latin (ASCII, Latin-1, Extended-A and -B, Extended Additional with Vietnamese), Greek with
///   polytonic Greek, and Cyrillic become lower case without marks; "ς" becomes "σ", "ё" "е", "й"
///   "и". Letters that contain their mark lose it: "łđøħŧ" becomes "ldoht", "ı" and "İ" become "i".
///   "æ" becomes "ae", "œ" "oe", "ĳ" "ij", "ß" "ss", "þ" "th", "ð" "d".
/// - The combining marks U+0300 to U+036F are dropped.
/// - Full-width ASCII becomes plain ASCII in lower case.
/// - Hangul syllables are decomposed, and kana are composed with their sound marks, so that
///   composed and decomposed text is equal. File names use either form.
///
/// All other scalars are unchanged.
enum TitleFolding {
  static func folded(_ text: String) -> String {
    var folded: [UInt16] = []
    for scalar in text.unicodeScalars { append(scalar, to: &folded) }
    return String(decoding: folded, as: UTF16.self)
  }

  private static func append(_ scalar: Unicode.Scalar, to folded: inout [UInt16]) {
    switch scalar.value {
    case 0x41...0x5a: folded.append(UInt16(scalar.value) + 0x20)
    case 0xb5: folded += "μ".utf16
    case 0xc0..<0x250: append(latin[Int(scalar.value) - 0xc0], else: scalar, to: &folded)
    case 0x300..<0x370: break
    case 0x370..<0x530:
      append(greekAndCyrillic[Int(scalar.value) - 0x370], else: scalar, to: &folded)
    case 0x1e00..<0x2000: append(additional[Int(scalar.value) - 0x1e00], else: scalar, to: &folded)
    // Unicode defines the signs for ohm, kelvin and ångström as equivalent to letters.
    case 0x2126: folded += "ω".utf16
    case 0x212a: folded += "k".utf16
    case 0x212b: folded += "a".utf16
    case 0x3099, 0x309a: appendSoundMark(UInt16(scalar.value), to: &folded)
    case 0xac00...0xd7a3: appendHangul(UInt16(scalar.value) - 0xac00, to: &folded)
    case 0xff01...0xff5e: append(Unicode.Scalar(UInt8(scalar.value - 0xfee0)), to: &folded)
    default: folded += scalar.utf16
    }
  }

  private static func append(
    _ entry: UInt16, else scalar: Unicode.Scalar, to folded: inout [UInt16]
  ) {
    let letter = entry == 0x2e ? scalar : Unicode.Scalar(entry) ?? scalar
    switch letter {
    case "æ": folded += "ae".utf16
    case "œ": folded += "oe".utf16
    case "ĳ": folded += "ij".utf16
    case "ß": folded += "ss".utf16
    case "ŉ": folded += "ʼn".utf16
    case "ẚ": folded += "aʾ".utf16
    case "þ": folded += "th".utf16
    default: folded += letter.utf16
    }
  }

  /// Appends the two or three letters of a syllable, by the arithmetic in section 3.12 of the
  /// Unicode Standard.
  private static func appendHangul(_ index: UInt16, to folded: inout [UInt16]) {
    folded.append(0x1100 + index / 588)
    folded.append(0x1161 + index % 588 / 28)
    if index % 28 > 0 { folded.append(0x11a7 + index % 28) }
  }

  /// Combines a sound mark with the kana before it. If they don't combine, appends the mark
  /// unchanged.
  private static func appendSoundMark(_ mark: UInt16, to folded: inout [UInt16]) {
    // Two strings are equal in Swift if Unicode defines them as equivalent. The number of a composed
    // kana is 1, 2, 8 or 0x4e above that of its first scalar.
    let composed = folded.last.flatMap { kana in
      let pair = String(decoding: [kana, mark], as: UTF16.self)
      return [1, 2, 8, 0x4e].lazy.map { kana &+ $0 }
        .first { String(decoding: [$0], as: UTF16.self) == pair }
    }
    if composed != nil { folded.removeLast() }
    folded.append(composed ?? mark)
  }
}
