import Foundation
import NavStoreSQLite
import TestSupport
import Testing

@testable import NavStore

@Suite("Visits by filter")
struct VisitFilterTests {
  /// The conditions of a query. A condition that is `nil` is met by all visits.
  struct Filter {
    let from, to: Date
    let kind, scene, stack: String?

    /// The key of an item.
    var item: String?
  }

  /// A visit as it is stored in the tables. The test reads the visit with SQL of its own, not with
  /// the queries under test.
  struct Known {
    let seq, id, time: Int64
    let account, stack, item, kind: String
    let scene: String?

    /// Returns the visits with the newest date first. Among visits with equal dates, the visit that
    /// was seen last is first.
    static func byDate(_ visits: [Known]) -> [Known] {
      visits.sorted { ($0.time, $0.seq) > ($1.time, $1.seq) }
    }

    func meets(_ filter: Filter) -> Bool {
      let date = Date(milliseconds: time)
      return date >= filter.from && date < filter.to
        && filter.kind.map { kind == $0 } != false && filter.item.map { self.item == $0 } != false
        && filter.scene.map { scene == $0 } != false && filter.stack.map { stack == $0 } != false
    }
  }

  private func known(_ temporary: TemporaryStore) async throws -> [Known] {
    try await temporary.store.flush()
    return try temporary.rawConnection().all(
      """
      SELECT coalesce(seq, visit.id), visit.id, time, account.key, stack.name, item.key, kind.name,
        scene.key
      FROM visit JOIN route ON route.id = visit.route JOIN item ON item.id = route.item
      JOIN kind ON kind.id = item.kind JOIN account ON account.id = item.account
      JOIN stack ON stack.id = visit.stack LEFT JOIN scene ON scene.id = stack.scene
      WHERE time IS NOT NULL ORDER BY 1 DESC
      """
    ) { row in
      Known(
        seq: row.int(0), id: row.int(1), time: row.int(2), account: row.text(3),
        stack: row.text(4), item: row.text(5), kind: row.text(6), scene: row.optionalText(7))
    }
  }

  private func pages(
    _ history: NavHistory<AppRoute>, _ filter: Filter, of item: AppRoute?, size: Int
  ) async throws -> [Int64] {
    try await allPages { last in
      try await history.visits(
        of: item, from: filter.from, to: filter.to, kind: filter.kind,
        in: filter.scene.map { NavScene(id: $0) },
        stack: filter.stack, limit: size, after: last)
    }.map(\.id)
  }

  @Test("Every filter returns the matching visits, counted or not, in pages of any size")
  func naive() async throws {
    var random = SeededRandom.make()
    let temporary = try TemporaryStore()
    let places = [("a", "", ""), ("a", "tab", ""), ("b", "", ""), ("a", "", "u"), ("c", "", "u")]
    let sessions = try places.map { scene, stack, account in
      try temporary.store.session(
        of: AppRoute.self, in: scene, stack: stack, account: account.orSignedOut)
    }
    func navigate(_ steps: Int) {
      for _ in 0..<steps {
        let session = sessions[Int.random(in: 0..<5, using: &random)]
        temporary.clock.advance(by: .seconds(Double.random(in: -40_000...50_000, using: &random)))
        session.push(
          contentsOf: (0..<Int.random(in: 1...3, using: &random)).map { _ in
            .make(Int.random(in: 0..<40, using: &random))
          })
        session.pop(Int.random(in: 0...4, using: &random))
      }
    }
    func compare(_ times: Int) async throws {
      let all = try await known(temporary)
      for _ in 0..<times {
        let account = Bool.random(using: &random) ? "" : "u"
        func pick() -> Known { all[Int.random(in: 0..<all.count, using: &random)] }
        func maybe<T>(_ make: () -> T?) -> T? { Bool.random(using: &random) ? make() : nil }
        let scene = maybe { ["a", "b", "c"].randomElement(using: &random) }
        var filter = Filter(
          from: maybe { Date(milliseconds: pick().time) } ?? .distantPast,
          to: maybe { Date(milliseconds: pick().time) } ?? .distantFuture,
          kind: maybe { pick().kind }, scene: scene,
          stack: scene.flatMap { _ in maybe { Bool.random(using: &random) ? "" : "tab" } })
        let history = temporary.store.history(of: AppRoute.self, account: account.orSignedOut)
        let item = maybe { maybe { AppRoute.make(Int.random(in: 0..<40, using: &random)) } }
        filter.item = try item.flatMap(history.itemKey)
        let matching = all.filter { $0.account == account && $0.meets(filter) }
        // A query by item or kind returns the visits in the order in which they were seen, last
        // first. All other queries return the visits by date.
        let isBySeen = filter.item != nil || filter.kind != nil
        let expected = (isBySeen ? matching : Known.byDate(matching)).map(\.id)
        let size = [1, 7, 50, 1_000].randomElement(using: &random) ?? 1
        guard size > 1 || expected.count < 40 else { continue }
        let found = try await pages(history, filter, of: item, size: size)
        #expect(found == expected, "\(filter), \(account), \(found.count) of \(expected.count)")
      }
    }
    for _ in 0..<(isSoak ? 40 : 3) {
      navigate(120)
      try await compare(40)
      try await temporary.comeToRest()
      try await compare(40)
    }
    _ = try await temporary.store.deleteScene("a")
    try await compare(40)
    let gone = try await temporary.store.history(of: AppRoute.self, account: nil).visits(in: "a")
    #expect(gone.isEmpty)
  }

  @Test("No page repeats or omits a visit while visits are added")
  func stable() async throws {
    let temporary = try TemporaryStore()
    let session = try temporary.store.session(of: AppRoute.self, in: "main")
    let other = try temporary.store.session(of: AppRoute.self, in: "main", account: "u")
    func visit(_ number: Int) {
      session.push(contentsOf: [.product(id: number, tab: nil)])
      session.push(contentsOf: [.category("x")])
      other.push(contentsOf: [.product(id: number, tab: nil)])
    }
    for number in 0..<100 { visit(number) }
    let found = try await allPages { last in
      let page = try await temporary.store.history(of: AppRoute.self, account: nil).visits(
        kind: "product", in: "main", limit: 9, after: last)
      for number in 100..<115 { visit(number) }
      return page
    }
    #expect(found.map(\.route) == (0..<100).reversed().map { .product(id: $0, tab: nil) })
  }

  @Test("Visits of an item are queried by any of its routes")
  func item() async throws {
    let temporary = try TemporaryStore()
    let session = try temporary.store.session(of: AppRoute.self, in: "main")
    session.push(contentsOf: [.product(id: 7, tab: nil)])
    session.push(contentsOf: [.product(id: 8, tab: nil)])
    session.push(contentsOf: [.product(id: 7, tab: "reviews")])
    let history = temporary.store.history(of: AppRoute.self, account: nil)
    let visits = try await history.visits(of: .product(id: 7, tab: "none yet"))
    #expect(visits.map(\.route) == [.product(id: 7, tab: "reviews"), .product(id: 7, tab: nil)])
    #expect(try await history.visits(of: .product(id: 9, tab: nil)).isEmpty)
    let neverStored = temporary.store.history(of: RouteRulesTests.SignIn.self, account: nil)
    #expect(try await neverStored.visits(of: .otp(code: "1")).isEmpty)
  }

  @Test("A date range includes its start, not its end; an empty or inverted range has no visits")
  func dates() async throws {
    let temporary = try TemporaryStore()
    let session = try temporary.store.session(of: Page.self, in: "main")
    for name in ["a", "b", "c"] {
      session.push(Page(name))
      temporary.clock.advance(by: .seconds(0.001))
    }
    let history = temporary.store.history(of: Page.self, account: nil)
    let all = try await history.visits()
    let (c, b) = (all[0].visitedAt, all[1].visitedAt)
    func names(from: Date = .distantPast, to: Date = .distantFuture) async throws -> String {
      try await history.visits(from: from, to: to).map(\.route.name).joined()
    }
    #expect(try await names(from: b, to: c) == "b")
    #expect(try await names(from: b) == "cb")
    #expect(try await names(to: b) == "a")
    #expect(try await names(from: b + 0.000_4) == "c")
    #expect(try await names(from: b, to: b).isEmpty)
    #expect(try await names(from: c, to: b).isEmpty)
    #expect(try await names(from: .distantPast, to: .distantFuture) == "cba")
    let extremes = Date(timeIntervalSince1970: .infinity)
    #expect(try await names(from: Date(timeIntervalSince1970: -.infinity), to: extremes) == "cba")
    #expect(try await names(from: extremes).isEmpty)
  }

  @Test("A page continues after the last visit, even with other conditions")
  func conditionsByTheClock() async throws {
    let temporary = try TemporaryStore()
    let session = try temporary.store.session(of: Page.self, in: "main")
    for name in ["a", "b", "c"] { session.push(Page(name)) }
    let history = temporary.store.history(of: Page.self, account: nil)
    let first = try await history.visits(to: Date(), limit: 2)
    let second = try await history.visits(to: Date(), in: "main", limit: 2, after: first.last)
    #expect(second.map(\.route) == ["a"])
  }

  @Test("A stack without a scene and an empty scene are rejected; scene keys compare by bytes")
  func refusals() async throws {
    let temporary = try TemporaryStore()
    try temporary.store.save([Page("a")], in: "\u{e9}")
    let history = temporary.store.history(of: Page.self, account: nil)
    #expect(await code { _ = try await history.visits(stack: "") } == .invalidArgument)
    #expect(await code { _ = try await history.visits(in: "") } == .invalidArgument)
    #expect(try await history.visits(in: "\u{e9}").count == 1)
    #expect(try await history.visits(in: "e\u{301}").isEmpty)
  }

  @Test("Visits of a kind are queried by its current name, also with several or storage types")
  func forms() async throws {
    let temporary = try TemporaryStore()
    let store = temporary.store
    let session = try store.session(of: Mixed.Screen.self, in: "main")
    session.push(contentsOf: anyRoutes(Mixed.Article.page(1), Mixed.Shop.category("x")))
    session.push(contentsOf: anyRoutes(Mixed.Article.page(2)))
    session.push(contentsOf: anyRoutes(Mixed.Shop.category("y")))
    #expect(
      try await store.history(of: Mixed.Article.self, account: nil).visits(kind: "page")
        .map(\.route) == [.page(2)])
    // The kind of an article's page is stored as "category", which is the former name of the case.
    // A shop route has a different kind of that name.
    let mixed = store.history(of: Mixed.Screen.self, account: nil)
    #expect(try await mixed.visits(kind: "page").count == 1)
    #expect(try await mixed.visits(kind: "category").count == 2)
    let numbers = store.history(of: ArticleNumber.self, account: nil)
    #expect(try await numbers.visits(kind: "page").map(\.route) == [2])
    let key = try numbers.itemKey(of: 2)
    let element = Mixed.Screen(Mixed.Article.page(2))
    #expect(try mixed.itemKey(of: element) == key)
    #expect(try await mixed.visits(of: element).map(\.route) == [element])
  }

  @Test("Few visits of one account are found among many of another")
  func sharedFile() async throws {
    let temporary = try TemporaryStore()
    let rare = try temporary.store.session(of: Page.self, in: "main", account: "rare")
    for name in ["a", "b"] { rare.push(Page(name)) }
    let busy = try temporary.store.session(of: Page.self, in: "main")
    for number in 0..<400 { busy.push(Page("\(number % 9)")) }
    try await temporary.comeToRest()
    let store = temporary.store
    let visits = try await store.history(of: Page.self, account: "rare").allVisits(pageSize: 1)
    #expect(visits.map(\.route.name) == ["b", "a"])
    #expect(
      try await store.history(of: Page.self, account: nil).allVisits(pageSize: 37).count == 400)
  }
}
