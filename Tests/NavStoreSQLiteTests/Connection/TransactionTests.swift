import CSQLite
import TestSupport
import Testing

@testable import NavStoreSQLite

@Suite("Transactions")
struct TransactionTests {
  private struct Stop: Error {}

  private let folder: TemporaryFolder
  private let connection: Connection

  init() throws {
    folder = try TemporaryFolder()
    connection = try Database.make(path: folder.path())
    try connection.script(
      """
      CREATE TABLE item (id INTEGER PRIMARY KEY) STRICT;
      CREATE TABLE part (
        item INTEGER NOT NULL REFERENCES item (id) DEFERRABLE INITIALLY DEFERRED
      ) STRICT;
      """)
  }

  @Test("A committed transaction is visible to other connections")
  func commit() throws {
    let result = try connection.transaction {
      try connection.run("INSERT INTO item VALUES (1)")
      #expect(connection.isInTransaction)
      return connection.lastInsertRowID
    }
    #expect(result == 1)
    #expect(!connection.isInTransaction)
    #expect(try count(in: Database.make(path: folder.path())) == 1)
  }

  @Test("A transaction that throws is rolled back")
  func rollback() throws {
    #expect(throws: Stop.self) {
      try connection.transaction {
        try connection.run("INSERT INTO item VALUES (1)")
        throw Stop()
      }
    }
    #expect(!connection.isInTransaction)
    #expect(try count(in: connection) == 0)
    // The rollback has also released the write lock.
    try Database.make(path: folder.path(), busyTimeoutMilliseconds: 0).transaction {}
  }

  @Test("A throw while rows are being read rolls back the transaction")
  func rollbackWhileReading() throws {
    try connection.run("INSERT INTO item VALUES (1), (2)")
    #expect(throws: Stop.self) {
      try connection.transaction {
        try connection.each("SELECT id FROM item WHERE id <= 2") { row in
          try connection.run("INSERT INTO item VALUES (?)", row.int(0) + 10)
          if row.int(0) == 2 { throw Stop() }
          return true
        }
      }
    }
    #expect(!connection.isInTransaction)
    #expect(try count(in: connection) == 2)
  }

  @Test("A failed COMMIT is rolled back, and leaves no transaction open")
  func failingCommit() throws {
    let error = try #require(throws: SQLiteError.self) {
      try connection.transaction {
        try connection.run("INSERT INTO item VALUES (1)")
        // The foreign key is deferred, so SQLite finds that item 2 is missing only at the COMMIT.
        try connection.run("INSERT INTO part VALUES (2)")
      }
    }
    #expect(error.code.name == "SQLITE_CONSTRAINT (787)")
    #expect(error.sql == "COMMIT")
    #expect(!connection.isInTransaction)
    #expect(try count(in: connection) == 0)
    try connection.transaction { try connection.run("INSERT INTO item VALUES (1)") }
    #expect(try count(in: connection) == 1)
  }

  @Test("A transaction that SQLite rolled back by itself ends with the error that caused it")
  func rolledBackBySQLite() throws {
    let error = try #require(throws: SQLiteError.self) {
      try connection.transaction {
        try connection.run("INSERT INTO item VALUES (1)")
        try connection.run("INSERT OR ROLLBACK INTO item VALUES (1)")
      }
    }
    #expect(error.code.primary == .constraint)
    #expect(!connection.isInTransaction)
    #expect(try count(in: connection) == 0)
  }

  @Test("The write lock is taken at the start, and another writer fails at its deadline")
  func lockAtStart() throws {
    let other = try Database.make(path: folder.path(), busyTimeoutMilliseconds: 10)
    try connection.transaction {
      // The connection has written nothing in this transaction, and holds the write lock even so.
      let error = try #require(throws: SQLiteError.self) {
        try other.transaction { Issue.record("The body ran without the lock.") }
      }
      #expect(error.code == .busy)
      #expect(error.sql == "BEGIN IMMEDIATE")
      #expect(!other.isInTransaction)
    }
    try other.transaction { try other.run("INSERT INTO item VALUES (1)") }
    #expect(try count(in: connection) == 1)
  }

  @Test("A reader does not wait for a writer, and reads only committed changes")
  func readBesideWriter() throws {
    let other = try Database.make(path: folder.path(), busyTimeoutMilliseconds: 0)
    try connection.transaction {
      try connection.run("INSERT INTO item VALUES (1)")
      #expect(try count(in: other) == 0)
    }
    #expect(try count(in: other) == 1)
  }

  @Test("A snapshot does not change while another connection writes")
  func snapshot() throws {
    let other = try Database.make(path: folder.path())
    try connection.snapshot {
      #expect(try count(in: connection) == 0)
      try other.run("INSERT INTO item VALUES (1)")
      #expect(try count(in: connection) == 0)
      #expect(try count(in: other) == 1)
    }
    #expect(!connection.isInTransaction)
    #expect(try count(in: connection) == 1)
  }

  @Test("A snapshot that throws is released")
  func throwingSnapshot() throws {
    let other = try Database.make(path: folder.path())
    #expect(throws: Stop.self) {
      try connection.snapshot {
        #expect(try count(in: connection) == 0)
        throw Stop()
      }
    }
    try other.run("INSERT INTO item VALUES (1)")
    #expect(try count(in: connection) == 1)
  }

  @Test("Writers on several threads wait for each other, and no write is lost")
  func writersWait() throws {
    let path = folder.path()
    let outcomes = onThreads(4) { thread in
      let connection = try Database.make(path: path)
      for round in 0..<25 {
        try connection.transaction {
          try connection.run("INSERT INTO item VALUES (?)", thread * 1_000 + round)
        }
      }
    }
    for outcome in outcomes { try outcome.get() }
    #expect(try count(in: connection) == 100)
  }

  private func count(in connection: Connection) throws -> Int64? {
    try connection.int("SELECT count(*) FROM item")
  }
}
