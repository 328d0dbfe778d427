import CSQLite
import TestSupport
import Testing

@testable import NavStoreSQLite

/// The largest measured number of bytes. One thread writes and reads it.
private final class Most: @unchecked Sendable {
  var bytes: Int32 = 0
}

/// The limits that prevent a damaged file from making a connection compute or read without end.
@Suite struct WorkLimitTests {
  private let connection: Connection

  init() throws {
    connection = try Connection(path: ":memory:", flags: 0x6, busyTimeoutMilliseconds: 0)
  }

  /// Counts to `last` in SQL. With a very large number, the statement does not end on its own.
  private func count(to last: Int) throws -> Int64? {
    try connection.first(
      """
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
      SELECT count(*) FROM n
      """, last
    ) { $0.int(0) }
  }

  @Test("Endless work is stopped at its limit, and the connection can be used again")
  func steps() throws {
    connection.beginWork(WorkLimit(steps: 200_000))
    #expect(throws: WorkStopped.limit) { try count(to: .max) }
    #expect(throws: WorkStopped.limit) { try count(to: 1_000_000) }
    connection.beginWork(WorkLimit(steps: 200_000))
    #expect(try count(to: 1_000) == 1_000)
    connection.beginWork(.none)
    #expect(try count(to: 200_000) == 200_000)
  }

  @Test("Nested work is stopped at its own limit, and the outer work continues")
  func nested() throws {
    connection.beginWork(WorkLimit(steps: 100_000_000))
    #expect(throws: WorkStopped.limit) {
      try connection.work(WorkLimit(steps: 100_000)) { try count(to: .max) }
    }
    #expect(try count(to: 200_000) == 200_000)
  }

  @Test("Work with a deadline is stopped at the deadline, after any number of steps")
  func deadline() throws {
    let over = WorkLimit(deadline: .now - .seconds(1))
    #expect(throws: WorkStopped.limit) {
      try connection.work(over) { try count(to: .max) }
    }
    #expect(try count(to: 200_000) == 200_000)
    let later = WorkLimit(deadline: .now + .seconds(3_600))
    #expect(try connection.work(later) { try count(to: 200_000) } == 200_000)
  }

  @Test("Canceled work is stopped, including nested work with its own limit")
  func cancelled() throws {
    connection.beginWork(.none, isCancelled: { true })
    #expect(throws: WorkStopped.cancelled) { try count(to: .max) }
    connection.beginWork(.none, isCancelled: { true })
    #expect(throws: WorkStopped.cancelled) {
      try connection.work(WorkLimit(steps: .max)) { try count(to: .max) }
    }
    connection.beginWork(.none)
    #expect(try count(to: 200_000) == 200_000)
  }

  @Test("Many short statements count toward the limit of one work")
  func manyStatements() throws {
    connection.beginWork(WorkLimit(steps: 1_000_000))
    #expect(throws: WorkStopped.limit) {
      for _ in 0..<1_000_000 { _ = try count(to: 100) }
    }
  }

  @Test("A transaction that reached its limit is rolled back")
  func rolledBack() throws {
    try connection.runScript(Array("CREATE TABLE a (b)".utf8))
    connection.beginWork(WorkLimit(steps: 100_000))
    #expect(throws: WorkStopped.limit) {
      try connection.transaction {
        try connection.run("INSERT INTO a VALUES (1)")
        _ = try count(to: .max)
      }
    }
    #expect(!connection.isInTransaction)
    #expect(try connection.first("SELECT count(*) FROM a") { $0.int(0) } == 0)
  }

  @Test("A query is stopped at more rows than the file can hold")
  func rows() throws {
    let endless: StaticString =
      "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"
    #expect(throws: WorkStopped.limit) { try connection.numbers(endless) }
    #expect(throws: WorkStopped.limit) { try connection.each(endless) { _ in true } }
  }

  @Test("A query returns all rows that a file can hold")
  func manyRows() throws {
    try connection.runScript(Array("CREATE TABLE a (b)".utf8))
    try connection.run(
      """
      INSERT INTO a WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
      SELECT NULL FROM n
      """, 300_000)
    #expect(try connection.all("SELECT b FROM a") { $0.isNull(0) }.count == 300_000)
  }

  @Test("VACUUM uses a temporary file for a large file, and memory for a small one")
  func temporaryFile() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("large.sqlite")
    let connection = try Connection(path: path, flags: 0x6, busyTimeoutMilliseconds: 100)
    defer { connection.close() }
    try connection.runScript(
      Array("PRAGMA temp_store = 2; PRAGMA journal_mode = WAL; CREATE TABLE a (b)".utf8))
    try connection.run(
      """
      INSERT INTO a WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 24000)
      SELECT zeroblob(1000) FROM n
      """)
    // The peak size of the pages in memory, measured at each check of the work limit.
    let most = Most()
    let handle = UInt(bitPattern: connection.handle)
    func pagesInMemory(aboveBytes limit: Int) throws -> Int32 {
      most.bytes = 0
      connection.beginWork(.none) {
        var (now, highest): (Int32, Int32) = (0, 0)
        sqlite3_db_status(
          OpaquePointer(bitPattern: handle), SQLITE_DBSTATUS_CACHE_USED, &now, &highest, 0)
        most.bytes = max(most.bytes, now)
        return false
      }
      #expect(try connection.vacuum(waitMilliseconds: 10, temporaryFileBytes: limit))
      #expect(try connection.first("SELECT count(*) FROM a") { $0.int(0) } == 24_000)
      return most.bytes
    }
    let inMemory = try pagesInMemory(aboveBytes: 1 << 30)
    let inFile = try pagesInMemory(aboveBytes: 1 << 20)
    #expect(inFile < inMemory / 2)
    #expect(try connection.first("PRAGMA temp_store") { $0.int(0) } == 2)
  }

  @Test("A value longer than the limit is refused, even if the file contains it")
  func length() throws {
    try connection.runScript(
      Array("CREATE TABLE a (b); INSERT INTO a VALUES (zeroblob(5000000))".utf8))
    connection.limitSizes()
    let error = #expect(throws: SQLiteError.self) {
      try connection.first("SELECT b FROM a") { $0.bytes(0) }
    }
    #expect(error?.code.primary == .tooBig)
    #expect(try connection.vacuum(waitMilliseconds: 10), "VACUUM attaches a database of its own")
  }
}
