import CSQLite
import TestSupport
import Testing

@testable import NavStore
@testable import NavStoreSQLite

/// Checks the plans of SQL text that is read from the library's source files, so that no query is
/// copied into a test.
@Suite("Query plans of the history")
struct QueryPlanTests {
  struct Query: Sendable, CustomTestStringConvertible {
    let file: String
    let sql: String

    var testDescription: String {
      file + ": " + sql.split(whereSeparator: \.isWhitespace).joined(separator: " ").prefix(60)
    }
  }

  static let queries =
    queries(in: [
      "ItemListTable", "SearchTable", "StoredVisit", "VisitTable", "VisitTable+Counting",
      "ItemTable+Counts",
      "VisitTable+Lists",
    ]) + queries(in: ["VisitTable+Removal"], with: "JOIN")
    + queries(in: ["ExportTable"], below: "Sources/NavStoreInspection")

  private static func queries(
    in files: [String], below folder: String = "Sources/NavStore", with part: String = "SELECT"
  ) -> [Query] {
    Sources.literals(of: files, below: folder, with: part)
      .map { Query(file: $0.file, sql: $0.text) }
  }

  @Test("The queries are found in the sources")
  func found() {
    #expect(Self.queries.filter { $0.file == "ItemListTable" }.count == 4)
    #expect(Self.queries.filter { $0.file == "SearchTable" }.count == 1)
    #expect(Self.queries.filter { $0.file == "StoredVisit" }.count == 1)
    #expect(Self.queries.filter { $0.file == "VisitTable+Lists" }.count == 5)
    #expect(Set(Self.queries.map(\.file)).count == 9)
  }

  @Test("No query of the history sorts or scans a whole table", arguments: queries)
  func plan(_ query: Query) throws {
    let temporary = try TemporaryStore()
    let session = try temporary.store.session(of: Page.self, in: "main")
    for number in 0..<100 { session.push(Page("\(number)")) }
    let steps = try temporary.store.writer.sync { try plan(of: query.sql, $0) }
    #expect(!steps.isEmpty)
    for step in steps {
      // A query with `IN (` and `LIMIT` may sort, because it sorts at most LIMIT rows of each stack
      // or route: see `VisitListCostTests`.
      let isSorted = step == "USE TEMP B-TREE FOR ORDER BY"
      #expect(
        !step.contains("TEMP B-TREE")
          || isSorted && query.sql.contains("IN (")
            && query.sql.contains("LIMIT"),
        "\(step)")
      let isScan =
        step.hasPrefix("SCAN") && !step.hasPrefix("SCAN (subquery") && !step.hasPrefix("SCAN stack")
      // A search scans the table `item`, because it reads every title once.
      let isSearch = query.file == "SearchTable" && step == "SCAN item"
      #expect(!isScan || isSearch || Self.allowedScans.contains(step), "\(step)")
    }
  }

  @Test(
    "Items are read from an index in order, and a page starts at the cursor",
    arguments: [
      ("last < ?", "item_recent", "last<?"),
      ("frecency < ?", "item_frecent", "frecency<?"),
      ("frecency = ?", "item_frecent", "frecency=? AND rowid<?"),
    ])
  func itemOrders(_ condition: String, _ index: String, _ range: String) throws {
    let temporary = try TemporaryStore()
    let query = try #require(
      Self.queries.first { $0.file == "ItemListTable" && $0.sql.contains(condition) })
    let steps = try temporary.store.writer.sync { try plan(of: query.sql, $0) }
    let step = try #require(steps.first { $0.contains(" item ") })
    #expect(step.contains("INDEX \(index) (account=? AND "), "\(step)")
    #expect(step.hasSuffix(" \(range))"), "\(step)")
  }

  @Test(
    "Routes are found by an index of item and hash, and an item's routes by the item",
    arguments: [
      ("RouteTable", "route.payload = ?", "item=? AND hash=?"),
      ("RouteTable", "hash > 0", "item=? AND hash>?"),
      ("ItemTable+Counts", "UPDATE item SET title = NULL", "item=?"),
      ("NavHistory+Scope", "CROSS JOIN route ON route.item", "item=?"),
      ("AccountSweep", "FROM route WHERE item = ? LIMIT ?", "item=?"),
    ])
  func routes(_ file: String, _ part: String, _ columns: String) throws {
    let temporary = try TemporaryStore()
    let found = Sources.literals(of: [file], below: "Sources/NavStore", with: part)
    let sql = try #require(found.first?.text)
    let steps = try temporary.store.writer.sync { try plan(of: sql, $0) }
    let isSearched = steps.contains {
      $0.contains(" route ") && $0.hasSuffix("INDEX route_item_hash (\(columns))")
    }
    #expect(isSearched, "\(steps)")
    #expect(!steps.contains { $0.hasPrefix("SCAN route") }, "\(steps)")
  }

  /// Scans that a plan may contain. They read one row, no table, the requested values, the results
  /// of a recursion, or one row for each kind.
  private static let allowedScans = [
    "SCAN progress", "SCAN CONSTANT ROW", "SCAN asked VIRTUAL TABLE INDEX 1:",
    "SCAN json_each VIRTUAL TABLE INDEX 1:", "SCAN found", "SCAN kind",
  ]

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
