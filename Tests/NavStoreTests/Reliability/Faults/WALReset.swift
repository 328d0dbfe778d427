import FaultVFS
import NavStoreSQLite

@testable import NavStore

/// A checkpoint by one connection, during which another connection commits and thereby resets the
/// WAL, as another process could. If that happens before SQLite 3.51.3, the checkpointing
/// connection may record frames as copied that it has not copied. The next reset of the WAL loses
/// these frames (<https://www.sqlite.org/wal.html>, "The WAL-Reset Bug").
struct WALReset {
  enum Policy: String, CaseIterable, Sendable {
    /// The kind of checkpoint that SQLite makes by itself every 1,000 frames.
    case passive

    /// A TRUNCATE checkpoint whose busy handler gives up, after which SQLite makes a PASSIVE one.
    case truncateThatFallsBack

    case ourRestart, ourTruncate

    var isOurs: Bool { self == .ourRestart || self == .ourTruncate }
  }

  let policy: Policy

  /// Whether the committing connection begins its transaction, which takes the write lock, before
  /// the checkpoint.
  let writerHolds: Bool

  private let disk = MemoryDisk()
  private let vfs: FaultVFS
  private let path = "/wal-reset.db"

  init(_ policy: Policy, writerHolds: Bool) {
    self.policy = policy
    self.writerHolds = writerHolds
    vfs = FaultVFS(over: disk.name)
  }

  struct Report: CustomStringConvertible {
    /// The number of file system calls of the checkpoint before which a commit was tried.
    var moments = 0

    /// The number of tries in which the commit during the checkpoint succeeded.
    var commits = 0
    var faults: [String] = []

    var description: String {
      "\(moments) moments, \(commits) commits in the middle, \(faults.count) with lost rows or damage"
    }
  }

  /// Repeats the checkpoint, each time with a commit before another one of its file system calls.
  func sweep() throws -> Report {
    var report = Report()
    while try tryMoment(report.moments + 1, &report) { report.moments += 1 }
    return report
  }

  /// Makes a checkpoint with a commit before its call number `moment`. Returns `false` if the
  /// checkpoint makes fewer calls.
  private func tryMoment(_ moment: Int, _ report: inout Report) throws -> Bool {
    disk.load([:])
    vfs.reset()
    let checkpointing = try open(vfs.name)
    let writing = try open(disk.name)
    try checkpointing.run("CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT) STRICT")
    let written = Locked<[Int64]>([])
    for _ in 0..<6 { try write(4, on: writing, written) }
    // After this checkpoint, the database contains the whole WAL, so the next commit resets the
    // WAL.
    guard try writing.checkpoint(.restart, waitMilliseconds: 0) else { return false }
    if writerHolds { try begin(on: writing, written) }

    let other = Locked((calls: 0, isDone: false, committed: false))
    let unsafe = Unchecked(writing)
    vfs.setHook { _ in
      let isDue = other.withLock { state in
        state.calls += 1
        guard state.calls == moment, !state.isDone else { return false }
        state.isDone = true
        return true
      }
      if isDue {
        let committed = commit(on: unsafe.value, written)
        other.withLock { $0.committed = committed }
      }
      return .pass
    }
    checkpoint(on: checkpointing)
    vfs.setHook(nil)
    let state = other.withLock { $0 }
    if state.committed { report.commits += 1 }
    if !state.committed { _ = commit(on: writing, written) }
    guard state.isDone else { return false }

    // Makes the WAL longer than before its reset, and copies it into the database. This last
    // checkpoint skips frames that were wrongly recorded as copied.
    for _ in 0..<8 { try? write(4, on: writing, written) }
    _ = try? writing.checkpoint(.restart, waitMilliseconds: 0)
    for _ in 0..<2 { try? write(4, on: writing, written) }
    checkpointing.close()
    writing.close()
    if let fault = fault(written.withLock { $0 }) { report.faults.append("\(moment): \(fault)") }
    return true
  }

  private func open(_ vfs: String) throws -> Connection {
    try Database.open(
      path: path,
      options: DatabaseOptions(
        applicationID: 7, newestVersion: .max, durability: .relaxed, busyTimeoutMilliseconds: 0,
        vfs: vfs), mayCreate: true
    ).connection
  }

  private func checkpoint(on connection: Connection) {
    switch policy {
    case .passive: _ = try? connection.first("PRAGMA wal_checkpoint(PASSIVE)") { $0.int(0) }
    case .truncateThatFallsBack:
      _ = try? connection.first("PRAGMA wal_checkpoint(TRUNCATE)") { $0.int(0) }
    case .ourRestart: _ = try? connection.checkpoint(.restart, waitMilliseconds: 5)
    case .ourTruncate: _ = try? connection.checkpoint(.truncate, waitMilliseconds: 5)
    }
  }

  // MARK: The committing connection

  private func insert(_ count: Int, on connection: Connection, after last: Int64) throws -> [Int64]
  {
    let text = String(repeating: "n", count: 1_500)
    let ids = (1...Int64(count)).map { last + $0 }
    for id in ids { try connection.run("INSERT INTO note VALUES (?, ?)", id, text) }
    return ids
  }

  private func write(_ count: Int, on connection: Connection, _ written: Locked<[Int64]>) throws {
    let last = written.withLock { $0.last ?? 0 }
    let ids = try connection.transaction { try insert(count, on: connection, after: last) }
    written.withLock { $0 += ids }
  }

  private func begin(on connection: Connection, _ written: Locked<[Int64]>) throws {
    try connection.run("BEGIN IMMEDIATE")
    _ = try insert(1, on: connection, after: written.withLock { $0.last ?? 0 })
  }

  /// Commits one row on the committing connection. Returns whether the commit succeeded.
  private func commit(on connection: Connection, _ written: Locked<[Int64]>) -> Bool {
    do {
      if writerHolds {
        guard connection.isInTransaction else { return false }
        try connection.run("COMMIT")
        written.withLock { $0.append(($0.last ?? 0) + 1) }
      } else {
        try write(1, on: connection, written)
      }
      return true
    } catch {
      return false
    }
  }

  /// Opens the file again and returns the damage or the missing rows that it finds; `nil` if there
  /// are none.
  private func fault(_ written: [Int64]) -> String? {
    do {
      let connection = try open(disk.name)
      let check = try connection.first("PRAGMA integrity_check") { $0.text(0) }
      if check != "ok" { return check ?? "no result" }
      let found = try connection.numbers("SELECT id FROM note ORDER BY id")
      return found == written ? nil : "\(found.count) rows of \(written.count)"
    } catch {
      return "\(error)"
    }
  }
}

/// A value that isn't `Sendable` and that a hook uses on the thread of the test.
private struct Unchecked<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}
