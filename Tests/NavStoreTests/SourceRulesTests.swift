import Foundation
import Testing

/// Rules of the house that the compiler does not know.
@Suite struct SourceRulesTests {
  private struct Source {
    let path: String
    let text: String
  }

  private struct TooFew: Error {
    let folder: String
    let count: Int
  }

  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Each Swift file below `folder`; fails where there are less than `count`: a rule that is held
  /// against nothing holds.
  private static func sources(in folder: String, atLeast count: Int) throws -> [Source] {
    let base = root.appendingPathComponent(folder)
    let names = try #require(FileManager.default.enumerator(atPath: base.path))
    let sources = try names.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }
      .map { name in
        let text = try String(contentsOf: base.appendingPathComponent(name), encoding: .utf8)
        return Source(path: "\(folder)/\(name)", text: text)
      }
    guard sources.count >= count else { throw TooFew(folder: folder, count: sources.count) }
    return sources
  }

  /// Where one of `words` stands.
  private static func places(of words: [String], in sources: [Source]) -> [String] {
    sources.flatMap { source in
      words.filter { source.text.contains($0) }.map { "\(source.path): \($0)" }
    }
  }

  /// Where Foundation is imported though FoundationEssentials may do: as anything else than the
  /// second choice.
  private static func foundationFirst(in sources: [Source]) -> [String] {
    sources.flatMap { source in
      let lines = source.text.split(separator: "\n", omittingEmptySubsequences: false)
        .map { $0.trimmingCharacters(in: .whitespaces) }
      return lines.indices
        .filter { lines[$0] == "import Foundation" && ($0 == 0 || lines[$0 - 1] != "#else") }
        .map { "\(source.path):\($0 + 1)" }
    }
  }

  // Each of these compiles on Linux and needs iOS 18 or later on Apple systems.
  private static let newer = [
    "import Synchronization", "any AsyncSequence<", "Observations {", "Observations<",
    "isolated deinit", "DispatchSerialQueue", "InlineArray", "Span<", "String(validating:",
  ]

  @Test("Nothing needs a newer Apple system than the package says")
  func availability() throws {
    let sources = try Self.sources(in: "Sources", atLeast: 200)
    #expect(Self.places(of: Self.newer, in: sources) == [])
  }

  @Test(
    "SQLite is called from the SQL floor only",
    arguments: [
      ("NavStore", 100), ("NavStoreTesting", 10), ("NavRouting", 50), ("navstore-demo", 15),
    ])
  func callsOfSQLite(target: String, count: Int) throws {
    let sources = try Self.sources(in: "Sources/\(target)", atLeast: count)
    #expect(Self.places(of: ["import CSQLite"], in: sources) == [])
  }

  @Test(
    "The lower floors know no main actor", arguments: [("NavStore", 100), ("NavStoreSQLite", 10)])
  func mainActor(target: String, count: Int) throws {
    let sources = try Self.sources(in: "Sources/\(target)", atLeast: count)
    #expect(Self.places(of: ["@MainActor"], in: sources) == [])
  }

  @Test("What apps' tests link works in any test framework")
  func frameworks() throws {
    let sources = try Self.sources(in: "Sources/NavStoreTesting", atLeast: 10)
    #expect(Self.places(of: ["import XCTest", "import Testing"], in: sources) == [])
  }

  @Test("What a client links on Linux does without Foundation proper")
  func foundation() throws {
    #expect(Self.foundationFirst(in: try Self.sources(in: "Sources", atLeast: 200)) == [])
  }

  @Test("What breaks a rule is noticed")
  func plantedFaults() {
    let sources = [
      Source(path: "a.swift", text: "import CSQLite\n\n@MainActor func a() {}"),
      Source(path: "b.swift", text: "#if canImport(X)\n  import X\n#else\n  import Foundation\n"),
      Source(path: "c.swift", text: "import Foundation\nlet a: InlineArray<2, Int>"),
      Source(path: "d.swift", text: "#if os(Linux)\n  import Foundation\n#endif"),
    ]
    let words = Self.newer + ["import CSQLite", "@MainActor"]
    #expect(
      Self.places(of: words, in: sources) == [
        "a.swift: import CSQLite", "a.swift: @MainActor", "c.swift: InlineArray",
      ])
    #expect(Self.foundationFirst(in: sources) == ["c.swift:1", "d.swift:2"])
    #expect(throws: TooFew.self) { try Self.sources(in: "Sources", atLeast: 100_000) }
  }
}
