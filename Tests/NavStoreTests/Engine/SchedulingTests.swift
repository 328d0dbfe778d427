import Testing

@testable import NavStore

@Suite("Scheduling of saves")
struct SchedulingTests {
  @Test("A value that is set twice before it is saved doesn't stop later changes from being saved")
  func supersededValue() async throws {
    let temporary = try TemporaryStore()
    let store = temporary.store
    let session = try store.session(of: Page.self, in: "main")
    try store.keepSceneValue(1, named: "tab", in: "main")
    try store.setSceneValue(2, named: "tab", in: "main")
    // The save that `keepSceneValue` scheduled finds no change, because `setSceneValue` has saved
    // both values.
    store.writer.queue.sync {}
    session.push("a")
    store.writer.queue.sync {}
    #expect(store.writer.pending.withLock { $0.isEmpty })
    #expect(try temporary.another().restore(Page.self, in: "main").path == ["a"])
  }

  @Test("A value that is set continuously is written at once, then at most twice a second")
  func draggedValue() async throws {
    let temporary = try TemporaryStore()
    let store = temporary.store
    try store.keepSceneValue(-1, named: "width", in: "main")
    try await store.flush()
    func writes() throws -> Int64 { try temporary.number("SELECT total_changes()") ?? 0 }
    let before = try writes()
    let start = ContinuousClock.now
    for width in 0..<500 {
      try store.keepSceneValue(width, named: "width", in: "main")
      // Waits until the due work on the queue on which all writes run is done.
      store.writer.queue.sync {}
    }
    let most = 2 + Int64((ContinuousClock.now - start) / .milliseconds(500))
    #expect(try writes() - before <= most)
    #expect(try store.sceneValue(Int.self, named: "width", in: "main") == 499)
    try await store.flush()
    #expect(try writes() - before <= most + 1)
    #expect(try temporary.another().sceneValue(Int.self, named: "width", in: "main") == 499)
  }

  @Test("The last of several values is written without a flush")
  func lastValue() async throws {
    let temporary = try TemporaryStore()
    let store = temporary.store
    let other = try temporary.another()
    for width in 0..<3 { try store.keepSceneValue(width, named: "width", in: "main") }
    while try other.sceneValue(Int.self, named: "width", in: "main") != 2 { await Task.yield() }
  }

  @Test("A flush that ends turns schedules no further save")
  func endedTurns() async throws {
    let temporary = try TemporaryStore()
    let store = temporary.store
    let session = try store.session(of: Page.self, in: "main")
    session.change(endsTurn: false) { $0.push(contentsOf: [Page("a")]) }
    try await store.flush()
    #expect(store.writer.pending.withLock { $0.isEmpty && !$0.isScheduled })
    session.change(endsTurn: false) { $0.push(contentsOf: [Page("b")]) }
    session.core.endTurn()
    store.writer.queue.sync {}
    #expect(try temporary.another().restore(Page.self, in: "main").path == ["a", "b"])
  }
}
