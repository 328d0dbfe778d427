import CSQLite
import TestSupport
import Testing

@testable import NavStoreSQLite

@Suite("Rollback after failures")
struct RollbackTests {
  private struct Stop: Error {}

  /// A switch that makes the preparation of a ROLLBACK fail, as it does without free memory.
  private final class Refusal {
    var isOn = false
  }

  private let folder: TemporaryFolder
  private let connection: Connection
  private let refusal = Refusal()

  init() throws {
    folder = try TemporaryFolder()
    // Sets the authorizer on a connection without prepared statements, because setting an
    // authorizer expires prepared statements.
    connection = try Connection(
      path: folder.path(), flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
      busyTimeoutMilliseconds: 0)
    sqlite3_set_authorizer(
      connection.handle,
      { context, action, detail, _, _, _ in
        guard let context, action == SQLITE_TRANSACTION, let detail else { return SQLITE_OK }
        let refusal = Unmanaged<Refusal>.fromOpaque(context).takeUnretainedValue()
        return refusal.isOn && String(cString: detail) == "ROLLBACK" ? SQLITE_DENY : SQLITE_OK
      }, Unmanaged.passUnretained(refusal).toOpaque())
    try connection.script("CREATE TABLE item (id INTEGER PRIMARY KEY) STRICT")
  }

  @Test("A failed transaction is rolled back even if no statement can be prepared")
  func nothingToPrepareWith() throws {
    #expect(throws: Stop.self) {
      try connection.transaction {
        try connection.run("INSERT INTO item VALUES (1)")
        refusal.isOn = true
        throw Stop()
      }
    }
    #expect(!connection.isInTransaction)
    try connection.transaction { try connection.run("INSERT INTO item VALUES (2)") }
    #expect(try connection.int("SELECT sum(id) FROM item") == 2)
  }

  @Test("A transaction left open by a failed rollback is rolled back before the next one")
  func leftOpen() throws {
    try connection.run("BEGIN IMMEDIATE")
    try connection.run("INSERT INTO item VALUES (1)")
    connection.leftTransactionOpen = true
    try connection.transaction { try connection.run("INSERT INTO item VALUES (2)") }
    #expect(try connection.int("SELECT sum(id) FROM item") == 2)
  }
}
