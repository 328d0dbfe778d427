import Testing

@testable import NavStore

@Suite struct RemoveTests {
  let temporary: TemporaryStore

  init() throws {
    temporary = try TemporaryStore()
  }

  @Test("A removed route is deleted from stacks, lists and history; screens above it are kept")
  func remove() async throws {
    try temporary.store.save(["a", "gone", "b"].map { Page($0) }, in: "stored")
    try await temporary.relaunch()
    let store = temporary.store
    let live = try store.session(of: Page.self, in: "live")
    for name in ["a", "gone", "b", "c"] { live.push(Page(name)) }
    live.back()

    let removal = try await store.history(of: Page.self, account: nil).removeRoutes {
      $0 == Page("gone")
    }
    #expect(removal == 2)
    #expect(live.path == [Page("a"), Page("b")])
    #expect(live.backForward.entries.map(\.route) == [nil, Page("a"), Page("b"), Page("c")])
    #expect(live.backForward.entries.map(\.depth) == [0, 1, 2, 3])
    #expect(live.backForward.index == 2)
    #expect(try store.restore(Page.self, in: "stored").path == [Page("a"), Page("b")])
    let visits = try await store.history(of: Page.self, account: nil).visits()
    #expect(visits.map(\.route.name) == ["c", "b", "a", "b"])

    #expect(live.forward())
    live.push(Page("d"))
    try await temporary.relaunch()
    let again = try temporary.store.session(of: Page.self, in: "live")
    #expect(again.path.map(\.name) == ["a", "b", "c", "d"])
    #expect(again.restoration.failures.isEmpty)
    #expect(again.go(by: -2))
    #expect(again.path.map(\.name) == ["a", "b"])
    #expect(try temporary.number("SELECT count(*) FROM route WHERE payload LIKE '%gone%'") == 0)
    #expect(try temporary.number("SELECT count(*) FROM item WHERE key LIKE '%gone%'") == 0)
  }

  @Test("A stack whose top is removed shows the screen below, and equal entries are merged")
  func top() async throws {
    let store = temporary.store
    let live = try store.session(of: Page.self, in: "main")
    live.push(Page("a"))
    live.push(Page("gone 1"))
    live.push(Page("gone 2"))
    try await store.history(of: Page.self, account: nil).removeRoutes {
      $0.name.hasPrefix("gone")
    }
    #expect(live.path == [Page("a")])
    #expect(live.backForward.entries.map(\.route) == [nil, Page("a")])
    #expect(live.backForward.index == 1)
    try await temporary.relaunch()
    let again = try temporary.store.session(of: Page.self, in: "main")
    #expect(again.path == [Page("a")])
    #expect(again.backForward.entries.count == 2)
    #expect(again.back())
    #expect(again.path.isEmpty)
  }

  @Test("All routes can be removed")
  func everything() async throws {
    let live = try temporary.store.session(of: AppRoute.self, in: "main")
    for route in AppRoute.make(count: 60) { live.push(route) }
    let removal = try await temporary.store.history(of: AppRoute.self, account: nil).removeRoutes {
      _ in true
    }
    #expect(removal == 60)
    #expect(live.path.isEmpty)
    #expect(live.backForward.entries.count == 1)
    #expect(try await temporary.store.history(of: AppRoute.self, account: nil).items().isEmpty)
    #expect(try await temporary.store.history(of: AppRoute.self, account: nil).visits().isEmpty)
    #expect(try temporary.number("SELECT count(*) FROM visit WHERE counted = 1") == 0)
    #expect(try temporary.number("SELECT count(*) FROM item") == 0)
    live.push(.home)
    #expect(
      try await temporary.store.history(of: AppRoute.self, account: nil).visits().map(\.route) == [
        .home
      ])
  }

  @Test("A removal also changes entries that were not read since the launch")
  func unread() async throws {
    let first = try temporary.store.session(of: Page.self, in: "main")
    // Each path is an entry of the back/forward list with a visit of its own above "base". A launch
    // loads only the current entry, which is "b", so the entry "gone" isn't in memory.
    for name in ["a", "gone", "b"] { first.set([Page("base"), Page(name)]) }
    try await temporary.relaunch()
    let live = try temporary.store.session(of: Page.self, in: "main")
    try await temporary.store.history(of: Page.self, account: nil).removeRoutes {
      $0 == Page("gone")
    }
    live.push(Page("c"))
    let routes = live.backForward.entries.map { $0.route?.name ?? "/" }
    #expect(routes == ["/", "a", "b", "c"])
    try await temporary.relaunch()
    let again = try temporary.store.session(of: Page.self, in: "main")
    #expect(again.backForward.entries.map { $0.route?.name ?? "/" } == routes)
    #expect(again.path.map(\.name) == ["base", "b", "c"])
  }

  @Test("A removal also removes routes that are only in memory")
  func unstored() async throws {
    let live = try temporary.store.session(of: RouteRulesTests.SignIn.self, in: "main")
    live.push(.login)
    live.push(.otp(code: "1"))
    live.push(.page("C"))
    try await temporary.store.history(of: RouteRulesTests.SignIn.self, account: nil).removeRoutes {
      $0 == .otp(code: "1")
    }
    #expect(live.path == [.login, .page("C")])
    live.pop()
    #expect(live.path == [.login])
  }

  @Test("After a removal, an item's counters match its remaining visits")
  func counters() async throws {
    let session = try temporary.store.session(of: AppRoute.self, in: "main")
    for number in 0..<50 {
      session.push(.product(id: 1, tab: number % 2 == 0 ? nil : "reviews"))
    }
    try await temporary.store.history(of: AppRoute.self, account: nil).removeRoutes {
      $0 == .product(id: 1, tab: nil)
    }
    let recent = try await temporary.store.history(of: AppRoute.self, account: nil).items()
    #expect(recent.map(\.visitCount) == [25])
    #expect(recent.map(\.route) == [.product(id: 1, tab: "reviews")])
  }

  @Test("A removal or rewrite changes live stacks before it notifies observers of the history")
  func order() async throws {
    for isRewrite in [false, true] {
      let temporary = try TemporaryStore { $0.idleMilliseconds = 1_000_000 }
      try temporary.store.save(["a", "old", "b"].map { Page($0) }, in: "main")
      try await temporary.relaunch()
      let store = temporary.store
      let live = try store.session(of: Page.self, in: "main")
      let trails = Locked<[String]>([])
      _ = store.writer.live.withState {
        $0.listeners.add(("", { trails.withLock { $0.append(live.trail) } }))
      }
      #expect(try store.writer.sync { _ in store.writer.maintenance.isScheduled } == false)
      if isRewrite {
        _ = try await store.history(of: Page.self, account: nil).replaceRoutes {
          $0 == "old" ? "new" : $0
        }
      } else {
        _ = try await store.history(of: Page.self, account: nil).removeRoutes {
          $0 == "old"
        }
      }
      #expect(trails.withLock { $0 } == [isRewrite ? "a/new/b" : "a/b"])
      #expect(try store.writer.sync { _ in store.writer.maintenance.isScheduled })
    }
  }
}
