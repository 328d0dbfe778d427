import Foundation
import NavStoreInspection
import TestSupport
import Testing

@testable import NavStore

/// Clocks that go back, stop, or report impossible times. The order of visits doesn't depend on a
/// clock, and no time causes a trap.
@Suite struct ClockTests {
  /// Times that real clocks have reported, and more extreme ones.
  private static let times: [Date] = [
    .distantPast, .distantFuture, Date(timeIntervalSince1970: 0),
    Date(timeIntervalSince1970: -1), Date(timeIntervalSince1970: .nan),
    Date(timeIntervalSince1970: .infinity), Date(timeIntervalSince1970: -.infinity),
    Date(timeIntervalSince1970: 9.3e15), Date(timeIntervalSince1970: -9.3e15),
    Date(timeIntervalSince1970: 9.2233720368547e15),
    Date(timeIntervalSince1970: -9.2233720368547e15),
    Date(timeIntervalSince1970: 1_800_000_000), Date(timeIntervalSince1970: 1_500_000_000),
    Date(timeIntervalSince1970: 1_800_000_000),
  ]

  private static func store(
    _ now: Locked<Date>, _ configure: (inout NavStore.Configuration) -> Void = { _ in }
  ) throws -> TemporaryStore {
    try TemporaryStore { configuration in
      configuration.clock = { now.withLock { $0 } }
      configure(&configuration)
    }
  }

  @Test("Items are ordered by when they were seen, and visits by their dates")
  func order() async throws {
    let now = Locked(Date())
    let temporary = try Self.store(now)
    var random = SeededRandom.make()
    var expected: [String] = []
    for number in 0..<120 {
      let time = try #require(Self.times.randomElement(using: &random))
      now.withLock { $0 = time }
      try temporary.store.save([Page("/\(number)")], in: "main")
      expected.insert("/\(number)", at: 0)
    }
    let history = temporary.store.history(of: Page.self, account: nil)
    for _ in 0..<2 {
      let recent = try await history.items(.recent(limit: 200))
      #expect(recent.map(\.route.name) == expected)
      let visits = try await history.visits(limit: 200)
      #expect(visits.count == 120)
      for (newer, older) in zip(visits, visits.dropFirst()) {
        #expect((newer.visitedAt, newer.id) > (older.visitedAt, older.id))
      }
      let relevant = try await history.items(.frequent(limit: 200))
      #expect(Set(relevant.map(\.route.name)) == Set(expected))
      let start = Date(timeIntervalSince1970: -62_135_596_800)
      let all = try await history.visits(from: start, limit: 200)
      #expect(all.count <= 120)
      let tree = try await history.tree(in: "main", limit: 200)
      #expect(tree.nodes.filter { $0.visitedAt != nil }.count == 120)
      try await temporary.comeToRest()
    }
    try await expectConsistent(temporary)
  }

  @Test(
    "Every clock time can be saved, restored, closed, expired, pruned and erased",
    arguments: 0..<14)
  func eachTime(_ index: Int) async throws {
    let now = Locked(Date(timeIntervalSince1970: 1_700_000_000))
    let temporary = try Self.store(now) { configuration in
      configuration.retention = NavStore.Retention()
      configuration.closedScenes.age = index.isMultiple(of: 2) ? .seconds(1) : .seconds(Int64.max)
      configuration.closedScenes.count = .max
    }
    try temporary.store.save([Page("/before")], in: "main")
    try temporary.store.save([Page("/other")], in: "other")
    now.withLock { $0 = Self.times[index] }
    let store = try await temporary.relaunch()
    _ = try store.restore(Page.self, in: "main", expiresAfter: .seconds(60))
    try store.save([Page("/now")], in: "main")
    #expect(try store.restore(Page.self, in: "main").path == [Page("/now")])
    #expect(try store.closeScene("other"))
    #expect(try store.closedScenes().map(\.id) == ["other"])
    now.withLock { $0 = Date(timeIntervalSince1970: 1_700_000_000) }
    try store.closeScene("main")
    #expect(
      try store.closedScenes().first?.id == "main", "The scene that was closed last is first.")
    try store.reopenScene("main")
    for time in Self.times {
      now.withLock { $0 = time }
      _ = try await store.prune(dryRun: true)
      _ = try await store.history(of: Page.self, account: nil).items(.frequent())
      for try await _ in store.exportHistory() {}
    }
    now.withLock { $0 = Self.times[index] }
    try await store.prune()
    try await store.history(of: Page.self, account: nil).forget(
      .dates(.distantPast..<(.distantFuture)))
    _ = try store.restore(Page.self, in: "main")
    let visit = try await store.history(of: Page.self, account: nil).visits().first
    if let visit { #expect(visit.visitedAt.timeIntervalSince1970.isFinite) }
    try await expectConsistent(temporary)
  }

  @Test("A stopped clock still gives visits an order")
  func equalTicks() async throws {
    let now = Locked(Date(timeIntervalSince1970: 1_700_000_000))
    let temporary = try Self.store(now)
    let session = try temporary.store.session(of: Page.self, in: "main")
    for number in 0..<100 { session.push(Page("/\(number)")) }
    let names = (0..<100).reversed().map { "/\($0)" }
    let visits = try await temporary.store.history(of: Page.self, account: nil).visits(limit: 100)
    #expect(visits.map(\.route.name) == names)
    let history = temporary.store.history(of: Page.self, account: nil)
    let paged = try await allPages { try await history.items(.frequent(limit: 7), after: $0) }
      .map(\.route.name)
    #expect(paged.count == 100)
    #expect(Set(paged).count == 100, "Pages repeat and omit no item with an equal time.")
  }
}
