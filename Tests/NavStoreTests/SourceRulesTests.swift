import Foundation
import Testing

/// Rules of the house that the compiler does not know.
@Suite struct SourceRulesTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Path from the root and text of each Swift file below `folder`.
  private static func sources(in folder: String) throws -> [(path: String, text: String)] {
    let base = root.appendingPathComponent(folder)
    let names = try #require(FileManager.default.enumerator(atPath: base.path))
    return try names.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }.map { name in
      let text = try String(contentsOf: base.appendingPathComponent(name), encoding: .utf8)
      return ("\(folder)/\(name)", text)
    }
  }

  @Test("Nothing needs a newer Apple system than the package says")
  func availability() throws {
    // Each of these compiles on Linux and needs iOS 18 or later on Apple systems.
    let newer = [
      "import Synchronization", "any AsyncSequence<", "Observations {", "Observations<",
      "isolated deinit", "DispatchSerialQueue", "InlineArray", "Span<",
      "String(validating:",
    ]
    let sources = try Self.sources(in: "Sources") + Self.sources(in: "Migrations")
    #expect(sources.count > 30)
    for source in sources {
      for word in newer { #expect(!source.text.contains(word), "\(source.path) uses \(word)") }
    }
  }

  @Test("SQLite is called from the SQL floor only")
  func floors() throws {
    let upper = ["NavStore", "NavStoreTesting", "NavRouting", "navstore-demo"]
    for folder in upper.map({ "Sources/" + $0 }) {
      for source in try Self.sources(in: folder) {
        #expect(!source.text.contains("import CSQLite"), "\(source.path)")
      }
    }
    for folder in ["Sources/NavStore", "Sources/NavStoreSQLite"] {
      for source in try Self.sources(in: folder) {
        #expect(!source.text.contains("@MainActor"), "\(source.path)")
      }
    }
  }

  @Test("What apps' tests link works in any test framework")
  func frameworks() throws {
    for source in try Self.sources(in: "Sources/NavStoreTesting") {
      for word in ["import XCTest", "import Testing"] {
        #expect(!source.text.contains(word), "\(source.path)")
      }
    }
  }

  @Test("What a client links on Linux does without Foundation proper")
  func foundation() throws {
    for source in try Self.sources(in: "Sources") {
      let lines = source.text.split(separator: "\n", omittingEmptySubsequences: false)
      for (number, line) in lines.enumerated()
      where line.trimmingCharacters(in: .whitespaces) == "import Foundation" {
        let before = number > 0 ? lines[number - 1].trimmingCharacters(in: .whitespaces) : ""
        #expect(before == "#else", "\(source.path):\(number + 1)")
      }
    }
  }
}
