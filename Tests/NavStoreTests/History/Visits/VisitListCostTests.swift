import CSQLite
import TestSupport
import Testing

@testable import NavStore
@testable import NavStoreSQLite

/// The cost of a query for one page of visits, in steps of SQLite's virtual machine.
@Suite("The cost of a page of visits")
struct VisitListCostTests {
  @Test(
    "A page costs the same however many visits and pages there are",
    arguments: [(isOfItem: false, start: Int64.max), (false, 900), (true, .max), (true, 900)])
  func page(isOfItem: Bool, start: Int64) throws {
    let few = try steps(visits: 1_000, isOfItem: isOfItem, start: start)
    let many = try steps(visits: 20_000, isOfItem: isOfItem, start: start)
    #expect(many.rows == 20 && few.rows == 20)
    #expect(many.steps <= few.steps * 5 / 4, "\(few.steps) steps, and \(many.steps)")
  }

  /// Returns the number of rows and the number of steps of a query for 20 visits. The table has
  /// `visits` visits to 50 items in 10 stacks.
  private func steps(visits: Int, isOfItem: Bool, start: Int64) throws -> (rows: Int, steps: Int) {
    let temporary = try TemporaryStore()
    let sql = try #require(
      Sources.literals(
        of: ["VisitTable+Lists"], below: "Sources/NavStore",
        with: isOfItem ? "route.item = asked.value" : "ORDER BY time DESC"
      ).first?.text)
    return try temporary.store.writer.sync { connection in
      try connection.runScript(
        Array(
          """
          PRAGMA foreign_keys = OFF;
          WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50)
          INSERT INTO item (id, account, kind, hash, key) SELECT i, 0, 1, i, i FROM n;
          INSERT INTO route SELECT id, id, 'a', 1, '', id FROM item;
          WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(visits))
          INSERT INTO visit SELECT i, 1 + i % 10, 1 + i % 50, 0, i, 0, NULL, 1 FROM n;
          """.utf8))
      var statement: OpaquePointer?
      let code = sqlite3_prepare_v2(connection.handle, sql, -1, &statement, nil)
      guard code == SQLITE_OK else { throw SQLiteError(code, on: connection.handle, sql: sql) }
      defer { sqlite3_finalize(statement) }
      let stacks = VisitTable.list(Array(1...10))
      let values: [Any?] =
        isOfItem
        ? ["[7,8,9]", nil, start, Int64.min, Int64.max, stacks, Int64(20)]
        : [stacks, Int64.min, start == .max ? .max : start + 1, start, start, nil, Int64(20)]
      for (index, value) in values.enumerated() {
        let place = Int32(index + 1)
        switch value {
        case let text as String:
          sqlite3_bind_text(
            statement, place, text, -1, unsafeBitCast(-1, to: sqlite3_destructor_type.self))
        case let number as Int64: sqlite3_bind_int64(statement, place, number)
        default: sqlite3_bind_null(statement, place)
        }
      }
      var rows = 0
      while sqlite3_step(statement) == SQLITE_ROW { rows += 1 }
      return (rows, Int(sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_VM_STEP, 0)))
    }
  }
}
