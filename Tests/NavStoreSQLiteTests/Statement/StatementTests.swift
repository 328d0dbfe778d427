import CSQLite
import Testing

@testable import NavStoreSQLite

@Suite("Statements")
struct StatementTests {
  private let connection: Connection

  init() throws {
    connection = try Connection.make()
  }

  @Test("Too few values are refused, and not bound as NULL")
  func tooFew() throws {
    let error = try #require(throws: SQLiteError.self) {
      try connection.run("INSERT INTO item (id, name) VALUES (?, ?)", 1)
    }
    #expect(error.code == .range)
    #expect(error.sql == "INSERT INTO item (id, name) VALUES (?, ?)")
    #expect(try connection.int("SELECT count(*) FROM item") == 0)
  }

  @Test("Too many values are refused")
  func tooMany() throws {
    let error = try #require(throws: SQLiteError.self) {
      try connection.run("INSERT INTO item (id) VALUES (?)", 1, 2)
    }
    #expect(error.code == .range)
    #expect(try connection.int("SELECT count(*) FROM item") == 0)
  }

  @Test("SQL without a statement in it is an error, not a crash")
  func emptySQL() throws {
    let error = try #require(throws: SQLiteError.self) { try connection.run("-- nothing") }
    #expect(error.code == .misuse)
  }

  @Test("A throw in the row closure resets the statement and clears its bindings")
  func throwInRow() throws {
    struct Stop: Error {}
    let sql: StaticString = "SELECT ?"
    let statement = try connection.statement(sql)
    #expect(throws: Stop.self) {
      try connection.each(sql, "my-secret-route") { _ in
        #expect(sqlite3_stmt_busy(statement.handle) == 1)
        throw Stop()
      }
    }
    #expect(sqlite3_stmt_busy(statement.handle) == 0)
    #expect(!statement.isRunning)
    #expect(expanded(statement) == "SELECT NULL")
  }

  @Test("A failing statement is reset and its bindings are cleared")
  func failingStep() throws {
    try connection.run("INSERT INTO item (name) VALUES (?)", "twice")
    let sql: StaticString = "INSERT INTO item (name) VALUES (?)"
    let statement = try connection.statement(sql)
    #expect(throws: SQLiteError.self) { try connection.run(sql, "twice") }
    #expect(sqlite3_stmt_busy(statement.handle) == 0)
    #expect(!statement.isRunning)
    #expect(expanded(statement) == "INSERT INTO item (name) VALUES (NULL)")
  }

  @Test("A wrong number of values leaves none of them bound", arguments: [1, 3])
  func wrongCount(count: Int) throws {
    let sql: StaticString = "SELECT ?, ?"
    let statement = try connection.statement(sql)
    #expect(throws: SQLiteError.self) {
      if count == 1 {
        try connection.run(sql, "my-secret-route")
      } else {
        try connection.run(sql, "my-secret-route", "b", "c")
      }
    }
    #expect(!statement.isRunning)
    #expect(expanded(statement) == "SELECT NULL, NULL")
  }

  @Test("A reader that stops early holds no lock and no binding")
  func earlyStop() throws {
    let sql: StaticString = "SELECT ? UNION ALL SELECT 2"
    let statement = try connection.statement(sql)
    var seen = 0
    try connection.each(sql, 1) { _ in
      seen += 1
      return false
    }
    #expect(seen == 1)
    #expect(sqlite3_stmt_busy(statement.handle) == 0)
    #expect(expanded(statement) == "SELECT NULL UNION ALL SELECT 2")
  }

  @Test("The same SQL works inside its own row closure")
  func nested() throws {
    for id in 1...3 { try connection.run("INSERT INTO item (id) VALUES (?)", id) }
    func larger(than id: Int64, depth: Int) throws -> [Int64] {
      var found: [Int64] = []
      try connection.each("SELECT id FROM item WHERE id > ? ORDER BY id", id) { row in
        found.append(row.int(0))
        if depth > 0 { found += try larger(than: row.int(0), depth: depth - 1) }
        return true
      }
      return found
    }
    #expect(try larger(than: 0, depth: 2) == [1, 2, 3, 3, 2, 3, 3])
    #expect(try larger(than: 1, depth: 0) == [2, 3])
  }

  @Test("A statement can be used after a change of the schema")
  func schemaChange() throws {
    try connection.run("INSERT INTO item (id) VALUES (1)")
    for expected in [2, 3] as [Int32] {
      var columns: Int32 = 0
      try connection.each("SELECT * FROM item") { row in
        columns = sqlite3_column_count(row.statement)
        return true
      }
      #expect(columns == expected)
      if expected == 2 { try connection.run("ALTER TABLE item ADD COLUMN extra INTEGER") }
    }
  }

  @Test("`first` reads one row or nil, and `all` reads every row")
  func rows() throws {
    #expect(try connection.int("SELECT id FROM item") == nil)
    try connection.run("INSERT INTO item (id) VALUES (3), (1), (2)")
    #expect(try connection.int("SELECT id FROM item ORDER BY id") == 1)
    #expect(try connection.numbers("SELECT id FROM item ORDER BY id") == [1, 2, 3])
  }

  /// Returns the SQL of the statement with the bound values in place of the parameters.
  private func expanded(_ statement: Statement) -> String? {
    guard let text = sqlite3_expanded_sql(statement.handle) else { return nil }
    defer { sqlite3_free(text) }
    return String(cString: text)
  }
}
