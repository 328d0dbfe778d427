import NavStoreInspection
import NavStoreSQLite
import TestSupport
import Testing

@testable import NavStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("Retention")
struct RetentionTests {
  private static let day = 86_400.0

  @Test("Pruning deletes exactly the visits of the preview, and no visit that a stack needs")
  func prune() async throws {
    var random = SeededRandom.make()
    for _ in 0..<(isSoak ? 50 : 3) {
      let temporary = try TemporaryStore { configuration in
        configuration.retention = .init(
          age: .seconds(20 * 86_400), count: Int.random(in: 50...300, using: &random))
      }
      try hold(temporary.store)
      try await navigate(temporary, steps: 300, &random)
      try await temporary.store.history(of: AppRoute.self, account: nil).forget(
        .item(AppRoute.settings))
      let paths = try await stacks(temporary.store)
      let before = try await temporary.store.history(of: AppRoute.self, account: nil).allVisits(
        pageSize: 500)

      let preview = try await temporary.store.prune(dryRun: true)
      let removed = try await temporary.store.prune()
      #expect(preview == removed, "seed \(random.seed)")
      #expect(removed > 0)
      try await expectConsistent(temporary)
      let after = try await temporary.store.history(of: AppRoute.self, account: nil).allVisits(
        pageSize: 500)
      #expect(after.map(\.id) == before.map(\.id).filter(Set(after.map(\.id)).contains))
      let leaves = try temporary.number(
        """
        SELECT count(*) FROM visit WHERE time IS NULL AND id NOT IN (SELECT parent FROM visit)
        """)
      #expect(try #require(leaves) <= 10, "Only lists refer to unseen visits without a child.")
      #expect(try await stacks(temporary.store) == paths)
      #expect(try await temporary.store.prune(dryRun: true) == 0)
      #expect(try await temporary.store.prune() == 0)
      try await temporary.relaunch()
      #expect(try await stacks(temporary.store) == paths)
    }
  }

  @Test("Pruning keeps whole stacks of closed scenes and of live sessions, even in deleted scenes")
  func ancestors() async throws {
    let temporary = try TemporaryStore { $0.retention = .init(age: .seconds(86_400), count: nil) }
    let store = temporary.store
    try hold(store)
    try store.save(["c1", "c2"].map { Page($0) }, in: "closed")
    try store.closeScene("closed")
    let session = try store.session(of: Page.self, in: "main")
    for name in ["a", "b", "gone 1", "gone 2"] { session.push(Page(name)) }
    session.popToRoot()
    session.push("x")
    let deleted = try store.session(of: Page.self, in: "deleted")
    for name in ["d1", "d2"] { deleted.push(Page(name)) }
    try await store.deleteScene("deleted")
    temporary.clock.advance(by: .seconds(10 * Self.day))
    #expect(try await store.prune() == 4)
    try await expectConsistent(temporary)
    #expect(session.trail == "x")
    #expect(deleted.trail == "d1/d2")
    deleted.push("d3")
    try await temporary.relaunch()
    #expect(try temporary.store.restore(Page.self, in: "deleted").path == ["d1", "d2", "d3"])
    #expect(try temporary.store.reopenScene("closed"))
    #expect(try temporary.store.restore(Page.self, in: "closed").path == ["c1", "c2"])
    try await expectConsistent(temporary)
  }

  @Test("An idle store prunes in small batches, with the same result")
  func trickled() async throws {
    let temporary = try TemporaryStore { $0.retention = .init(age: nil, count: 40) }
    let store = temporary.store
    try hold(store)
    let session = try store.session(of: Page.self, in: "main")
    for number in 0..<1_200 {
      session.push(Page("\(number % 90)"))
      if number % 4 == 3 { session.popToRoot() }
    }
    session.push("end")
    let preview = try await store.prune(dryRun: true)
    let before = try temporary.number("SELECT count(*) FROM visit") ?? 0
    let writer = store.writer
    try writer.sync { connection in
      var steps = 0
      var left = before
      while writer.idleStep(on: connection) == 0 {
        steps += 1
        let now = try connection.first("SELECT count(*) FROM visit") { $0.int(0) } ?? 0
        #expect(left - now <= Int64(Sweeping.batchSize))
        left = now
        // After each step, the parents of all visits exist, so that every visit has its whole
        // stack.
        let orphans = try connection.first(
          """
          SELECT count(*) FROM visit WHERE parent <> 0 AND parent NOT IN (SELECT id FROM visit)
          """
        ) { $0.int(0) }
        #expect(orphans == 0)
      }
      #expect(steps > 5)
      #expect(before - left == Int64(preview))
      #expect(writer.maintenance.pruning == nil)
    }
    try await expectConsistent(temporary)
  }

  @Test("An idle store prunes after opening, after 1,000 visits and after a day, not all the time")
  func due() async throws {
    let temporary = try TemporaryStore { $0.retention = .init(age: .seconds(86_400), count: 500) }
    let store = temporary.store
    try hold(store)
    let session = try store.session(of: Page.self, in: "main")
    session.push("a")
    session.popToRoot()
    session.push("b")
    let writer = store.writer
    try await store.flush()
    try writer.finishIdleWork()
    temporary.clock.advance(by: .seconds(1.5 * Self.day))
    try writer.sync { #expect(writer.pruneStep(on: $0) == 0) }
    try writer.finishIdleWork()
    #expect(try temporary.number("SELECT count(*) FROM visit") == 1)
    try writer.sync { #expect(writer.pruneStep(on: $0) == nil) }
    for number in 0..<1_100 {
      session.push(Page("\(number % 7)"))
      session.popToRoot()
    }
    try await store.flush()
    try writer.finishIdleWork()
    #expect(try temporary.number("SELECT sum(visits) FROM item") ?? .max <= 1_051)
    #expect(try temporary.number("SELECT sum(visits) FROM item") ?? 0 >= 500)
    try await expectConsistent(temporary)
  }

  @Test("A clock set far ahead or back doesn't make pruning delete the history")
  func clocks() async throws {
    let temporary = try TemporaryStore { $0.retention = .init() }
    let store = temporary.store
    // Otherwise, a pruning of the idle store may delete the visits before `prune()` does.
    store.holdIdleMoments()
    let session = try store.session(of: Page.self, in: "main")
    for number in 0..<20 {
      session.push(Page("\(number)"))
      session.popToRoot()
    }
    let start = temporary.clock.now
    for days in [36_500.0, -20_000, 400] {
      temporary.clock.now = start.addingTimeInterval(days * Self.day)
      #expect(try await store.prune() == 0)
      session.push(Page("after \(days)"))
      #expect(try await store.prune() == 0)
      session.popToRoot()
    }
    temporary.clock.now = start.addingTimeInterval(100 * Self.day)
    #expect(try await store.prune() > 0)
    try await expectConsistent(temporary)
  }

  @Test("Without limits, an idle store searches forgotten visits once and prunes nothing else")
  func unlimited() async throws {
    let temporary = try TemporaryStore { $0.retention = .unlimited }
    let store = temporary.store
    try hold(store)
    let session = try store.session(of: Page.self, in: "main")
    session.push(contentsOf: ["a", "x", "b"].map { Page($0) })
    try await store.history(of: Page.self, account: nil).forget(.item(Page("x")))
    #expect(try temporary.number("SELECT count(*) FROM visit") == 3)
    session.popToRoot()
    for _ in 0..<60 { session.visit("y") }
    temporary.clock.advance(by: .seconds(1_000 * Self.day))
    let writer = store.writer
    try await store.flush()
    // A pruning searches the file for forgotten visits once. After the search, `pruneStep` has
    // nothing to do and returns `nil`.
    try writer.sync { connection in
      #expect(writer.pruneStep(on: connection) == 0)
      while writer.pruneStep(on: connection) != nil {}
      #expect(writer.pruneStep(on: connection) == nil)
    }
    #expect(try await store.prune(dryRun: true) == 0)
    #expect(try await store.prune() == 0)
    try await expectConsistent(temporary)
  }

  @Test("Pruning keeps visits of a live stack that isn't saved yet")
  func unwritten() async throws {
    let temporary = try TemporaryStore { $0.retention = .init(age: nil, count: 1) }
    let store = temporary.store
    let session = try store.session(of: Page.self, in: "main")
    for name in ["a", "b", "c"] { session.push(Page(name)) }
    try await store.flush()
    session.change(endsTurn: false) { _ = $0.pop(1) }
    session.change(endsTurn: false) { $0.push(contentsOf: [Page("d")]) }
    #expect(session.core.standing.filter { $0 > 0 }.count >= 2)
    #expect(try await store.prune() == 0)
    try await temporary.relaunch()
    #expect(try temporary.store.restore(Page.self, in: "main").path == ["a", "b", "d"])
  }

  private func hold(_ store: NavStore) throws {
    let writer = store.writer
    try writer.sync { _ in writer.maintenance.isHeld = true }
  }

  private func stacks(_ store: NavStore) async throws -> [[AppRoute]] {
    try await store.flush()
    return try ["a", "b"].map { try store.restore(AppRoute.self, in: $0).path }
  }

  private func navigate(
    _ temporary: TemporaryStore, steps: Int, _ random: inout SeededRandom
  ) async throws {
    let sessions = try ["a", "b"].map { try temporary.store.session(of: AppRoute.self, in: $0) }
    for _ in 0..<steps {
      let session = sessions[Int.random(in: 0..<2, using: &random)]
      temporary.clock.advance(by: .seconds(Double.random(in: -4_000...20_000, using: &random)))
      session.push(
        contentsOf: (0..<Int.random(in: 1...3, using: &random)).map { _ in
          .make(Int.random(in: 0..<200, using: &random))
        })
      session.pop(Int.random(in: 0...4, using: &random))
    }
  }
}
