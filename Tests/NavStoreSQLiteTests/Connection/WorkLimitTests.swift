import Testing

@testable import NavStoreSQLite

/// What keeps a file from making a connection work or read without an end.
@Suite struct WorkLimitTests {
  private let connection: Connection

  init() throws {
    connection = try Connection(path: ":memory:", flags: 0x6, busyTimeoutMilliseconds: 0)
  }

  /// So many rows; too many to come to an end are no fault of this statement's.
  private func count(to last: Int) throws -> Int64? {
    try connection.first(
      """
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
      SELECT count(*) FROM n
      """, last
    ) { $0.int(0) }
  }

  @Test("Work that has no end is stopped at its limit, and the connection goes on")
  func time() throws {
    connection.beginWork(WorkLimit(milliseconds: 30, bytes: .max))
    #expect(throws: WorkLimitExceeded(resource: .time)) { try count(to: .max) }
    #expect(throws: WorkLimitExceeded(resource: .time)) { try count(to: 1_000_000) }
    connection.beginWork(WorkLimit(milliseconds: 10_000, bytes: .max))
    #expect(try count(to: 1_000) == 1_000)
    connection.beginWork(.none)
    #expect(try count(to: 200_000) == 200_000)
  }

  @Test("Work in the middle of other work is stopped at its own limit, and the other is not")
  func nested() throws {
    let outer = WorkLimit(milliseconds: 60_000, bytes: .max)
    connection.beginWork(outer)
    #expect(throws: WorkLimitExceeded(resource: .time)) {
      try connection.work(WorkLimit(milliseconds: 20, bytes: .max)) { try count(to: .max) }
    }
    #expect(connection.workLimit == outer)
    #expect(try count(to: 200_000) == 200_000)
  }

  @Test("Work that has to end by the clock is stopped then, whatever time it took")
  func deadline() throws {
    let over = WorkLimit.until(.now - .seconds(1))
    #expect(throws: WorkLimitExceeded(resource: .time)) {
      try connection.work(over) { try count(to: .max) }
    }
    #expect(try count(to: 200_000) == 200_000)
    #expect(
      try connection.work(.until(.now + .seconds(3_600))) { try count(to: 200_000) } == 200_000)
  }

  @Test("Many short statements count as the one work that they are")
  func manyStatements() throws {
    connection.beginWork(WorkLimit(milliseconds: 30, bytes: .max))
    #expect(throws: WorkLimitExceeded(resource: .time)) {
      for _ in 0..<1_000_000 { _ = try count(to: 100) }
    }
  }

  @Test("A transaction that reached its limit is rolled back")
  func rolledBack() throws {
    try connection.runScript(Array("CREATE TABLE a (b)".utf8))
    connection.beginWork(WorkLimit(milliseconds: 20, bytes: .max))
    #expect(throws: WorkLimitExceeded(resource: .time)) {
      try connection.transaction {
        try connection.run("INSERT INTO a VALUES (1)")
        _ = try count(to: .max)
      }
    }
    #expect(!connection.isInTransaction)
    #expect(try connection.first("SELECT count(*) FROM a") { $0.int(0) } == 0)
  }

  @Test("Reading far more than was asked for is stopped")
  func memory() throws {
    let rows: StaticString = """
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
      SELECT i, hex(zeroblob(500)) FROM n
      """
    connection.beginWork(WorkLimit(milliseconds: .max, bytes: 1_048_576))
    #expect(throws: WorkLimitExceeded(resource: .memory)) {
      try connection.all(rows) { $0.text(1) }
    }
    connection.beginWork(WorkLimit(milliseconds: .max, bytes: 1_048_576))
    #expect(throws: WorkLimitExceeded(resource: .memory)) {
      try connection.all(rows) { ($0.int(0), $0.int(0), $0.int(0), $0.int(0)) }
    }
    connection.beginWork(WorkLimit(milliseconds: .max, bytes: 64 * 1_048_576))
    #expect(try connection.all(rows) { $0.text(1) }.count == 10_000)
  }

  @Test("A value longer than the limit is refused, also where the file has it")
  func length() throws {
    try connection.runScript(
      Array("CREATE TABLE a (b); INSERT INTO a VALUES (zeroblob(2000000))".utf8))
    connection.limitSizes(rowBytes: 1_000_000)
    let error = #expect(throws: SQLiteError.self) {
      try connection.first("SELECT b FROM a") { $0.bytes(0) }
    }
    #expect(error?.code.primary == .tooBig)
    #expect(try connection.vacuum(waitMilliseconds: 10), "VACUUM attaches a database of its own")
  }

  @Test("A limit can be raised beyond every number")
  func plus() {
    let limit = WorkLimit(milliseconds: 1, bytes: 1).plus(milliseconds: .max, bytes: .max)
    #expect(limit == .none)
    #expect(limit.plus(milliseconds: 1) == .none)
    #expect(
      WorkLimit(milliseconds: 5, bytes: 5).plus(milliseconds: -3)
        == .init(milliseconds: 5, bytes: 5))
  }
}
