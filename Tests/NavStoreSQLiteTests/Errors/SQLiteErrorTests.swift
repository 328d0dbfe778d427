import CSQLite
import TestSupport
import Testing

@testable import NavStoreSQLite

@Suite("SQLite errors")
struct SQLiteErrorTests {
  @Test("An error contains the code's name, SQLite's message and the SQL")
  func text() throws {
    let connection = try Connection.make()
    let error = try #require(throws: SQLiteError.self) {
      try connection.run("SELECT absent FROM item")
    }
    #expect(error.code == .error)
    #expect(error.message == "no such column: absent")
    #expect(error.sql == "SELECT absent FROM item")
    #expect(
      error.description
        == "SQLITE_ERROR: no such column: absent – while running: SELECT absent FROM item")
  }

  @Test("A failing script is reported without its text")
  func script() throws {
    let connection = try Connection.make()
    let error = try #require(throws: SQLiteError.self) {
      try connection.script("CREATE TABLE item (id)")
    }
    #expect(error.description == "SQLITE_ERROR: table item already exists")
  }

  @Test("A bound value is never part of an error")
  func secret() throws {
    let secret = "my-secret-route"
    let connection = try Connection.make()
    try connection.run("INSERT INTO item (name) VALUES (?)", secret)

    let errors = [
      try #require(throws: SQLiteError.self) {
        try connection.run("INSERT INTO item (name) VALUES (?)", secret)
      },
      // The table is STRICT, so it rejects this text in an integer column.
      try #require(throws: SQLiteError.self) {
        try connection.run("INSERT INTO item (id) VALUES (?)", secret)
      },
      try #require(throws: SQLiteError.self) {
        try connection.run("INSERT INTO item (name) VALUES (?)", secret, secret)
      },
    ]
    #expect(errors.map(\.code.name.description).first == "SQLITE_CONSTRAINT (2067)")
    for error in errors {
      #expect(!String(describing: error).contains(secret))
      #expect(!String(reflecting: error).contains(secret))
      #expect("\(error)".contains("?"))
    }
  }

  @Test("The message belongs to this error, not to an earlier one on the connection")
  func staleMessage() throws {
    let connection = try Connection.make()
    #expect(throws: SQLiteError.self) { try connection.run("SELECT absent FROM item") }
    let error = SQLiteError(SQLITE_FULL, on: connection.handle)
    #expect(error.message == "database or disk is full")
  }

  @Test("An error without a connection has SQLite's message for its code")
  func withoutConnection() {
    let error = SQLiteError(SQLITE_CORRUPT, on: nil)
    #expect(error.description == "SQLITE_CORRUPT: database disk image is malformed")
  }

  @Test("CORRUPT and NOTADB are damage", arguments: [11, 26, 11 | (3 << 8)])
  func damage(number: Int32) {
    #expect(ResultCode(rawValue: number).isDamage)
  }

  @Test(
    "A full disk, a lock, an I/O error or a missing permission is not damage",
    arguments: [1, 3, 5, 7, 8, 10, 13, 14, 19, 23, 10 | (33 << 8)])
  func noDamage(number: Int32) {
    #expect(!ResultCode(rawValue: number).isDamage)
  }

  @Test("The error for a path that can't be opened has SQLite's message, and no SQL")
  func cannotOpen() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("absent/store.sqlite")
    let error = try #require(throws: SQLiteError.self) { try Connection.plain(path: path) }
    #expect(error.code.primary == .cannotOpen)
    #expect(error.message == "unable to open database file")
    #expect(error.sql == nil)
  }
}
