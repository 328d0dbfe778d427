import Testing

@testable import NavStore

@Suite("What is scheduled to be saved")
struct SchedulingTests {
  @Test("A value that is set again before it was saved keeps no later change from being saved")
  func supersededValue() async throws {
    let temporary = try TemporaryStore()
    let store = temporary.store
    let session = try store.session(Page.self, for: "main")
    try store.keepSceneValue(1, named: "tab", in: "main")
    try store.setSceneValue(2, named: "tab", in: "main")
    // What was scheduled for the first value finds nothing.
    store.writer.queue.sync {}
    session.push("a")
    store.writer.queue.sync {}
    #expect(store.writer.waiting.withLock { $0.isEmpty })
    #expect(try temporary.another().restore(Page.self, in: "main").stack == ["a"])
  }

  @Test("Ending turns to save them schedules nothing more")
  func endedTurns() async throws {
    let temporary = try TemporaryStore()
    let store = temporary.store
    let session = try store.session(Page.self, for: "main")
    session.change(endsTurn: false) { $0.push([Page("a")]) }
    try await store.flush()
    #expect(store.writer.waiting.withLock { $0.isEmpty && !$0.isScheduled })
    session.change(endsTurn: false) { $0.push([Page("b")]) }
    session.endTurn()
    store.writer.queue.sync {}
    #expect(try temporary.another().restore(Page.self, in: "main").stack == ["a", "b"])
  }
}
