import Foundation
import TestSupport
import Testing

@testable import NavStore

/// Checks that each public declaration that throws documents its errors, and that a test provokes
/// each code of ``NavStore/Error``.
@Suite struct ErrorRulesTests {
  /// A public declaration that throws, and the comment above it.
  private struct Thrower {
    let place: String
    let comment: String
  }

  /// Returns the public declarations in `lines` that throw. The text of a declaration ends at its
  /// `{`. A `throws` inside parentheses belongs to the type of a parameter.
  private static func throwers(in path: String, _ lines: [String]) -> [Thrower] {
    lines.indices.compactMap { start in
      let words = lines[start].split(separator: " ")
      guard words.contains("public"), !lines[start].contains("///"),
        words.contains(where: { $0 == "func" || $0 == "var" || $0.hasPrefix("init") })
      else { return nil }
      // Skips stored properties. They never throw, and have no `{` that ends their text.
      if words.contains("var"), !lines[start].contains("{") { return nil }
      var head = ""
      for line in lines[start...].prefix(15) where !line.contains("///") {
        head += line + "\n"
        if line.contains("{") { break }
      }
      var depth = 0
      var outside = ""
      for character in head.prefix(while: { $0 != "{" }) {
        if character == "(" { depth += 1 }
        if depth == 0 { outside.append(character) }
        if character == ")" { depth -= 1 }
      }
      guard outside.contains(" throws") else { return nil }
      let comment = lines[..<start].reversed()
        .prefix { $0.contains("///") || $0.contains("  @") }
      return Thrower(
        place: "\(path):\(start + 1)",
        comment: comment.reversed().map { $0.trimmingPrefix { " /".contains($0) } }
          .joined(separator: " "))
    }
  }

  @Test(
    "Every public declaration that throws documents its errors",
    arguments: [
      "Sources/NavStore", "Sources/NavRouting", "Sources/NavStoreInspection",
      "Sources/NavStoreTesting",
    ])
  func documented(folder: String) throws {
    let throwers = try Sources.files(below: folder).flatMap { Self.throwers(in: $0.path, $0.lines) }
    #expect(throwers.count > (folder.hasSuffix("NavStore") ? 20 : 1))
    for thrower in throwers {
      let says = ["- Throws:", "errors as ``", "errors otherwise as ``"]
        .contains { thrower.comment.contains($0) }
      #expect(says, "\(thrower.place)")
    }
  }

  @Test("An undocumented throwing declaration is found")
  func plantedFault() {
    let lines = [
      "  /// Does something.", "  @discardableResult", "  public func a(",
      "    b: () throws -> Void",
      "  ) throws -> Int {", "  /// - Throws: Nothing.", "  public func c() throws {",
      "  /// Nothing.", "  public func d(_ e: () throws -> Void) {",
    ]
    let found = Self.throwers(in: "x", lines)
    #expect(found.map(\.place) == ["x:3", "x:7"])
    #expect(found.map { $0.comment.contains("- Throws:") } == [false, true])
    let quiet = Self.throwers(
      in: "x", ["  public var a = 1", "", "  /// Something throws here.", "  func b() {"])
    #expect(quiet.isEmpty)
  }

  @Test("Every error code is provoked by a test")
  func met() throws {
    let file = try Sources.files(below: "Sources/NavStore/Store")
      .first { $0.path.hasSuffix("/NavStore+Error.swift") }
    let names = try #require(file).codes
    #expect(names.count == 10)
    // Compares typed codes. A search for names in the text of tests would also find equal names of
    // other types.
    let provoked = ErrorCodeTests.provocations.map(\.reason.code.name)
    #expect(names == Set(provoked))
  }

  @Test("Only NavStore.Error defines error codes")
  func otherTypes() throws {
    let sources = try Sources.files(below: "Sources").filter { source in
      source.lines.contains { $0.contains("public static let") && $0.contains("(name: \"") }
    }
    #expect(
      sources.map(\.path) == ["Sources/NavStore/Store/NavStore+Error.swift"])
  }
}
