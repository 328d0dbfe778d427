import NavStoreSQLite
import TestSupport
import Testing

@testable import NavStore

@Suite("Counting visits")
struct CountingTests {
  @Test("After counting, counters and indexes match the visits")
  func whole() async throws {
    var random = SeededRandom.make()
    let temporary = try TemporaryStore()
    try await navigate(temporary, steps: 400, &random)
    try await expectConsistent(temporary)
    let visits = try temporary.number("SELECT count(*) FROM visit WHERE counted = 1")
    #expect(try #require(visits) > 400)
    let waiting = try temporary.store.writer.sync { connection in
      try VisitTable(db: connection).uncountedCount()
    }
    #expect(waiting == 0)
  }

  @Test("Visits are counted in batches of 32, so that at most 31 stay uncounted")
  func batches() throws {
    let temporary = try TemporaryStore()
    let session = try temporary.store.session(of: Page.self, in: "main")
    for number in 1...100 {
      session.push(Page("\(number % 5)"))
      let waiting = try temporary.store.writer.sync { connection in
        try temporary.store.writer.commitPending(on: connection, endingTurns: true)
        return try VisitTable(db: connection).uncountedCount()
      }
      #expect(waiting < 32)
    }
    #expect(try temporary.number("SELECT counted FROM progress") ?? 0 >= 69)
  }

  @Test("Uncounted visits of one launch are counted by the next")
  func nextLaunch() throws {
    let temporary = try TemporaryStore()
    let session = try temporary.store.session(of: Page.self, in: "main")
    for number in 1...20 { session.push(Page("\(number)")) }
    let writer = temporary.store.writer
    try writer.sync { connection in
      try writer.commitPending(on: connection, endingTurns: true)
      // Suspends the queue of `temporary.store`, so that the idle work of this store can't count
      // the visits.
      writer.queue.suspend()
    }
    defer { writer.queue.resume() }
    let next = try temporary.another().session(of: Page.self, in: "main")
    for number in 21...32 { next.push(Page("\(number)")) }
    try next.writer.sync { connection in
      try next.writer.commitPending(on: connection, endingTurns: true)
    }
    // A scheduled commit may have written the visits of `next` before `commitPending`. That commit
    // counts one step of visits, and leaves the other visits to later steps on the queue.
    let counted = try next.writer.sync { connection in
      try connection.first("SELECT counted FROM progress") { $0.int(0) }
    }
    #expect(try #require(counted) >= VisitTable.countedInStep)
  }

  @Test("Background counting runs in steps, with other work in between")
  func steps() async throws {
    let temporary = try TemporaryStore()
    let session = try temporary.store.session(of: Page.self, in: "main")
    let writer = temporary.store.writer
    let found = Locked<[Int]>([])
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      @Sendable func look() {
        let waiting = writer.openConnection.flatMap {
          try? VisitTable(db: $0).uncountedCount()
        }
        found.withLock { $0.append(waiting ?? -1) }
        guard let waiting, waiting >= VisitTable.countedInBatch else {
          return continuation.resume()
        }
        writer.queue.async { look() }
      }
      writer.queue.async {
        for number in 1...100 { session.push(Page("\(number % 5)")) }
        writer.queue.async { look() }
      }
    }
    #expect(found.withLock { $0 } == [100, 92, 84, 76, 68, 60, 52, 44, 36, 28])
  }

  /// Pushes one to three screens at a time and pops some, in three stacks of two scenes and two
  /// accounts. Before each push, the clock moves by up to 14 hours, forward or back.
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
}
