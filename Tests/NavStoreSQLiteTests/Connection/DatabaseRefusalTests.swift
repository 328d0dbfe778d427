import Foundation
import TestSupport
import Testing

@testable import NavStoreSQLite

@Suite("Refused databases")
struct DatabaseRefusalTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test(
    "A foreign file in rollback-journal mode is refused, and no byte of it changes",
    arguments: [
      ("PRAGMA application_id = 5", 5),
      ("PRAGMA application_id = 5; PRAGMA user_version = 1; CREATE TABLE theirs (id)", 5),
      ("PRAGMA application_id = -5; CREATE TABLE theirs (id)", -5),
      ("CREATE TABLE theirs (id)", 0),
      ("PRAGMA user_version = 1", 0),
      ("PRAGMA user_version = 0; VACUUM", 0),
    ] as [(String, Int32)])
  func foreign(sql: String, applicationID: Int32) throws {
    let connection = try Connection.plain(path: folder.path())
    try connection.script(sql)
    connection.close()
    try expectUntouched(files: ["store.sqlite"], .foreign(applicationID: applicationID))
    #expect(!folder.contains("store.sqlite-wal"))
    #expect(!folder.contains("store.sqlite-journal"))
  }

  @Test(
    "A foreign file with a leftover WAL is refused, and no byte of either changes",
    arguments: [false, true])
  func foreignWithWAL(hasIndex: Bool) throws {
    let connection = try Connection.plain(path: folder.path("original.db"))
    try connection.script(
      """
      PRAGMA application_id = 5; PRAGMA journal_mode = WAL;
      CREATE TABLE theirs (id); INSERT INTO theirs VALUES (7);
      """)
    try leaveBehind("original.db", hasIndex: hasIndex)
    try expectUntouched(files: ["store.sqlite", "store.sqlite-wal"], .foreign(applicationID: 5))

    let again = try Connection.plain(path: folder.path())
    #expect(try again.int("SELECT id FROM theirs") == 7)
  }

  @Test("An application ID that is only in the WAL is ignored", arguments: [true, false])
  func nameInWAL(isOurs: Bool) throws {
    let connection = try Connection.plain(path: folder.path("original.db"))
    let name = isOurs ? DatabaseOptions.testID : 5
    try connection.script("PRAGMA journal_mode = WAL; PRAGMA application_id = \(name)")
    try leaveBehind("original.db", hasIndex: false)
    try expectUntouched(files: ["store.sqlite", "store.sqlite-wal"], .foreign(applicationID: 0))
  }

  @Test("A file of a later build is refused, and no byte of it or its WAL changes")
  func newer() throws {
    let connection = try Database.make(path: folder.path("original.db"))
    // The following changes are only in the WAL when the files are copied, as after a kill.
    try connection.script("CREATE TABLE item (id INTEGER) STRICT")
    try connection.script("PRAGMA user_version = 4")
    try leaveBehind("original.db", hasIndex: true)
    try expectUntouched(files: ["store.sqlite", "store.sqlite-wal"], .newer(version: 4))

    let options = DatabaseOptions.make(newestVersion: 4)
    #expect(try !Database.open(path: folder.path(), options: options, mayCreate: true).isNew)
  }

  @Test("A file of a later build that is no longer in WAL mode is refused as well")
  func newerWithoutWAL() throws {
    let connection = try Connection.plain(path: folder.path())
    try connection.script(
      "PRAGMA application_id = \(DatabaseOptions.testID); PRAGMA user_version = 4")
    connection.close()
    try expectUntouched(files: ["store.sqlite"], .newer(version: 4))
    #expect(!folder.contains("store.sqlite-wal"))
  }

  @Test("A file of random bytes is damaged, and is not changed", arguments: [100, 4096, 20_000])
  func randomBytes(count: Int) throws {
    let seed = UInt64.random(in: .min ... .max)
    var generator = Generator(state: seed)
    try folder.write(
      (0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) }, to: "store.sqlite")
    let before = try folder.bytes("store.sqlite")
    let error = try #require(throws: SQLiteError.self, "seed \(seed)") {
      try Database.open(path: folder.path(), options: .make(), mayCreate: true)
    }
    #expect(error.code.isDamage, "seed \(seed)")
    #expect(try folder.bytes("store.sqlite") == before)
  }

  @Test(
    "A file without write permission is refused as read-only",
    .enabled(if: Permissions.canBeEnforced, "the super-user may write to every file here"))
  func readOnly() throws {
    let connection = try Database.make(path: folder.path())
    try connection.run("CREATE TABLE item (id INTEGER PRIMARY KEY) STRICT")
    _ = try connection.checkpoint(.truncate, waitMilliseconds: 0)
    connection.close()
    for name in ["store.sqlite", "store.sqlite-wal", "store.sqlite-shm"] {
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o444], ofItemAtPath: folder.path(name))
    }
    let before = try folder.bytes("store.sqlite")
    let path = folder.path()
    #expect(throws: OpenRefusal.readOnly) {
      try Permissions.enforced { try Database.open(path: path, options: .make(), mayCreate: true) }
    }
    #expect(try folder.bytes("store.sqlite") == before)
  }

  /// Copies the database `name` and its WAL to the path that the test opens, as a kill would leave
  /// them. If `hasIndex` is `true`, also copies the shared memory.
  private func leaveBehind(_ name: String, hasIndex: Bool) throws {
    try folder.copy(name, to: "store.sqlite")
    try folder.copy("\(name)-wal", to: "store.sqlite-wal")
    if hasIndex { try folder.copy("\(name)-shm", to: "store.sqlite-shm") }
    #expect(try !folder.bytes("store.sqlite-wal").isEmpty)
  }

  private func expectUntouched(files: [String], _ refusal: OpenRefusal) throws {
    let before = try files.map(folder.bytes)
    let path = folder.path()
    #expect(throws: refusal) { try Database.open(path: path, options: .make(), mayCreate: true) }
    #expect(try files.map(folder.bytes) == before)
  }
}

/// SplitMix64, a small random number generator that returns the same numbers on every platform for
/// a seed.
private struct Generator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
