import Dispatch
import Foundation
import TestSupport
import Testing

@testable import NavStore

/// The calls for an app's first frame, during a removal that can't end because its closure waits.
@Suite("Restores during long work of the app")
struct LongWorkTests {
  /// A removal of one page that has started, and whose closure waits until `end()` is called.
  final class HeldRemoval: Sendable {
    private let hasBegun = DispatchSemaphore(value: 0)
    private let mayEnd = DispatchSemaphore(value: 0)
    private let task: Locked<Task<Int, any Error>?> = Locked(nil)

    init(of page: Page, from store: NavStore) async {
      let isFirst = Locked(true)
      let (hasBegun, mayEnd) = (hasBegun, mayEnd)
      let task = Task {
        try await store.history(of: Page.self, account: nil).removeRoutes { route in
          let waits = isFirst.withLock { isFirst in
            defer { isFirst = false }
            return isFirst
          }
          if waits {
            hasBegun.signal()
            mayEnd.wait()
          }
          return route == page
        }
      }
      self.task.withLock { $0 = task }
      await Self.onThread { hasBegun.wait() }
    }

    func end() async throws -> Int? {
      mayEnd.signal()
      return try await task.withLock { $0 }?.value
    }

    /// Runs `body`, which may block its thread, on a separate thread.
    static func onThread<T: Sendable>(_ body: @escaping @Sendable () -> T) async -> T {
      await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: body()) }
      }
    }
  }

  /// Returns the result of `body`, and throws if `body` takes longer than 20 seconds. A `body` that
  /// waits for the held removal would never end.
  private func soon<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
    let result = Locked<Result<T, any Error>?>(nil)
    let isDone = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      let found = Result(catching: body)
      result.withLock { $0 = found }
      isDone.signal()
    }
    let isInTime = await HeldRemoval.onThread { isDone.wait(timeout: .now() + 20) == .success }
    try #require(isInTime, "The call waited for the removal.")
    return try #require(result.withLock { $0 }).get()
  }

  @Test("A store with long work of its own sees the changes of another process")
  func otherProcess() async throws {
    let temporary = try TemporaryStore()
    let (store, other) = (temporary.store, try temporary.another())
    try store.save(["a", "b", "c"].map { Page($0) }, in: "main")
    try await other.history(of: Page.self, account: nil).removeRoutes { $0 == "b" }
    store.writer.beginLongWork()
    #expect(try store.restore(Page.self, in: "main").path == ["a", "c"])
    try await other.history(of: Page.self, account: nil).removeRoutes { $0 == "c" }
    #expect(try store.restore(Page.self, in: "main").path == ["a"])
    store.writer.endLongWork()
    #expect(try store.restore(Page.self, in: "main").path == ["a"])
    #expect(try store.session(of: Page.self, in: "main").path == ["a"])
  }

  @Test("Restoring stacks, values and window lists doesn't wait for a removal")
  func restoring() async throws {
    let temporary = try TemporaryStore()
    try temporary.store.save([Page("a"), Page("b")], in: "main")
    try temporary.store.save([Page("c")], in: "main", stack: "tab")
    try temporary.store.setSceneValue(2, named: "tab", in: "main")
    let saved = try temporary.store.session(of: Page.self, in: "main")
    try saved.setVisitState(7, named: "row")
    let store = try await temporary.relaunch()
    let removal = await HeldRemoval(of: "none", from: store)
    let stack = try await soon { try store.restore(Page.self, in: "main").path }
    #expect(stack == ["a", "b"])
    let session = try await soon {
      let session = try store.session(of: Page.self, in: "main")
      session.willShow()
      return session
    }
    #expect(try await soon { try session.visitState(Int.self, named: "row") } == 7)
    #expect(try await soon { try store.sceneValue(Int.self, named: "tab", in: "main") } == 2)
    #expect(try await soon { try store.window(in: "main").count } > 0)
    let tab = try await soon { try store.session(of: Page.self, in: "main", stack: "tab") }
    #expect(try await soon { try store.session(of: Page.self, in: "main", stack: "tab") } === tab)
    session.push("d")
    tab.push("e")
    _ = try await removal.end()
    try await store.flush()
    let next = try temporary.another()
    #expect(try next.restore(Page.self, in: "main").path == ["a", "b", "d"])
    #expect(try next.restore(Page.self, in: "main", stack: "tab").path == ["c", "e"])
  }

  @Test("A removal also changes a session that is restored while it runs")
  func following() async throws {
    let temporary = try TemporaryStore()
    try temporary.store.save([Page("a"), Page("b"), Page("c")], in: "main")
    let store = try await temporary.relaunch()
    let removal = await HeldRemoval(of: "b", from: store)
    let session = try await soon { try store.session(of: Page.self, in: "main") }
    #expect(session.path == ["a", "b", "c"])
    session.push("d")
    let taken = try await removal.end()
    #expect(taken == 1)
    #expect(session.path == ["a", "c", "d"])
    try await store.flush()
    #expect(try temporary.another().restore(Page.self, in: "main").path == ["a", "c", "d"])
    #expect(session.back())
    #expect(session.path == ["a", "c"])
  }

  @Test("Concurrent restores of one stack during a removal return the same session")
  func oneSession() async throws {
    let temporary = try TemporaryStore()
    for number in 0..<20 {
      try temporary.store.save([Page("a")], in: NavScene(id: "scene \(number)"))
    }
    let store = try await temporary.relaunch()
    let removal = await HeldRemoval(of: "none", from: store)
    for number in 0..<20 {
      async let one = soon { try store.session(of: Page.self, in: "scene \(number)") }
      async let other = soon { try store.session(of: Page.self, in: "scene \(number)") }
      #expect(try await one === other)
    }
    _ = try await removal.end()
  }

  @Test("An idle store finishes the erasure of an earlier launch without delaying restores")
  func leftErasure() async throws {
    let temporary = try TemporaryStore()
    let writer = temporary.store.writer
    try temporary.store.save([Page("a")], in: "main")
    try await temporary.store.history(of: Page.self, account: nil).forget(
      .dates(.distantPast ..< .distantFuture))
    try writer.sync { connection in
      try connection.transaction {
        try RemovalTable(db: connection).noteErasure()
      }
    }
    let (isDueFirst, isAnnounced) = writer.queue.sync {
      guard let connection = writer.openConnection else { return (false, false) }
      let isDue = writer.isErasureDue(on: connection)
      writer.maintenance.isBusy = false
      writer.idleCheck()
      return (isDue && writer.isErasureDue(on: connection), writer.hasLongWork)
    }
    #expect(isDueFirst && isAnnounced)
    #expect(try writer.sync(onlyReads: true) { !writer.isErasureDue(on: $0) })
    #expect(!writer.hasLongWork)
  }
}
