import Testing

@testable import NavStore

/// Removals of visits that another process has committed, and that no process has counted before
/// the removal.
@Suite("Removals while another process saves")
struct LateVisitsTests {
  private let temporary: TemporaryStore
  private let other: NavStore

  init() throws {
    temporary = try TemporaryStore()
    other = try temporary.another()
    for store in [temporary.store, other] {
      store.writer.queue.sync { store.writer.maintenance.isHeld = true }
    }
    try temporary.store.save([Page("first")], in: "here")
  }

  @Test(
    "Uncounted visits of another process are removed with their route",
    arguments: [false, true])
  func removed(forgets: Bool) async throws {
    let store = temporary.store
    try await temporary.comeToRest()
    for name in ["x", "a", "x", "b"] {
      try other.save([Page(name)], in: "there")
    }
    if forgets {
      try await store.history(of: Page.self, account: nil).forget(.item(Page("x")))
    } else {
      try await store.history(of: Page.self, account: nil).removeRoutes { $0 == "x" }
    }
    try await temporary.expectForgotten("x")
    #expect(try store.consistencyFaults() == [])
    #expect(
      try await store.history(of: Page.self, account: nil).visits().map(\.route) == [
        "b", "a", "first",
      ])
  }

  @Test("A visit that another process adds after the forgotten dates keeps its route")
  func kept() async throws {
    let store = temporary.store
    try store.save([Page("x")], in: "here")
    try await temporary.comeToRest()
    let end = temporary.clock.now.addingTimeInterval(60)
    temporary.clock.advance(by: .seconds(3_600))
    try other.save([Page("x")], in: "there")
    try await store.history(of: Page.self, account: nil).forget(.dates(.distantPast..<end))
    #expect(try store.consistencyFaults() == [])
    #expect(try await store.history(of: Page.self, account: nil).visits().map(\.route) == ["x"])
    #expect(try store.restore(Page.self, in: "there").path == ["x"])
  }
}
