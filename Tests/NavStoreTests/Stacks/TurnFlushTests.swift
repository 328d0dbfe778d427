import Testing

@testable import NavStore

@Suite("Turns and flushing")
struct TurnFlushTests {
  @Test("A flush saves an open turn, even after a commit of another stack")
  func openTurn() async throws {
    let temporary = try TemporaryStore()
    let session = try temporary.store.session(of: Page.self, in: "main")
    session.change(endsTurn: false) { $0.push(contentsOf: ["a"] as [Page]) }
    try temporary.store.save(["x"] as [Page], in: "other")
    #expect(
      try temporary.number("SELECT count(*) FROM visit") == 1, "An open turn is not committed.")
    try await temporary.store.flush()
    #expect(try temporary.reopenAfterKill().restore(Page.self, in: "main").path == ["a"])
  }

  @Test("Visits of several stacks are recorded in the order of navigation")
  func orderAcrossStacks() async throws {
    let temporary = try TemporaryStore()
    let store = temporary.store
    let sessions = try (0..<10).map { try store.session(of: Page.self, in: "scene \($0)") }
    // Suspends the writer's queue, so that all pushes are committed together. Their visits must
    // have the order of the pushes.
    store.writer.queue.suspend()
    for number in 0..<30 { sessions[number * 7 % 10].push(Page("\(number)")) }
    store.writer.queue.resume()
    let visits = try await store.history(of: Page.self, account: nil).allVisits(pageSize: 100)
    #expect(visits.map(\.route) == (0..<30).reversed().map { Page("\($0)") })
  }
}
