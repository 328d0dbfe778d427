import FaultVFS
import Foundation
import Testing

@testable import NavStore

@Suite("Moving the log into the database")
struct CheckpointerTests {
  @Test("Nobody who restores stands in line for it; what is changed meanwhile is saved after it")
  func apart() async throws {
    let disk = SlowDisk()
    let temporary = try TemporaryStore {
      $0.vfs = disk.vfs.name
      $0.idleMilliseconds = 3_600_000
    }
    let store = temporary.store
    let checkpointer = try #require(store.writer.checkpointer)
    try store.save([Page("other")], in: "other")
    let session = try store.session(of: Page.self, in: "main")

    disk.stand(still: true)
    var visits = 0
    while !checkpointer.isRunning {
      session.push(Page("\(visits % 7)"))
      visits += 1
      // The last of these begins it. NB: a flush that comes when it has begun waits for its end.
      store.writer.queue.sync {}
    }
    #expect(visits < Writer.checkpointFrames)

    #expect(try store.restore(Page.self, in: "other").path == [Page("other")])
    session.push(Page("late"))
    store.writer.queue.sync {}
    #expect(checkpointer.isRunning)
    #expect(store.writer.pending.withLock { !$0.isEmpty })

    disk.stand(still: false)
    try await store.flush()
    #expect(!checkpointer.isRunning)
    #expect(try store.writer.sync { $0.walFrames } < 100, "The log began anew")
    try temporary.reopenAfterKill()
    #expect(try temporary.store.restore(Page.self, in: "main").path.count == visits + 1)
  }

  @Test("A save that its caller waits for comes after it")
  func save() async throws {
    let disk = SlowDisk()
    let temporary = try TemporaryStore {
      $0.vfs = disk.vfs.name
      $0.idleMilliseconds = 3_600_000
    }
    let store = temporary.store
    try store.save([Page("a")], in: "main")
    disk.stand(still: true)
    try store.writer.sync { store.writer.startCheckpoint($0) }
    let isSaved = Locked(false)
    let saving = Thread {
      try? store.save([Page("a"), Page("b")], in: "main")
      isSaved.withLock { $0 = true }
    }
    saving.start()
    // Reading is what the queue is free for.
    for _ in 0..<100 { #expect(try store.restore(Page.self, in: "main").path.first == Page("a")) }
    #expect(!isSaved.withLock { $0 })
    disk.stand(still: false)
    try await store.flush()
    while !isSaved.withLock({ $0 }) { await Task.yield() }
    try temporary.reopenAfterKill()
    #expect(
      try temporary.store.restore(Page.self, in: "main").path == [Page("a"), Page("b")])
  }

  @Test("One that a reader is in the way of is given up, and not tried at every commit")
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
    let checkpointer = try #require(store.writer.checkpointer)
    checkpointer.wait()
    let (frames, next) = try store.writer.sync {
      ($0.walFrames, store.writer.maintenance.checkpointBlocker.nextAttempt)
    }
    #expect(frames > Writer.checkpointFrames)
    #expect(next > frames)
    try other.run("COMMIT")
    while try store.writer.sync({ $0.walFrames }) > frames / 2 {
      session.push(Page("on"))
      try await store.flush()
      checkpointer.wait()
    }
  }
}

/// A VFS on which the database's file can be made to wait for its disk.
private final class SlowDisk: Sendable {
  let vfs = FaultVFS()
  private let condition = NSCondition()
  private let stands = Locked(false)

  init() {
    vfs.setHook { [condition, stands] operation in
      guard operation.kind == .sync, operation.role == .database else { return .pass }
      condition.lock()
      while stands.withLock({ $0 }) { condition.wait() }
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
