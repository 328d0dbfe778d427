import TestSupport
import Testing

@testable import NavStore

@Suite("Another half-life")
struct HalfLifeTests {
  private static let day = 86_400.0

  /// No idle moment comes by itself.
  private static func withoutIdleMoments(_ configuration: inout NavStore.Configuration) {
    configuration.idleMilliseconds = 86_400_000
  }

  private func store(halfLifeDays: Double, of temporary: TemporaryStore) throws -> NavStore {
    try temporary.another { $0.frecencyHalfLife = .seconds(halfLifeDays * Self.day) }
  }

  /// Many items, one of them with more visits than a step takes.
  private func visit(_ temporary: TemporaryStore, _ random: inout SeededRandom) async throws {
    let session = try temporary.store.session(of: Page.self, in: "main")
    for number in 0..<900 {
      temporary.clock.advance(by: .seconds(.random(in: -1...1.2, using: &random) * Self.day))
      session.push(Page(number % 2 == 0 ? "much visited" : "\(number % 59)"))
    }
    try await temporary.comeToRest()
  }

  /// What counting everything from the beginning gives.
  private func expected(_ store: NavStore) throws -> [Int64: Double] {
    let frecency = store.configuration.frecency
    return try store.writer.sync { connection in
      let visits = try connection.all(
        """
        SELECT item, time FROM visit JOIN route ON route.id = visit.route
        WHERE time IS NOT NULL ORDER BY coalesce(seq, visit.id)
        """
      ) { ($0.int(0), $0.int(1)) }
      return visits.reduce(into: [:]) { moments, visit in
        moments[visit.0] = frecency.adding(visitAt: visit.1, to: moments[visit.0])
      }
    }
  }

  private func stored(_ store: NavStore) throws -> [Int64: Double] {
    try store.writer.sync { connection in
      let items = try connection.all(
        "SELECT id, frecency FROM item WHERE frecency IS NOT NULL"
      ) { ($0.int(0), $0.double(1)) }
      return Dictionary(uniqueKeysWithValues: items)
    }
  }

  private func rescored(_ store: NavStore) throws -> Int64? {
    try store.writer.sync { connection in
      try connection.first("SELECT rescored FROM progress") { $0.optionalInt(0) } ?? nil
    }
  }

  @Test("Whoever asks gets the answer by the new one, and opening writes nothing")
  func asked() async throws {
    var random = SeededRandom.make()
    let temporary = try TemporaryStore(Self.withoutIdleMoments)
    try await visit(temporary, &random)
    let old = try stored(temporary.store)
    #expect(old == (try expected(temporary.store)))
    for days in [1.0, 365, 30] {
      let before = try temporary.bytes()
      let next = try store(halfLifeDays: days, of: temporary)
      _ = try next.session(of: Page.self, in: "main")
      _ = try await next.history(of: Page.self, account: nil).items()
      #expect(try temporary.bytes() == before)
      let history = next.history(of: Page.self, account: nil)
      let scores = try await history.items(.frequent(limit: 1_000)).map(history.frecency)
      #expect(scores == scores.sorted(by: >))
      #expect(try stored(next) == expected(next), "seed \(random.seed)")
      #expect(try rescored(next) == nil)
      try await next.close()
    }
    #expect(try stored(temporary.store) == old)
  }

  @Test("It takes many small steps, which idle moments and saves share")
  func steps() async throws {
    var random = SeededRandom.make()
    let temporary = try TemporaryStore(Self.withoutIdleMoments)
    try await visit(temporary, &random)
    let next = try store(halfLifeDays: 3, of: temporary)
    let session = try next.session(of: Page.self, in: "main")
    var steps = 0
    while try await next.writer.async({ try next.writer.rescoreStep(on: $0, visits: 120) }) {
      steps += 1
      // Items that were counted, the one on its way, and those to come all get visits.
      session.push(Page(steps % 2 == 0 ? "much visited" : "\(steps)"))
      try await next.flush()
      if steps == 3 { try await next.writer.async { try next.writer.indexAll(on: $0) } }
    }
    #expect(steps >= 4)
    try await next.writer.async { try next.writer.indexAll(on: $0) }
    #expect(try stored(next) == expected(next), "seed \(random.seed)")
  }

  @Test("Idle moments after a commit take all steps")
  func idle() async throws {
    var random = SeededRandom.make()
    let temporary = try TemporaryStore(Self.withoutIdleMoments)
    try await visit(temporary, &random)
    let next = try store(halfLifeDays: 3, of: temporary)
    try next.session(of: Page.self, in: "main").push("after")
    try await next.flush()
    var checks = 0
    while checks < 50 {
      // A check schedules its step on the queue, before the next call.
      let isRight = try next.writer.sync { connection in
        let table = RescoreTable(db: connection, frecency: next.writer.frecency)
        if try table.isRight() { return true }
        next.writer.idleCheck()
        return false
      }
      if isRight { break }
      checks += 1
    }
    #expect((3..<50).contains(checks))
    #expect(try rescored(next) == nil)
    #expect(try stored(next) == expected(next), "seed \(random.seed)")
  }

  @Test("What a launch began the next one ends, and a change of mind begins anew")
  func relaunches() async throws {
    var random = SeededRandom.make()
    let temporary = try TemporaryStore(Self.withoutIdleMoments)
    try await visit(temporary, &random)
    for days in [2.0, 2, 5, 30, 7] {
      let next = try store(halfLifeDays: days, of: temporary)
      _ = try await next.writer.async { try next.writer.rescoreStep(on: $0, visits: 120) }
      try await next.close()
    }
    let last = try store(halfLifeDays: 7, of: temporary)
    #expect(try rescored(last) != nil)
    _ = try await last.history(of: Page.self, account: nil).items(.search("x"))
    _ = try await last.history(of: Page.self, account: nil).items(.frequent())
    #expect(try stored(last) == expected(last), "seed \(random.seed)")
    #expect(try rescored(last) == nil)
  }

  @Test("Visits that are forgotten between two steps do not count")
  func forgottenMeanwhile() async throws {
    var random = SeededRandom.make()
    let temporary = try TemporaryStore(Self.withoutIdleMoments)
    try await visit(temporary, &random)
    let next = try store(halfLifeDays: 2, of: temporary)
    _ = try await next.writer.async { try next.writer.rescoreStep(on: $0, visits: 120) }
    #expect(try next.writer.sync { _ in next.writer.maintenance.rescoring } != nil)
    // Another process takes some, by the half-life it knows.
    let other = temporary.store
    try await other.history(of: Page.self, account: nil).replaceRoutes {
      $0 == Page("much visited") ? "renamed" : nil
    }
    try await other.history(of: Page.self, account: nil).removeRoutes { $0 == "1" }
    _ = try await next.history(of: Page.self, account: nil).items(.frequent())
    #expect(try stored(next) == expected(next), "seed \(random.seed)")
  }

  @Test(
    "It comes to its end in a damaged file too",
    arguments: ["UPDATE item SET visits = visits + 1000", "UPDATE posting SET visits = x'80'"])
  func damaged(_ change: String) async throws {
    var random = SeededRandom.make()
    let temporary = try TemporaryStore(Self.withoutIdleMoments)
    try await visit(temporary, &random)
    try temporary.rawConnection().runScript(Array(change.utf8))
    let next = try store(halfLifeDays: 2, of: temporary)
    let steps = try next.writer.sync { connection in
      var steps = 0
      while steps < 1_000, try next.writer.rescoreStep(on: connection, visits: 120) { steps += 1 }
      return steps
    }
    #expect((1..<1_000).contains(steps))
    #expect(try rescored(next) == nil)
  }

  @Test("The first index by another half-life notes it")
  func indexing() async throws {
    let temporary = try TemporaryStore(Self.withoutIdleMoments)
    let session = try temporary.store.session(of: Page.self, in: "main")
    session.push("a")
    try await temporary.comeToRest()
    let next = try store(halfLifeDays: 3, of: temporary)
    let other = try next.session(of: Page.self, in: "other")
    for number in 0..<40 { other.push(Page("\(number)")) }
    try await next.flush()
    #expect(
      try temporary.number("SELECT half_life FROM progress") == Int64(3 * Self.day * 1_000))
    #expect(try rescored(next) == 0)
  }
}
