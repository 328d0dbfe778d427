import CSQLite
import Foundation
import Testing

@testable import NavStore
@testable import NavStoreSQLite

/// As `QueryPlanTests`, for what filters, trees and exports ask.
@Suite("How questions about visits are answered")
struct VisitPlanTests {
  static let queries = [
    "Visits/PostingWalkTable", "Visits/SeenVisitTable", "Tree/VisitTreeTable",
    "Export/ExportTable",
  ].flatMap(queries)

  private static func queries(in file: String) -> [String] {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let url = root.appendingPathComponent("Sources/NavStore/History/\(file).swift")
    guard let text = try? String(contentsOf: url, encoding: .utf8) else { return [] }
    let parts = text.components(separatedBy: "\"\"\"")
    let long = parts.indices.filter { $0 % 2 == 1 }.map { parts[$0] }
    let short = parts.indices.filter { $0 % 2 == 0 }.flatMap { index in
      parts[index].components(separatedBy: "\"").filter { $0.hasPrefix("SELECT") }
    }
    return long + short
  }

  @Test("The sources' queries are found")
  func found() {
    #expect(Self.queries.count == 10)
    #expect(Self.queries.allSatisfy { $0.contains("SELECT") })
  }

  @Test("No sorting, and no table is read through, at any size", arguments: queries)
  func plan(_ sql: String) throws {
    let temporary = try TemporaryStore()
    let session = try temporary.store.session(Page.self, for: "main")
    for number in 0..<100 { session.push(Page("\(number)")) }
    let steps = try temporary.store.writer.sync { try plan(of: sql, $0) }
    #expect(!steps.isEmpty)
    for step in steps {
      #expect(!step.contains("TEMP B-TREE"), "\(step)")
      #expect(!step.hasPrefix("SCAN") || Self.allowedScans.contains(step), "\(step)")
    }
  }

  /// No table at all, what a recursion has found, and as many rows as the app has kinds.
  private static let allowedScans = ["SCAN CONSTANT ROW", "SCAN found", "SCAN kind"]

  private func plan(of sql: String, _ connection: Connection) throws -> [String] {
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v2(
      connection.handle, "EXPLAIN QUERY PLAN " + sql, -1, &statement, nil)
    guard code == SQLITE_OK else { throw SQLiteError(code, on: connection.handle, sql: sql) }
    defer { sqlite3_finalize(statement) }
    var steps: [String] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      steps.append(sqlite3_column_text(statement, 3).map { String(cString: $0) } ?? "")
    }
    return steps
  }
}
