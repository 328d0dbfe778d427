import CSQLite
import Foundation
import TestSupport
import Testing

@testable import NavStoreSQLite

@Suite("Checkpoints")
struct CheckpointTests {
  private let folder: TemporaryFolder
  private let connection: Connection

  init() throws {
    folder = try TemporaryFolder()
    // The busy timeout is longer than the time limit of the tests, so that a checkpoint that waits
    // for this timeout fails its test.
    connection = try Database.make(path: folder.path(), busyTimeoutMilliseconds: 90_000)
    try connection.run("CREATE TABLE item (id INTEGER PRIMARY KEY, text TEXT) STRICT")
    _ = try connection.checkpoint(.truncate, waitMilliseconds: 0)
  }

  @Test("A truncating checkpoint empties the WAL and moves everything into the database")
  func truncate() throws {
    try insert(1...20)
    #expect(try !folder.bytes("store.sqlite-wal").isEmpty)
    #expect(try connection.checkpoint(.truncate, waitMilliseconds: 0))
    #expect(try folder.bytes("store.sqlite-wal").isEmpty)
    #expect(try countInDatabaseAlone() == 20)
  }

  @Test("A restarting checkpoint moves everything into the database, and the WAL is overwritten")
  func restart() throws {
    try insert(1...20)
    let length = try folder.bytes("store.sqlite-wal").count
    #expect(try connection.checkpoint(.restart, waitMilliseconds: 0))
    #expect(try countInDatabaseAlone() == 20)

    try insert(21...21)
    // The commit overwrote the start of the WAL. It did not append to the WAL.
    #expect(try folder.bytes("store.sqlite-wal").count == length)
    #expect(connection.walFrames < 5)
  }

  @Test("WAL frames are counted after each commit, and from zero after a checkpoint")
  func frames() throws {
    #expect(connection.walFrames == 0)
    var last = 0
    for id in 1...3 {
      try insert(id...id)
      #expect(connection.walFrames > last)
      last = connection.walFrames
    }
    // Each frame of the WAL has a page and a header of 24 bytes. The WAL itself has a header of 32
    // bytes.
    #expect(try folder.bytes("store.sqlite-wal").count == 32 + last * (4096 + 24))
    _ = try connection.checkpoint(.restart, waitMilliseconds: 0)
    #expect(connection.walFrames == 0)
    try insert(4...4)
    #expect(connection.walFrames > 0)
    _ = try connection.checkpoint(.truncate, waitMilliseconds: 0)
    #expect(connection.walFrames == 0)
  }

  @Test("A long WAL is not checkpointed automatically")
  func noAutomaticCheckpoint() throws {
    let before = try folder.bytes("store.sqlite")
    for id in 1...15 {
      try connection.run("INSERT INTO item VALUES (?, hex(zeroblob(200000)))", id)
    }
    // SQLite's default threshold for an automatic checkpoint is 1,000 frames.
    #expect(connection.walFrames > 1_100)
    #expect(try folder.bytes("store.sqlite") == before)
  }

  @Test("A checkpoint of an empty WAL succeeds at once")
  func nothing() throws {
    #expect(try connection.checkpoint(.restart, waitMilliseconds: 0))
    #expect(try connection.checkpoint(.truncate, waitMilliseconds: 0))
  }

  @Test("A database in memory has nothing to checkpoint")
  func inMemory() throws {
    let connection = try Connection.make()
    #expect(try connection.checkpoint(.truncate, waitMilliseconds: 0))
  }

  @Test(
    "A checkpoint gives up at its deadline while another connection reads",
    arguments: [CheckpointMode.restart, .truncate], [0, 5])
  func reader(mode: CheckpointMode, wait: Int) throws {
    try insert(1...20)
    let other = try Database.make(path: folder.path(), busyTimeoutMilliseconds: 0)
    try other.snapshot {
      #expect(try count(in: other) == 20)
      try insert(21...40)
      #expect(try !connection.checkpoint(mode, waitMilliseconds: wait))
      #expect(connection.walFrames > 0)
      // After the failed checkpoint, the reader `other` continues on its snapshot, and `connection`
      // reads the newest state.
      #expect(try count(in: other) == 20)
      #expect(try count(in: connection) == 40)
      try insert(41...60)
    }
    try expectWhole(count: 60, after: mode)
  }

  @Test(
    "Under another connection's write lock, a checkpoint gives up and copies nothing",
    arguments: [CheckpointMode.restart, .truncate], [0, 5])
  func writer(mode: CheckpointMode, wait: Int) throws {
    try insert(1...20)
    let other = try Database.make(path: folder.path(), busyTimeoutMilliseconds: 0)
    let before = try folder.bytes("store.sqlite")
    try other.run("BEGIN IMMEDIATE")
    #expect(try !connection.checkpoint(mode, waitMilliseconds: wait))
    // By default, SQLite continues a checkpoint that can't get the write lock as a PASSIVE
    // checkpoint, which copies pages. This connection's checkpoint must copy none.
    #expect(try folder.bytes("store.sqlite") == before)
    #expect(try count(in: connection) == 20)
    try other.run("INSERT INTO item VALUES (21, NULL)")
    try other.run("COMMIT")
    try expectWhole(count: 21, after: mode)
  }

  @Test("After a checkpoint that gave up, a held lock interrupts no statement")
  func interruptIsForCheckpointsOnly() throws {
    let connection = try Database.make(path: folder.path(), busyTimeoutMilliseconds: 10)
    let other = try Database.make(path: folder.path(), busyTimeoutMilliseconds: 0)
    try connection.run("INSERT INTO item VALUES (1, NULL), (2, NULL)")
    try other.transaction {
      #expect(try !connection.checkpoint(.restart, waitMilliseconds: 0))
      var seen = 0
      // An interrupt by the checkpoint would end this read. The read uses no table, because SQLite
      // doesn't wait for the write lock during the read of a table.
      try connection.each("VALUES (1), (2)") { _ in
        let error = try #require(throws: SQLiteError.self) { try connection.transaction {} }
        #expect(error.code == .busy)
        seen += 1
        return true
      }
      #expect(seen == 2)
    }
    try connection.transaction { try connection.run("INSERT INTO item VALUES (3, NULL)") }
    #expect(try count(in: connection) == 3)
  }

  @Test("After a checkpoint that does not wait, transactions wait for locks as before")
  func waitIsForCheckpointsOnly() throws {
    let path = folder.path()
    let outcomes = onThreads(4) { thread in
      let connection = try Database.make(path: path)
      for round in 0..<50 {
        _ = try connection.checkpoint(.restart, waitMilliseconds: 0)
        try connection.transaction {
          try connection.run("INSERT INTO item VALUES (?, NULL)", thread * 1_000 + round)
        }
      }
    }
    for outcome in outcomes { try outcome.get() }
    try expectWhole(count: 200, after: .truncate)
  }

  @Test("A checkpoint waits for another writer, and then succeeds")
  func waits() throws {
    let path = folder.path()
    let outcomes = onThreads(2) { thread in
      let connection = try Database.make(path: path)
      for id in 0..<50 {
        if thread == 0 {
          try connection.run("INSERT INTO item VALUES (?, NULL)", id)
        } else {
          #expect(try connection.checkpoint(.restart, waitMilliseconds: 60_000))
        }
      }
    }
    for outcome in outcomes { try outcome.get() }
    try expectWhole(count: 50, after: .truncate)
  }

  @Test("A checkpoint also waits for another connection's checkpoint")
  func waitsForCheckpoints() throws {
    let path = folder.path()
    try insert(1...20)
    let isReading = Flag()
    let outcomes = onThreads(3) { thread in
      let connection = try Database.make(path: path)
      guard thread == 0 else {
        while !isReading.isSet { sqlite3_sleep(1) }
        #expect(try connection.checkpoint(.restart, waitMilliseconds: 60_000))
        return
      }
      // Thread 1 or 2 begins a checkpoint, which waits for this reader. The other thread's
      // checkpoint waits for that checkpoint.
      try connection.snapshot {
        _ = try connection.int("SELECT count(*) FROM item")
        isReading.set()
        let probe = try Database.make(path: path)
        // Waits until 50 attempts have found a checkpoint in progress, so that both threads are
        // waiting.
        var busy = 0
        for _ in 0..<2_000 where busy < 50 {
          let code = sqlite3_wal_checkpoint_v2(
            probe.handle, "main", SQLITE_CHECKPOINT_PASSIVE, nil, nil)
          if ResultCode(rawValue: code).primary == .busy { busy += 1 }
          sqlite3_sleep(1)
        }
        #expect(busy == 50)
      }
    }
    for outcome in outcomes { try outcome.get() }
    try expectWhole(count: 20, after: .truncate)
  }

  private func insert(_ ids: ClosedRange<Int>) throws {
    for id in ids { try connection.run("INSERT INTO item VALUES (?, hex(zeroblob(2000)))", id) }
  }

  private func count(in connection: Connection) throws -> Int64? {
    try connection.int("SELECT count(*) FROM item")
  }

  /// Returns the number of rows in the database file without its WAL.
  private func countInDatabaseAlone() throws -> Int64? {
    try folder.copy("store.sqlite", to: "alone.db")
    return try count(in: Database.make(path: folder.path("alone.db")))
  }

  private func expectWhole(count expected: Int64, after mode: CheckpointMode) throws {
    #expect(try connection.checkpoint(mode, waitMilliseconds: 0))
    #expect(connection.walFrames == 0)
    #expect(try count(in: connection) == expected)
    #expect(try connection.text("PRAGMA integrity_check") == "ok")
    #expect(try countInDatabaseAlone() == expected)
  }
}

/// A Boolean that any thread can set to `true`.
private final class Flag: @unchecked Sendable {
  private let lock = NSLock()
  private var value = false

  var isSet: Bool { lock.withLock { value } }

  func set() { lock.withLock { value = true } }
}
