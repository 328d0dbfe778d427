import Foundation
import TestSupport
import Testing

@testable import NavStore

/// Compares `TitleFolding` with the folding of Foundation, which the library doesn't link on Linux.
@Suite("Folding of titles")
struct TitleFoldingTests {
  /// The code points of the scripts that `TitleFolding` supports: Latin, Greek, Cyrillic and
  /// full-width ASCII.
  private static let claimed: [ClosedRange<UInt32>] = [
    0x20...0x24f, 0x300...0x52f, 0x1e00...0x1fff, 0xff01...0xff5e,
  ]

  private static let scalars = claimed.flatMap { $0.compactMap(Unicode.Scalar.init) }

  /// Letters that `TitleFolding` folds and Foundation keeps, and their folded text. In Unicode, the
  /// mark of ł is a part of the letter, æ is one letter, and þ is a different letter from th.
  private static let ours: [Character: String] = [
    "ł": "l", "đ": "d", "ø": "o", "ħ": "h", "ŧ": "t", "ı": "i", "ð": "d", "æ": "ae", "œ": "oe",
    "þ": "th", "ĳ": "ij",
  ]

  private func reference(_ text: String) -> String {
    let folded = text.folding(
      options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    // Removes marks that Foundation keeps: the second mark of a Greek sign with two marks, such as
    // U+1FCD.
    let bare = folded.decomposedStringWithCanonicalMapping.unicodeScalars
      .filter { !(0x300...0x36f).contains($0.value) }
      .reduce(into: "") { $0.unicodeScalars.append($1) }
    return bare.map { Self.ours[$0] ?? String($0) }.joined()
  }

  @Test("Each letter of the supported scripts is folded as by Foundation, except for listed ones")
  func againstFoundation() {
    var differences: [String] = []
    for scalar in Self.scalars {
      let text = String(scalar)
      let folded = TitleFolding.folded(text)
      if (0x300...0x36f).contains(scalar.value) {
        // Combining marks are removed. They aren't compared with Foundation, which treats the mark
        // U+0345 as a letter iota if it is alone.
        if !folded.isEmpty { differences.append("U+\(String(scalar.value, radix: 16))") }
        continue
      }
      if !folded.unicodeScalars.elementsEqual(reference(text).unicodeScalars) {
        differences.append(
          "\(String(scalar.value, radix: 16)) \(text): \(folded), not \(reference(text))")
      }
    }
    #expect(differences.isEmpty, "\(differences.prefix(3))")
  }

  @Test("Composed and decomposed text are folded equally")
  func forms() {
    let kana = (0x3041...0x30ff).compactMap(Unicode.Scalar.init)
    let hangul = stride(from: 0xac00 as UInt32, through: 0xd7a3, by: isSoak ? 1 : 7)
      .compactMap(Unicode.Scalar.init)
    let signs: [Unicode.Scalar] = ["\u{2126}", "\u{212a}", "\u{212b}"]
    let differing = (Self.scalars + kana + hangul + signs).filter { scalar in
      let text = String(scalar)
      let plain = TitleFolding.folded(text).unicodeScalars
      return [
        text.precomposedStringWithCanonicalMapping, text.decomposedStringWithCanonicalMapping,
      ]
      .contains { !TitleFolding.folded($0).unicodeScalars.elementsEqual(plain) }
    }
    #expect(differing.isEmpty, "\(differing.prefix(3))")
  }

  @Test("Folding is idempotent")
  func isIdempotent() {
    let differing = Self.scalars.filter { scalar in
      let once = TitleFolding.folded(String(scalar))
      return !TitleFolding.folded(once).unicodeScalars.elementsEqual(once.unicodeScalars)
    }
    #expect(differing.isEmpty, "\(differing.prefix(3))")
  }

  @Test(
    "Words of many languages are folded",
    arguments: [
      ("Zażółć gęślą JAŹŃ", "zazolc gesla jazn"), ("ŁÓDŹ", "lodz"), ("İstanbul", "istanbul"),
      ("ISPARTA ısparta", "isparta isparta"), ("Straße STRASSE ẞ", "strasse strasse ss"),
      ("Tiếng Việt ĐẶNG", "tieng viet dang"), ("Ærøskøbing Œuvre", "aeroskobing oeuvre"),
      ("Þingvellir Ísland ð", "thingvellir island d"), ("Ελλάδα ΣΟΦΌΣ σοφός", "ελλαδα σοφοσ σοφοσ"),
      ("ЁЛКА Йогурт Їжак", "елка иогурт іжак"), ("Ｆｕｌｌ　Ｗｉｄｔｈ", "full　width"),
      ("👩‍👩‍👧 Café ☕️", "👩‍👩‍👧 cafe ☕️"), ("100% a_b \\ ' \"", "100% a_b \\ ' \""),
      ("日本語 العربية हिन्दी", "日本語 العربية हिन्दी"), ("", ""),
    ])
  func words(_ text: String, _ folded: String) {
    #expect(
      TitleFolding.folded(text).unicodeScalars.elementsEqual(folded.unicodeScalars))
    #expect(
      TitleFolding.folded(text.decomposedStringWithCanonicalMapping).unicodeScalars
        .elementsEqual(folded.unicodeScalars))
  }
}
