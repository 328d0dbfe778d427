import Foundation
import TestSupport
import Testing

/// Rules of the project that the compiler doesn't check.
@Suite struct SourceRulesTests {
  /// Returns a text such as `path: word` for each file in `sources` and each of the `words` that
  /// the file contains.
  private static func places(of words: [String], in sources: [Sources.File]) -> [String] {
    sources.flatMap { source in
      words.filter { source.text.contains($0) }.map { "\(source.path): \($0)" }
    }
  }

  /// Returns the path and line of each `import Foundation`, except directly after `#else`. There,
  /// the code above the `#else` imports FoundationEssentials where it is available.
  private static func foundationFirst(in sources: [Sources.File]) -> [String] {
    sources.flatMap { source in
      let lines = source.text.split(separator: "\n", omittingEmptySubsequences: false)
        .map { $0.trimmingCharacters(in: .whitespaces) }
      return lines.indices
        .filter { lines[$0] == "import Foundation" && ($0 == 0 || lines[$0 - 1] != "#else") }
        .map { "\(source.path):\($0 + 1)" }
    }
  }

  // Parts of code that compiles on Linux, but needs iOS 18 or later on Apple's platforms.
  private static let newer = [
    "import Synchronization", "any AsyncSequence<", "Observations {", "Observations<",
    "isolated deinit", "DispatchSerialQueue", "InlineArray", "Span<", "String(validating:",
  ]

  @Test("Sources use no API newer than the package's minimum Apple systems")
  func availability() throws {
    let sources = try Sources.files(below: "Sources", atLeast: 200)
    #expect(Self.places(of: Self.newer, in: sources) == [])
  }

  @Test(
    "Only the SQLite layer imports CSQLite",
    arguments: [
      ("NavStore", 100), ("NavStoreInspection", 10), ("NavStoreTesting", 10), ("NavRouting", 50),
      ("navstore-demo", 15),
    ])
  func callsOfSQLite(target: String, count: Int) throws {
    let sources = try Sources.files(below: "Sources/\(target)", atLeast: count)
    #expect(Self.places(of: ["import CSQLite"], in: sources) == [])
  }

  @Test(
    "The lower layers don't use the main actor",
    arguments: [("NavStore", 100), ("NavStoreSQLite", 10)])
  func mainActor(target: String, count: Int) throws {
    let sources = try Sources.files(below: "Sources/\(target)", atLeast: count)
    #expect(Self.places(of: ["@MainActor"], in: sources) == [])
  }

  @Test("NavStoreTesting imports no test framework, except for the trait of Swift Testing")
  func frameworks() throws {
    let sources = try Sources.files(below: "Sources/NavStoreTesting", atLeast: 10)
    #expect(
      Self.places(of: ["import XCTest", "import Testing"], in: sources) == [
        "Sources/NavStoreTesting/Stores/NavStoreTrait.swift: import Testing"
      ])
  }

  @Test("Sources import Foundation only where FoundationEssentials is unavailable")
  func foundation() throws {
    #expect(Self.foundationFirst(in: try Sources.files(below: "Sources", atLeast: 200)) == [])
  }

  @Test("Violations of the source rules are found")
  func plantedFaults() {
    let sources = [
      Sources.File(path: "a.swift", text: "import CSQLite\n\n@MainActor func a() {}"),
      Sources.File(
        path: "b.swift", text: "#if canImport(X)\n  import X\n#else\n  import Foundation\n"),
      Sources.File(path: "c.swift", text: "import Foundation\nlet a: InlineArray<2, Int>"),
      Sources.File(path: "d.swift", text: "#if os(Linux)\n  import Foundation\n#endif"),
    ]
    let words = Self.newer + ["import CSQLite", "@MainActor"]
    #expect(
      Self.places(of: words, in: sources) == [
        "a.swift: import CSQLite", "a.swift: @MainActor", "c.swift: InlineArray",
      ])
    #expect(Self.foundationFirst(in: sources) == ["c.swift:1", "d.swift:2"])
    #expect(throws: Sources.TooFew.self) { try Sources.files(below: "Sources", atLeast: 100_000) }
  }
}
