import TestSupport
import Testing

@testable import NavStore

@Suite struct RewriteTests {
  let temporary: TemporaryStore

  init() throws {
    temporary = try TemporaryStore()
  }

  @Test("A rewritten route is replaced in stacks, lists and history, live and stored")
  func rewrite() async throws {
    let store = temporary.store
    try store.save([Page("old"), Page("x")], in: "stored")
    try await temporary.relaunch()
    let live = try temporary.store.session(of: Page.self, in: "live")
    for name in ["a", "old", "b"] { live.push(Page(name)) }
    live.back()

    #expect(
      try await temporary.store.history(of: Page.self, account: nil).replaceRoutes {
        $0 == Page("old") ? Page("new") : nil
      } == 1)
    #expect(live.path == [Page("a"), Page("new")])
    #expect(live.backForward.entries.map(\.route) == [nil, Page("a"), Page("new"), Page("b")])
    #expect(live.forward())
    #expect(live.path == [Page("a"), Page("new"), Page("b")])
    #expect(try temporary.store.restore(Page.self, in: "stored").path == [Page("new"), Page("x")])
    let visits = try await temporary.store.history(of: Page.self, account: nil).visits()
    #expect(visits.map(\.route.name) == ["b", "new", "a", "x"])

    live.push(Page("after"))
    try await temporary.relaunch()
    let again = try temporary.store.session(of: Page.self, in: "live")
    #expect(again.path.map(\.name) == ["a", "new", "b", "after"])
    #expect(try temporary.number("SELECT count(*) FROM route WHERE payload LIKE '%old%'") == 0)
    #expect(try temporary.number("SELECT count(*) FROM item WHERE key LIKE '%old%'") == 0)
  }

  @Test("Visits move to the item of their rewritten route and are counted once")
  func merging() async throws {
    let session = try temporary.store.session(of: AppRoute.self, in: "main")
    for _ in 0..<40 {
      session.push(.product(id: -1, tab: nil))
      session.push(.product(id: 7, tab: nil))
      session.push(.category("c"))
    }
    #expect(
      try await temporary.store.history(of: AppRoute.self, account: nil).replaceRoutes { route in
        if case .product(-1, let tab) = route { .product(id: 7, tab: tab) } else { route }
      } == 1)
    let recent = try await temporary.store.history(of: AppRoute.self, account: nil).items()
    #expect(recent.map(\.route) == [.category("c"), .product(id: 7, tab: nil)])
    #expect(recent.map(\.visitCount) == [40, 80])
    try await expectValidIndex()
  }

  @Test("A rewrite to another kind moves the visits and deletes the unused kind")
  func kinds() async throws {
    let session = try temporary.store.session(of: AppRoute.self, in: "main")
    for _ in 0..<5 { session.push(contentsOf: [.home, .settings, .category("temporary")]) }
    try await temporary.store.history(of: AppRoute.self, account: nil).replaceRoutes {
      $0 == AppRoute.category("temporary") ? .settings : nil
    }
    let recent = try await temporary.store.history(of: AppRoute.self, account: nil).items()
    #expect(recent.map(\.kind) == ["settings"])
    #expect(recent.map(\.visitCount) == [5])
    let names = try temporary.number("SELECT count(*) FROM kind WHERE name = 'category'")
    #expect(names == 0, "The name of an unused kind is deleted too.")
    try await expectValidIndex()
  }

  @Test("A rewrite doesn't change equal routes, other accounts and other types")
  func untouched() async throws {
    let store = temporary.store
    try store.save([Page("old")], in: "main", account: "ada")
    try store.save([Page("old")], in: "main")
    try store.save([AppRoute.category("old")], in: "shop")
    #expect(
      try await store.history(of: Page.self, account: nil).replaceRoutes { $0 } == 0
    )
    #expect(
      try await store.history(of: Page.self, account: "ada").replaceRoutes {
        $0 == Page("old") ? Page("new") : nil
      }
        == 1)
    #expect(
      try await store.history(of: Page.self, account: "nobody known").replaceRoutes {
        $0 == Page("old") ? Page("new") : nil
      } == 0)
    #expect(try store.restore(Page.self, in: "main").path == [Page("old")])
    #expect(try store.restore(Page.self, in: "main", account: "ada").path == [Page("new")])
    #expect(try store.restore(AppRoute.self, in: "shop").path == [.category("old")])
  }

  @Test("A rewrite that cannot be stored changes nothing")
  func refused() async throws {
    let store = temporary.store
    try store.save([Flaky.page(1), .page(2)], in: "main")
    await #expect(throws: NavStore.Error.self) {
      try await store.history(of: Flaky.self, account: nil).replaceRoutes {
        $0 == Flaky.page(2) ? .unencodable : nil
      }
    }
    #expect(try store.restore(Flaky.self, in: "main").path == [.page(1), .page(2)])
    try await temporary.relaunch()
    let stored = try temporary.store.restore(Flaky.self, in: "main")
    #expect(stored.path == [.page(1), .page(2)])
  }

  /// Counts all visits. Then checks that the counter of each item equals the number of its seen
  /// visits.
  private func expectValidIndex() async throws {
    let writer = temporary.store.writer
    try await writer.async { connection in try writer.countAll(on: connection) }
    let wrong = try temporary.number(
      """
      SELECT count(*) FROM item WHERE visits <> (
        SELECT count(*) FROM visit JOIN route ON route.id = visit.route
        WHERE route.item = item.id AND visit.time IS NOT NULL)
      """)
    #expect(wrong == 0)
  }
}
