import NavStoreSQLite
import TestSupport
import Testing

@testable import NavStore

@Suite("Indexing")
struct IndexingTests {
  @Test("After indexing, counters and postings are what the visits say")
  func postings() async throws {
    var random = SeededRandom.make()
    let temporary = try TemporaryStore()
    try await navigate(temporary, steps: 400, &random)
    try await temporary.comeToRest()
    try temporary.store.writer.sync { connection in
      let visits = try seenVisits(connection)
      #expect(visits.count > 400)
      #expect(try Indexer(db: connection).unindexedCount() == 0)
      #expect(
        try connection.first("SELECT indexed FROM progress") { $0.int(0) } == visits.last?.seq)
      try expectPostings(.item, of: visits, connection) { $0.item }
      try expectPostings(.kind, of: visits, connection) { $0.kind }
      try expectPostings(.stack, of: visits, connection) { $0.stack }
      try expectPostings(.day, of: visits, connection) { visit in
        Int64((Double(visit.time) / 86_400_000).rounded(.down))
      }
      try expectCounters(of: visits, connection)
    }
  }

  @Test("Every 32 visits are indexed at once, so that at most 31 wait")
  func batches() throws {
    let temporary = try TemporaryStore()
    let session = try temporary.store.session(of: Page.self, in: "main")
    for number in 1...100 {
      session.push(Page("\(number % 5)"))
      let waiting = try temporary.store.writer.sync { connection in
        try temporary.store.writer.commitPending(on: connection, endingTurns: true)
        return try Indexer(db: connection).unindexedCount()
      }
      #expect(waiting < 32)
    }
    #expect(try temporary.number("SELECT indexed FROM progress") ?? 0 >= 69)
  }

  @Test("What waited when a process ended is indexed by the next")
  func nextLaunch() throws {
    let temporary = try TemporaryStore()
    let session = try temporary.store.session(of: Page.self, in: "main")
    for number in 1...20 { session.push(Page("\(number)")) }
    let writer = temporary.store.writer
    try writer.sync { connection in
      try writer.commitPending(on: connection, endingTurns: true)
      // No idle moment for this one.
      writer.queue.suspend()
    }
    defer { writer.queue.resume() }
    let next = try temporary.another().session(of: Page.self, in: "main")
    for number in 21...32 { next.push(Page("\(number)")) }
    try next.writer.sync { connection in
      try next.writer.commitPending(on: connection, endingTurns: true)
    }
    // Where they were committed on their own, a part of a batch is indexed in the queue's next step.
    let indexed = try next.writer.sync { connection in
      try connection.first("SELECT indexed FROM progress") { $0.int(0) }
    }
    #expect(try #require(indexed) >= Indexer.stepSize)
  }

  @Test("What nobody waits for is indexed in steps, between which others find room")
  func steps() async throws {
    let temporary = try TemporaryStore()
    let session = try temporary.store.session(of: Page.self, in: "main")
    let writer = temporary.store.writer
    let found = Locked<[Int]>([])
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      // Whoever comes again and again is one of those others.
      @Sendable func look() {
        let waiting = writer.openConnection.flatMap {
          try? Indexer(db: $0).unindexedCount()
        }
        found.withLock { $0.append(waiting ?? -1) }
        guard let waiting, waiting >= Indexer.batchSize else { return continuation.resume() }
        writer.queue.async { look() }
      }
      writer.queue.async {
        for number in 1...100 { session.push(Page("\(number % 5)")) }
        writer.queue.async { look() }
      }
    }
    #expect(found.withLock { $0 } == [100, 92, 84, 76, 68, 60, 52, 44, 36, 28])
  }

  @Test(
    "Postings that are damaged are in nobody's way",
    arguments: ["first = first + 1000000", "visits = x'00'", "visits = x'80'"])
  func damagedPostings(_ change: String) throws {
    let temporary = try TemporaryStore()
    let session = try temporary.store.session(of: Page.self, in: "main")
    try temporary.store.writer.sync { connection in
      for name in ["a", "b"] {
        session.push(Page(name))
        session.push("again")
        try temporary.store.writer.commitPending(on: connection, endingTurns: true)
        try temporary.store.writer.indexAll(on: connection)
        try connection.runScript(Array("UPDATE posting SET \(change)".utf8))
      }
      #expect(try Indexer(db: connection).unindexedCount() == 0)
      let visits = try connection.first("SELECT visits FROM item WHERE key LIKE '%again%'") {
        $0.int(0)
      }
      #expect(visits == 2)
    }
  }

  /// Pushes, pops, whole paths and covered screens in two scenes and accounts, days apart.
  private func navigate(
    _ temporary: TemporaryStore, steps: Int, _ random: inout SeededRandom
  ) async throws {
    let sessions = try [("a", ""), ("b", ""), ("a", "u")].map { scene, account in
      try temporary.store.session(of: AppRoute.self, in: scene, account: account.orSignedOut)
    }
    for _ in 0..<steps {
      let session = sessions[Int.random(in: 0..<3, using: &random)]
      temporary.clock.advance(by: .seconds(Double.random(in: -40_000...50_000, using: &random)))
      session.push(
        contentsOf: (0..<Int.random(in: 1...3, using: &random)).map { _ in
          .make(Int.random(in: 0..<60, using: &random))
        })
      session.pop(Int.random(in: 0...4, using: &random))
    }
  }

  private struct Visit {
    let seq, time, item, account, kind, stack: Int64
  }

  private func seenVisits(_ connection: Connection) throws -> [Visit] {
    try connection.all(
      """
      SELECT coalesce(seq, visit.id), time, item.id, item.account, item.kind, stack FROM visit
      JOIN route ON route.id = visit.route JOIN item ON item.id = route.item
      WHERE time IS NOT NULL ORDER BY 1
      """
    ) { row in
      Visit(
        seq: row.int(0), time: row.int(1), item: row.int(2), account: row.int(3),
        kind: row.int(4), stack: row.int(5))
    }
  }

  private func expectPostings(
    _ list: PostingTable.List, of visits: [Visit], _ connection: Connection,
    by key: (Visit) -> Int64
  ) throws {
    let groups = Dictionary(grouping: visits) { visit in
      PostingTable.Key(account: visit.account, list: list, key: key(visit))
    }
    for (key, visits) in groups {
      #expect(
        try PostingTable(db: connection).numbers(of: key) == visits.map(\.seq), "\(key)")
    }
    let stored = try connection.first(
      "SELECT count(*) FROM (SELECT DISTINCT account, key FROM posting WHERE list = ?)",
      list.rawValue
    ) { $0.int(0) }
    #expect(stored == Int64(groups.count))
  }

  private func expectCounters(of visits: [Visit], _ connection: Connection) throws {
    for (item, visits) in Dictionary(grouping: visits, by: \.item) {
      let counters = try #require(try ItemTable(db: connection).counters(of: item))
      #expect(counters.visits == Int64(visits.count))
      #expect(counters.last == visits.last?.seq)
      var moment: Double?
      for visit in visits { moment = Frecency.adding(visitAt: visit.time, to: moment) }
      #expect(counters.frecency == moment)
    }
  }
}
