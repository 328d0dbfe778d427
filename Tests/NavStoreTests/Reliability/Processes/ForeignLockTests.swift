import Foundation
import NavStoreSQLite
import TestSupport
import Testing

@testable import NavStore

/// The duration of `save` and `restore` while another connection holds the file's write lock, and
/// commits, counting and pruning of this store are due.
@Suite("Waiting for another program's lock", .serialized)
struct ForeignLockTests {
  /// The time in milliseconds by which a wait may exceed its expected duration on a quiet machine.
  /// Only the soak compares durations. A normal run only checks that a restore returns while the
  /// other connection holds the lock.
  private static let slack = 100
  private static let sceneCount = 40

  @Test("Scene lists don't wait for a lock and omit unsaved scenes")
  func scenes() async throws {
    let temporary = try TemporaryStore()
    let store = temporary.store
    try store.save([Page("a")], in: "old")
    let session = try store.session(of: Page.self, in: "new")
    let holder = try temporary.rawConnection()
    try holder.run("BEGIN IMMEDIATE")
    session.push("b")
    #expect(try store.openScenes().map(\.id) == ["old"])
    #expect(try store.closedScenes().isEmpty)
    try holder.run("ROLLBACK")
    try await store.flush()
    #expect(try store.openScenes().map(\.id) == ["old", "new"])
  }

  @Test(
    "A save waits at most its timeout for a lock, and a restore doesn't wait",
    arguments: isSoak ? [100, 2_000, 10_000] : [500])
  func longestWaits(timeout: Int) async throws {
    let temporary = try TemporaryStore {
      $0.busyTimeout = .milliseconds(timeout)
      $0.idleMilliseconds = 1
      $0.retention.count = 10
    }
    let store = temporary.store
    let writer = store.writer
    try writer.sync { _ in writer.maintenance.isHeld = true }
    for number in 0..<Self.sceneCount {
      try store.save([Page("a"), Page("b \(number)")], in: NavScene(id: "scene \(number)"))
    }
    let busy = try store.session(of: Page.self, in: "busy")
    for number in 0..<31 { busy.push(Page("page \(number)")) }
    try await store.flush()
    // Opens the file a second time. This simulates another launch, which has restored no scene and
    // counted no visits so far.
    let next = try temporary.another()
    defer { withExtendedLifetime(store) {} }
    let (session, holder) = (
      try next.session(of: Page.self, in: "busy"), try temporary.rawConnection()
    )
    try next.save([Page("saved")], in: "main")
    try holder.run("BEGIN IMMEDIATE")
    let isOver = Locked(false)
    let pushes = Self.thread {
      while !isOver.withLock({ $0 }) {
        session.push("more")
        usleep(5_000)
      }
    }
    next.writer.queue.async { next.writer.scheduleIdleCheck() }
    let restores = Self.thread { () -> (restore: Int, show: Int, count: Int) in
      var longest = (restore: 0, show: 0, count: 0)
      while !isOver.withLock({ $0 }) {
        let scene = "scene \(longest.count % Self.sceneCount)"
        longest.restore = max(
          longest.restore,
          Self.milliseconds {
            #expect(throws: Never.self) { try next.restore(Page.self, in: NavScene(id: scene)) }
          })
        longest.show = max(
          longest.show,
          Self.milliseconds { (try? next.session(of: Page.self, in: scene))?.willShow() })
        longest.count += 1
        usleep(5_000)
      }
      return longest
    }
    let saves = Self.thread { () -> Int in
      var longest = 0
      for number in 0..<(timeout < 1_000 ? 5 : 2) {
        longest = max(
          longest,
          Self.milliseconds {
            let error = #expect(throws: NavStore.Error.self) {
              try next.save([Page("saved"), Page("\(number)")], in: "main")
            }
            #expect(error?.code == .busy)
          })
      }
      isOver.withLock { $0 = true }
      return longest
    }
    let (save, found) = await (saves.value, restores.value)
    await pushes.value
    print(
      "foreign lock, timeout \(timeout) ms: the longest save \(save) ms, restore \(found.restore) ms"
        + ", try \(found.show) ms, of \(found.count)")
    #expect(save >= timeout)
    if isSoak {
      #expect(save <= timeout + Self.slack)
      #expect(found.restore <= Self.slack / 2)
      #expect(found.show <= Self.slack / 2)
    }
    try holder.run("ROLLBACK")
    try await next.flush()
    #expect(
      try temporary.another().restore(Page.self, in: "main").path.first == "saved",
      "The failed save is kept and made later.")
    #expect(try temporary.another().restore(Page.self, in: "busy").path.last == "more")
    var attempts = 0
    // The restores have counted launch attempts of their scenes, for the crash guard. These counts
    // were not written while the other connection held its lock, so they must be written after the
    // lock's release.
    while attempts == 0 {
      attempts = try await next.writer.async { try SceneTable(db: $0).attempts("scene 0") }
    }
  }

  @Test("After a failed restore, a save doesn't replace the stack that couldn't be read")
  func failedRestore() async throws {
    let temporary = try TemporaryStore { $0.busyTimeout = .milliseconds(500) }
    try temporary.store.save([Page("a"), Page("b")], in: "main")
    let store = try await temporary.relaunch()
    try await store.suspend()
    // An exclusive lock, which also excludes readers. Another process holds such a lock while it
    // recovers a WAL.
    let holder = try Connection(
      path: temporary.url.path, flags: 0x6, busyTimeoutMilliseconds: 1_000)
    try holder.run("PRAGMA locking_mode = EXCLUSIVE")
    try holder.run("BEGIN IMMEDIATE")
    var error: NavStore.Error?
    let wait = Self.milliseconds {
      error = #expect(throws: NavStore.Error.self) { try store.restore(Page.self, in: "main") }
    }
    #expect(error?.code == .busy && error?.isRetriable == true)
    if isSoak { #expect(wait < 50 + Self.slack) }
    let save = #expect(throws: NavStore.Error.self) { try store.save([Page("c")], in: "main") }
    #expect(save?.code == .busy)
    try holder.run("ROLLBACK")
    holder.close()
    #expect(try store.restore(Page.self, in: "main").path == ["a", "b"])
    try store.save([Page("c")], in: "main")
    #expect(try store.session(of: Page.self, in: "main").back())
    #expect(try store.restore(Page.self, in: "main").path == ["a", "b"])
  }

  @Test("Idle work waits while another program holds the lock, and continues afterwards")
  func idleWork() async throws {
    let temporary = try TemporaryStore()
    let store = temporary.store
    let writer = store.writer
    try writer.sync { _ in writer.maintenance.isHeld = true }
    let session = try store.session(of: Page.self, in: "main")
    for number in 0..<20 { session.push(Page("\(number)")) }
    session.popToRoot()
    try await store.flush()
    let holder = try temporary.rawConnection()
    try holder.run("BEGIN IMMEDIATE")
    #expect(try writer.readSync { writer.idleStep(on: $0) } == 1_000)
    #expect(try writer.readSync { _ in writer.maintenance.uncounted } ?? 0 > 0)
    try holder.run("ROLLBACK")
    try writer.finishIdleWork()
    #expect(try writer.readSync { _ in writer.maintenance.uncounted } == 0)
  }

  @Test("A background commit that a lock blocks is reported, and repeated after the lock's release")
  func backgroundCommit() async throws {
    let temporary = try TemporaryStore { $0.busyTimeout = .milliseconds(30) }
    let store = temporary.store
    let session = try store.session(of: Page.self, in: "main")
    var failures = store.saveFailures.makeAsyncIterator()
    let holder = try temporary.rawConnection()
    try holder.run("BEGIN IMMEDIATE")
    session.push("a")
    #expect(await failures.next()?.code == .busy)
    try holder.run("ROLLBACK")
    session.push("b")
    try await store.flush()
    #expect(try temporary.another().restore(Page.self, in: "main").path == ["a", "b"])
  }

  private static func milliseconds(_ body: () -> Void) -> Int {
    let start = ContinuousClock.now
    body()
    return Int((ContinuousClock.now - start) / .milliseconds(1))
  }

  /// Runs `body` on a separate thread, because it blocks its thread.
  private static func thread<T: Sendable>(_ body: @escaping @Sendable () -> T) -> Task<T, Never> {
    Task {
      await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: body()) }
      }
    }
  }
}
