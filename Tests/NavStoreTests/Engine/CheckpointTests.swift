import FaultVFS
import Foundation
import Testing

@testable import NavStore

@Suite("Checkpoints")
struct CheckpointTests {
  @Test("Restores, menus and scene lists don't wait for a checkpoint; changes are saved after it")
  func reading() async throws {
    let disk = SlowDisk()
    let temporary = try TemporaryStore {
      $0.vfs = disk.vfs.name
      $0.idleMilliseconds = 3_600_000
    }
    let store = temporary.store
    try store.save([Page("other")], in: "other")
    let session = try store.session(of: Page.self, in: "main")
    session.push(Page("first"))
    try await store.flush()

    disk.stand(still: true)
    try store.writer.sync { _ in store.writer.scheduleCheckpoint() }
    while !disk.isWaiting { await Task.yield() }

    // The checkpoint blocks the queue on which all writes run, and counts as long work. During long
    // work, restores read on a connection of their own.
    #expect(store.writer.hasLongWork)
    for _ in 0..<10 {
      #expect(try store.restore(Page.self, in: "other").path == [Page("other")])
    }
    #expect(try store.openScenes().map(\.id).sorted() == ["main", "other"])
    #expect(session.backForwardMenu.entries.map(\.kind) == [nil, "Page"])
    session.push(Page("late"))
    #expect(store.writer.pending.withLock { !$0.isEmpty })

    disk.stand(still: false)
    try await store.flush()
    #expect(!store.writer.hasLongWork)
    #expect(try store.writer.sync { $0.walFrames } < 10, "The WAL restarts at its beginning.")
    try temporary.reopenAfterKill()
    let path = try temporary.store.restore(Page.self, in: "main").path
    #expect(path == [Page("first"), Page("late")])
  }

  @Test("A synchronous save completes after the running checkpoint")
  func save() async throws {
    let disk = SlowDisk()
    let temporary = try TemporaryStore {
      $0.vfs = disk.vfs.name
      $0.idleMilliseconds = 3_600_000
    }
    let store = temporary.store
    try store.save([Page("a")], in: "main")
    disk.stand(still: true)
    try store.writer.sync { _ in store.writer.scheduleCheckpoint() }
    while !disk.isWaiting { await Task.yield() }
    let isSaved = Locked(false)
    let saving = Thread {
      try? store.save([Page("a"), Page("b")], in: "main")
      isSaved.withLock { $0 = true }
    }
    saving.start()
    for _ in 0..<100 { #expect(try store.restore(Page.self, in: "main").path.first == Page("a")) }
    #expect(!isSaved.withLock { $0 })
    disk.stand(still: false)
    try await store.flush()
    while !isSaved.withLock({ $0 }) { await Task.yield() }
    try temporary.reopenAfterKill()
    #expect(
      try temporary.store.restore(Page.self, in: "main").path == [Page("a"), Page("b")])
  }

  @Test("A checkpoint that a reader blocks is given up, and not retried at every commit")
  func pinned() async throws {
    let temporary = try TemporaryStore { $0.idleMilliseconds = 3_600_000 }
    let store = temporary.store
    let session = try store.session(of: Page.self, in: "main")
    session.push(Page("first"))
    try await store.flush()
    let other = try temporary.rawConnection()
    try other.run("BEGIN")
    _ = try other.first("SELECT count(*) FROM visit") { $0.int(0) }
    for number in 0..<600 {
      session.push(Page("\(number % 7)"))
      try await store.flush()
    }
    let (frames, next) = try store.writer.sync {
      ($0.walFrames, store.writer.maintenance.failedCheckpoints.fewestFrames)
    }
    #expect(frames > Writer.checkpointFrames)
    #expect(next > frames)
    try other.run("COMMIT")
    while try store.writer.sync({ $0.walFrames }) > frames / 2 {
      session.push(Page("on"))
      try await store.flush()
    }
  }
}

/// A VFS that can block each sync of the database file, as a slow disk does. `stand(still:)` starts
/// and ends the blocking.
private final class SlowDisk: Sendable {
  let vfs = FaultVFS()
  private let condition = NSCondition()
  private let stands = Locked(false)
  private let waits = Locked(false)

  /// Whether a sync of the database file was blocked.
  var isWaiting: Bool { waits.withLock { $0 } }

  init() {
    vfs.setHook { [condition, stands, waits] operation in
      guard operation.kind == .sync, operation.role == .database else { return .pass }
      condition.lock()
      while stands.withLock({ $0 }) {
        waits.withLock { $0 = true }
        condition.wait()
      }
      condition.unlock()
      return .pass
    }
  }

  func stand(still: Bool) {
    condition.lock()
    stands.withLock { $0 = still }
    condition.broadcast()
    condition.unlock()
  }
}
