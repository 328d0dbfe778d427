import Foundation
import TestSupport
import Testing

@Suite("Localized strings of the views") struct NavTextTests {
  private static let sources = Sources.root.appendingPathComponent("Sources/NavRouting")

  /// Returns the strings that `pattern` captures in `text`.
  private static func keys(in text: String, matching pattern: Regex<(Substring, Substring)>)
    -> [String]
  {
    text.matches(of: pattern).map { String($0.output.1) }.sorted()
  }

  static let languages: [String] = {
    let folder = sources.appendingPathComponent("Resources").path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".lproj") }.sorted()
  }()

  @Test("Each language has every string once, and no other string", arguments: languages)
  func complete(language: String) throws {
    let code = try String(
      contentsOf: Self.sources.appendingPathComponent("SwiftUI/NavText.swift"), encoding: .utf8)
    let table = try String(
      contentsOf: Self.sources.appendingPathComponent("Resources/\(language)/Localizable.strings"),
      encoding: .utf8)
    let words = Self.keys(in: code, matching: /text\("([^"]+)"\)/)
    #expect(words.count >= 3)
    #expect(Self.keys(in: table, matching: /(?m)^"([^"]+)" = "[^"]+";$/) == words)
  }

  @Test("The English strings equal their keys, for an app without the bundle")
  func english() throws {
    let table = try String(
      contentsOf: Self.sources.appendingPathComponent("Resources/en.lproj/Localizable.strings"),
      encoding: .utf8)
    for match in table.matches(of: /"([^"]+)" = "([^"]+)";/) {
      #expect(match.output.1 == match.output.2)
    }
    #expect(Self.languages.contains("en.lproj"))
  }
}
