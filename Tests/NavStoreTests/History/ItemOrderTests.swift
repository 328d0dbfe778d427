import TestSupport
import Testing

@testable import NavStore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("Items by frecency and by last visit")
struct ItemOrderTests {
  private static let day = 86_400.0

  /// Visits `count` pages at random. Before each visit, the clock moves by up to six days, forward
  /// or back. Returns the times of the visits of each page, in milliseconds since 1970.
  private func visit(
    _ temporary: TemporaryStore, times count: Int, items: Int, _ random: inout SeededRandom
  ) throws -> [Page: [Int64]] {
    let session = try temporary.store.session(of: Page.self, in: "main")
    var times: [Page: [Int64]] = [:]
    for _ in 0..<count {
      let page = Page("\(Int.random(in: 0..<items, using: &random))")
      temporary.clock.advance(by: .seconds(.random(in: -5...6, using: &random) * Self.day))
      session.push(page)
      times[page, default: []].append(temporary.store.writer.now)
      if Bool.random(using: &random) { session.pop() }
    }
    return times
  }

  private func directSum(_ times: [Int64], at now: Int64) -> Double {
    times.reduce(0) { sum, time in
      sum + exp2(-Double(now - time) / (30 * Self.day * 1_000))
    }
  }

  private func expect(
    _ items: [NavItem<Page>], of history: NavHistory<Page>, toHave times: [Page: [Int64]],
    _ comment: Comment
  ) {
    let now = history.store.writer.now
    let sums = times.mapValues { directSum($0, at: now) }
    #expect(items.count == times.count, comment)
    for item in items {
      let sum = sums[item.route] ?? 0
      #expect(abs(history.frecency(of: item) - sum) <= 1e-9 * sum, comment)
      #expect(item.visitCount == times[item.route]?.count, comment)
    }
  }

  @Test(
    "Frecency is the decayed sum over all visits, also uncounted ones and after a removal",
    arguments: 1...4)
  func decay(_ round: Int) async throws {
    var random = SeededRandom.make()
    let temporary = try TemporaryStore()
    var times = try visit(temporary, times: 150, items: 24, &random)
    for stage in ["uncounted", "counted", "forgotten"] {
      if stage == "counted" { try await temporary.comeToRest() }
      if stage == "forgotten" {
        let gone = Set(times.keys.filter { _ in Bool.random(using: &random) })
        try await temporary.store.history(of: Page.self, account: nil).removeRoutes {
          gone.contains($0)
        }
        times = times.filter { !gone.contains($0.key) }
      }
      let comment: Comment = "round \(round), \(stage), seed \(random.seed)"
      let history = temporary.store.history(of: Page.self, account: nil)
      let items = try await history.items(.frequent(limit: 100))
      let now = temporary.store.writer.now
      expect(items, of: history, toHave: times, comment)
      let sums = items.map {
        directSum(times[$0.route] ?? [], at: now)
      }
      for (higher, lower) in zip(sums, sums.dropFirst()) {
        #expect(higher >= lower * (1 - 1e-9), comment)
      }
      let recent = try await history.items(.recent(limit: 100))
      expect(recent, of: history, toHave: times, comment)
    }
  }

  @Test("An item with several routes counts the remaining visits when one route is removed")
  func partlyForgotten() async throws {
    let temporary = try TemporaryStore()
    let session = try temporary.store.session(of: AppRoute.self, in: "main")
    var kept: [Int64] = []
    for number in 0..<60 {
      temporary.clock.advance(by: .seconds((number % 5 == 0 ? -3 : 2) * Self.day))
      session.push(.product(id: 1, tab: number % 3 == 0 ? "reviews" : nil))
      if number % 3 != 0 { kept.append(temporary.store.writer.now) }
    }
    try await temporary.store.history(of: AppRoute.self, account: nil).removeRoutes {
      $0 == .product(id: 1, tab: "reviews")
    }
    let history = temporary.store.history(of: AppRoute.self, account: nil)
    let item = try await history.items(.frequent()).first
    let sum = directSum(
      kept, at: temporary.store.writer.now)
    #expect(abs(history.frecency(of: try #require(item)) - sum) <= 1e-9 * sum)
    #expect(item?.visitCount == 40)
  }

  @Test("A query returns the same result before and after counting")
  func uncounted() async throws {
    var random = SeededRandom.make()
    let temporary = try TemporaryStore()
    _ = try visit(temporary, times: 180, items: 30, &random)
    let history = temporary.store.history(of: Page.self, account: nil)
    let before = try await answers(history)
    try await temporary.comeToRest()
    #expect(try await answers(history) == before, "seed \(random.seed)")
  }

  /// Returns the key, the visit count, the frecency and the last visit of all items, in each
  /// ``ItemOrder``.
  private func answers(_ history: NavHistory<Page>) async throws -> [String] {
    var all: [String] = []
    for order in ItemOrder.allCases {
      for item in try await history.allItems(order, pageSize: 1_000) {
        all.append(
          "\(order) \(item.id) \(item.visitCount) \(history.frecency(of: item)) \(item.lastVisit)")
      }
    }
    return all
  }

  @Test(
    "Pages of items have no gaps and no repeats, even if all items are equal",
    arguments: ItemOrder.allCases, [1, 2, 7, 32, 100])
  func ties(_ order: ItemOrder, _ pageSize: Int) async throws {
    let temporary = try TemporaryStore()
    let session = try temporary.store.session(of: Page.self, in: "main")
    // Doesn't advance the clock, so that each item has one visit, all at the same time.
    for number in 0..<75 { session.push(Page("\(number)")) }
    let history = temporary.store.history(of: Page.self, account: nil)
    let uncounted = try await history.allItems(order, pageSize: pageSize).map(\.id)
    #expect(uncounted.count == 75)
    #expect(Set(uncounted).count == 75)
    #expect(try await history.allItems(order, pageSize: 1_000).map(\.id) == uncounted)
    try await temporary.comeToRest()
    #expect(try await history.allItems(order, pageSize: pageSize).map(\.id) == uncounted)
  }

  @Test(
    "Items that are counted between two pages are on one of them", arguments: ItemOrder.allCases)
  func countedBetweenPages(_ order: ItemOrder) async throws {
    var random = SeededRandom.make()
    let temporary = try TemporaryStore()
    _ = try visit(temporary, times: 100, items: 50, &random)
    let history = temporary.store.history(of: Page.self, account: nil)
    let whole = try await history.allItems(order, pageSize: 1_000).map(\.id)
    for count in [1, 10, 30] {
      let session = try temporary.store.session(of: Page.self, in: "main")
      session.pop()
      let first = try await history.items(order, limit: count, after: nil)
      try await temporary.comeToRest()
      let rest = try await history.items(order, limit: 1_000, after: first.last)
      #expect(first.map(\.id) + rest.map(\.id) == whole, "seed \(random.seed)")
    }
  }

  @Test("Queries return only seen screens of the given account and route type")
  func whose() async throws {
    let temporary = try TemporaryStore()
    let session = try temporary.store.session(of: Page.self, in: "main")
    session.push(contentsOf: ["covered", "seen"] as [Page])
    let other = try temporary.store.session(of: Page.self, in: "main", account: "u")
    for name in ["a", "b", "b"] { other.push(Page(name)) }
    let typed = try temporary.store.session(of: AppRoute.self, in: "main", stack: "shop")
    typed.push(.settings)
    let history = temporary.store.history(of: Page.self, account: nil)
    for _ in 0..<2 {
      for order in ItemOrder.allCases {
        #expect(try await history.allItems(order, pageSize: 1).map(\.route) == ["seen"])
        #expect(
          try await temporary.store.history(of: Page.self, account: "u").allItems(
            order, pageSize: 1
          ).map(\.route) == ["b", "a"])
      }
      #expect(
        try await temporary.store.history(of: AppRoute.self, account: nil).items(.frequent()).map(
          \.route)
          == [.settings])
      #expect(
        try await temporary.store.history(of: AppRoute.self, account: "nobody").items().isEmpty)
      try await temporary.comeToRest()
    }
  }

  @Test("Queries work with several route types and with storage types")
  func otherForms() async throws {
    let temporary = try TemporaryStore()
    let session = try temporary.store.session(of: Mixed.Screen.self, in: "main")
    session.push(Mixed.Shop.cart)
    session.push(Mixed.Auth.login)
    session.push(Mixed.Shop.cart)
    let mixed = temporary.store.history(of: Mixed.Screen.self, account: nil)
    let relevant = try await mixed.items(.frequent())
    #expect(relevant.map(\.route.description) == ["cart", "login"])
    #expect(relevant.map(\.visitCount) == [2, 1])
    struct Mapped: NavElement {
      let name: String

      static let coding = NavCoding<Mapped>.stored(as: Mixed.Shop.self) {
        .category($0.name)
      } from: { route in
        if case .category(let name) = route { Mapped(name: name) } else { Mapped(name: "cart") }
      }
    }
    let mapped = temporary.store.history(of: Mapped.self, account: nil)
    #expect(try await mapped.items(.frequent()).map(\.route.name) == ["cart"])
    #expect(try await mapped.items().map(\.visitCount) == [2])
  }

  @Test("An item is a valid cursor in every query of its history, and of no other history")
  func places() async throws {
    let temporary = try TemporaryStore()
    let session = try temporary.store.session(of: Page.self, in: "main")
    for name in ["a", "b", "c"] {
      session.push(Page(name))
      session.setTitle("title \(name)")
    }
    let history = temporary.store.history(of: Page.self, account: nil)
    let queries: [NavItemQuery] = [.recent(), .frequent(), .search("title"), .search(" TITLE ")]
    for query in queries {
      let first = try #require(try await history.items(query).first)
      for other in queries {
        let rest = try await history.items(other, after: first).map(\.route)
        #expect(rest == ["b", "a"], "\(query), then \(other)")
      }
    }
    let last = try await history.items(.recent(limit: 1)).last
    let another = temporary.store.history(of: Page.self, account: "u")
    for query in queries {
      #expect(await code { _ = try await another.items(query, after: last) } == .invalidArgument)
    }
    #expect(
      await code { _ = try await history.items(.frequent(limit: -1)) } == .invalidArgument)
    #expect(
      await code { _ = try await history.items(.search("a", limit: -1)) } == .invalidArgument)
    #expect(try await history.items(.frequent(limit: .max), after: last).count == 2)
  }
}

/// The orders in which items are queried.
enum ItemOrder: CaseIterable {
  case recent
  case frecent
}

extension NavHistory<Page> {
  func items(
    _ order: ItemOrder, limit: Int, after last: NavItem<Page>?
  ) async throws -> [NavItem<Page>] {
    switch order {
    case .recent: try await items(.recent(limit: limit), after: last)
    case .frecent: try await items(.frequent(limit: limit), after: last)
    }
  }

  func allItems(_ order: ItemOrder, pageSize: Int) async throws -> [NavItem<Page>] {
    try await allPages { try await items(order, limit: pageSize, after: $0) }
  }
}
