import Testing

@testable import NavStore

@Suite("History queries")
struct HistoryQueryTests {
  @Test("A query rejects negative limits and another account's elements; limit 0 returns nothing")
  func refusals() async throws {
    let temporary = try TemporaryStore()
    let session = try temporary.store.session(of: Page.self, in: "main")
    for name in ["a", "b", "c"] { session.push(Page(name)) }
    let history = temporary.store.history(of: Page.self, account: nil)
    let another = temporary.store.history(of: Page.self, account: "u")
    #expect(await code { _ = try await history.items(.recent(limit: -1)) } == .invalidArgument)
    #expect(await code { _ = try await history.visits(limit: .min) } == .invalidArgument)
    #expect(try await history.items(.recent(limit: 0)).isEmpty)
    #expect(try await history.visits(limit: 0).isEmpty)
    let item = try #require(try await history.items(.recent(limit: 1)).last)
    let visit = try #require(try await history.visits(limit: 1).last)
    #expect(await code { _ = try await another.items(after: item) } == .invalidArgument)
    #expect(await code { _ = try await another.visits(after: visit) } == .invalidArgument)
    #expect(try await history.items(.recent(limit: .max), after: item).count == 2)
  }

  @Test("An unchanged item or visit is equal in each result")
  func equal() async throws {
    let temporary = try TemporaryStore()
    let session = try temporary.store.session(of: Page.self, in: "main")
    for name in ["a", "b"] { session.push(Page(name)) }
    let history = temporary.store.history(of: Page.self, account: nil)
    let (items, visits) = (try await history.items(), try await history.visits())
    temporary.clock.advance(by: .seconds(86_400))
    #expect(try await history.items() == items)
    #expect(try await history.items(.frequent()) == items)
    #expect(try await history.visits() == visits)
    session.push("a")
    let changed = try await history.items()
    #expect(changed.last == items.first && changed.first != items.last)
  }

  @Test("Items that can't be decoded are skipped, and pages still contain all others")
  func passedOver() async throws {
    let temporary = try TemporaryStore()
    let session = try temporary.store.session(of: Model.self, in: "main")
    for number in 0..<23 { session.push(Model(id: number, text: "x")) }
    try await temporary.store.flush()
    // Makes two of three routes undecodable among the 15 oldest. The newest routes stay decodable,
    // so that full pages precede pages from which items are skipped.
    try temporary.rawConnection().run(
      "UPDATE route SET tag = 'Gone' WHERE id % 3 <> 0 AND id < 16")
    let expected = (0..<23).reversed().filter { ($0 + 1) % 3 == 0 || $0 + 1 >= 16 }
    for _ in 0..<2 {
      let history = try temporary.reopenAfterKill().history(of: Model.self, account: nil)
      for pageSize in 1...24 {
        let recents = try await history.allRecents(pageSize: pageSize)
        #expect(recents.map(\.route.id) == expected, "pages of \(pageSize)")
        let visits = try await history.allVisits(pageSize: pageSize)
        #expect(visits.map(\.route.id) == expected, "pages of \(pageSize)")
      }
      try await temporary.comeToRest()
    }
  }

  @Test("A history of one route type contains only routes of that type")
  func severalTypes() async throws {
    let temporary = try TemporaryStore()
    let pages = try temporary.store.session(of: Page.self, in: "main")
    let routes = try temporary.store.session(of: AppRoute.self, in: "main", stack: "other")
    for number in 0..<40 {
      pages.push(Page("\(number)"))
      routes.push(.make(number))
    }
    let history = temporary.store.history(of: Page.self, account: nil)
    #expect(
      try await history.allVisits(pageSize: 7).map(\.route)
        == (0..<40).reversed().map { Page("\($0)") })
    #expect(
      try await temporary.store.history(of: AppRoute.self, account: nil).allVisits(pageSize: 7).map(
        \.route)
        == (0..<40).reversed().map { AppRoute.make($0) })
    #expect(try await history.allRecents(pageSize: 7).count == 40)
    let visit = try await temporary.store.history(of: AppRoute.self, account: nil).visits(limit: 1)
    let foreign = try await temporary.store.history(of: Page.self, account: nil).path(
      ofVisit: visit[0].id)
    #expect(foreign.path == [])
    #expect(foreign.failures.count == 40)
    #expect(visit[0].stackName == "other")
  }

  @Test("A query result includes all earlier changes, counted or not")
  func fresh() async throws {
    let temporary = try TemporaryStore()
    let session = try temporary.store.session(of: Page.self, in: "main")
    for number in 0..<70 {
      session.push(Page("\(number)"))
      let recents = try await temporary.store.history(of: Page.self, account: nil).items(
        .recent(limit: 2))
      #expect(recents.first?.route == Page("\(number)"))
    }
    session.change(endsTurn: false) { $0.push(contentsOf: ["open turn"] as [Page]) }
    #expect(
      try await temporary.store.history(of: Page.self, account: nil).items(.recent(limit: 1)).map(
        \.route)
        == [
          "open turn"
        ])
  }

  @Test("A query returns results while another process locks the file")
  func whileLocked() async throws {
    let temporary = try TemporaryStore { $0.busyTimeout = .zero }
    let session = try temporary.store.session(of: Page.self, in: "main")
    session.push("a")
    // A query counts all committed visits first, which needs the write lock of the file. This query
    // counts "a" before another connection takes the lock.
    #expect(
      try await temporary.store.history(of: Page.self, account: nil).items().map(\.route) == ["a"])
    let other = try temporary.rawConnection()
    try other.run("BEGIN IMMEDIATE")
    session.push("b")
    #expect(
      try await temporary.store.history(of: Page.self, account: nil).items().map(\.route) == ["a"])
    try other.run("ROLLBACK")
    #expect(
      try await temporary.store.history(of: Page.self, account: nil).items().map(\.route) == [
        "b", "a",
      ])
  }
}
