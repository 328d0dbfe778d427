import NavStoreSQLite
import Testing

@testable import NavStore

/// A document whose editions are different routes of one item.
private struct Document: NavRoute {
  static let coding: NavCoding<Self> = .codable(name: "document")

  var id: Int
  var edition: Int

  var routeTraits: NavRouteTraits { .init(itemID: "document \(id)") }
}

@Suite("Items with many visits and routes")
struct LargeItemTests {
  /// The number of visits of each of the documents 1 to 3, and the number of editions of document
  /// 1.
  private static let size = 300

  /// The number of routes or visits in a batch, and the limits of a batch: changed rows, and steps
  /// of SQLite's virtual machine. Deleting a whole item in one batch would exceed the limits many
  /// times.
  private static let stepSize = 30
  private static let mostRows: Int64 = 12 * 30
  private static let mostMachineSteps: Int64 = 60_000

  let temporary: TemporaryStore

  /// Visits the documents 1, 2 and 3 in turn, 300 times, and then document 4 once. Document 1 has
  /// another edition at each visit, and the other documents have one edition.
  init() async throws {
    temporary = try TemporaryStore()
    temporary.store.holdIdleMoments()
    let session = try temporary.store.session(of: Document.self, in: "main")
    for number in 0..<Self.size {
      session.push(Document(id: 1, edition: number))
      session.push(Document(id: 2, edition: 0))
      session.push(Document(id: 3, edition: 0))
      session.popToRoot()
      temporary.clock.advance(by: .seconds(60))
    }
    session.push(Document(id: 4, edition: 0))
    try await temporary.store.flush()
    try await temporary.comeToRest()
  }

  @Test("An item with many routes is deleted in batches, also by the launch after a kill")
  func dropping() async throws {
    try await record { $0.id == 1 }
    try await sweep(["4": 1, "3": 300, "2": 300])
    #expect(try temporary.number("SELECT count(*) FROM route") == 3)
  }

  @Test("Forgetting an item removes all its routes, even if they are more than one batch")
  func forgotten() async throws {
    let history = temporary.store.history(of: Document.self, account: nil)
    #expect(Self.size > Sweeping.batchSize)
    #expect(try await history.forget(.item(Document(id: 1, edition: 0))) == Self.size)
    #expect(try await visits(of: temporary.store) == ["4": 1, "3": 300, "2": 300])
    try await temporary.comeToRest()
    #expect(try temporary.number("SELECT count(*) FROM route") == 3)
  }

  @Test("The launch after a kill clears the visits of a forgotten item, without a change")
  func relaunch() async throws {
    let history = temporary.store.history(of: Document.self, account: nil)
    _ = try await history.forget(.item(Document(id: 1, edition: 0)))
    let dead: StaticString = "SELECT count(*) FROM route WHERE tag = ''"
    #expect(try temporary.number(dead) != 0)
    try temporary.reopenAfterKill()
    while try temporary.number(dead) != 0 { await Task.yield() }
    #expect(try temporary.number("SELECT count(*) FROM route") == 3)
  }

  @Test("An item whose visits had many refreshed routes is deleted in batches")
  func refreshed() async throws {
    let session = try temporary.store.session(of: Document.self, in: "main")
    session.push(Document(id: 5, edition: 0))
    for edition in 1..<Self.size {
      session.set([Document(id: 4, edition: 0), Document(id: 5, edition: edition)])
      if edition % 50 == 0 { try await temporary.store.flush() }
    }
    session.popToRoot()
    try await temporary.store.flush()
    try await record { $0.id == 5 }
    try await sweep(nil)
    #expect(try temporary.number("SELECT count(*) FROM item") == 4)
  }

  @Test("A route that is visited again while half of its item is removed is kept")
  func keepingHalf() async throws {
    try await record { $0.id == 1 && $0.edition % 2 == 0 }
    var revisited: Set<Int> = []
    try await sweep(["4": 1, "3": 300, "2": 300, "1": 150 + 10]) { store, step in
      for _ in 0..<2 where revisited.count < 10 {
        let edition = revisited.count * 30
        let session = try store.session(of: Document.self, in: "other")
        session.push(Document(id: 1, edition: edition))
        try await store.flush()
        revisited.insert(edition)
      }
    }
    #expect(revisited.count == 10)
    #expect(try temporary.number("SELECT count(*) FROM route") == 150 + 10 + 3)
  }

  @Test("Forgetting the older half of an item's visits recounts the rest in batches")
  func dates() async throws {
    let now = temporary.clock.now
    let first = now.addingTimeInterval(-30 * Double(Self.size))
    let dates = first..<now.addingTimeInterval(0.001)
    let request = try temporary.store.history(of: Document.self, account: nil)
      .request(for: .dates(dates), erases: false)
    try await temporary.store.record(request, batch: Self.stepSize)
    let left = try await sweep(nil)
    #expect(left["2"] == 150)
  }

  @Test("A rewrite that merges two items moves their visits in batches", arguments: [2, 3])
  func merging(_ id: Int) async throws {
    try await rewrite { document in
      if document.id == 2 || document.id == 1 && id == 3 { document.id = 3 }
    }
    try await sweep(id == 2 ? ["4": 1, "3": 600, "1": 300] : ["4": 1, "3": 900])
  }

  @Test("The visits of an item that a rewrite renames are counted in batches")
  func renaming() async throws {
    try await rewrite { document in
      if document.id == 2 { document.id = 9 }
    }
    try await sweep(["4": 1, "3": 300, "9": 300, "1": 300])
  }

  /// Takes the same steps as `replaceRoutes`, but without the deletion in batches that
  /// `replaceRoutes` runs after them.
  private func rewrite(_ change: @escaping @Sendable (inout Document) -> Void) async throws {
    let store = temporary.store
    let codec = try store.codecs.codec(of: Document.self)
    let fate = RouteFate(codec: codec, account: "") { route in
      var document = route.unboxed(as: Document.self)
      change(&document)
      return RouteBox(document)
    }
    let steps = try await store.writer.read { try RewriteRoutes.steps(fate, in: $0) }
    for step in steps {
      let before = try rows()
      _ = try await store.writer.perform { try step.apply(in: $0, $1, for: store.writer) }
      let changed = try rows() - before
      #expect(changed <= Self.mostRows)
    }
  }

  @Test("The items that replaceRoutes merges are merged when it returns")
  func rewritten() async throws {
    let count = try await temporary.store.history(of: Document.self, account: nil).replaceRoutes {
      document in
      document.id == 1 ? Document(id: 2, edition: document.edition) : document
    }
    #expect(count == Self.size)
    #expect(try temporary.number("SELECT count(*) FROM removal") == 0)
    #expect(try await visits(of: temporary.store) == ["4": 1, "3": 300, "2": 600])
    #expect(try temporary.store.consistencyFaults() == [])
  }

  // MARK: Steps

  private func record(_ isGone: @escaping @Sendable (Document) -> Bool) async throws {
    let codec = try temporary.store.codecs.codec(of: Document.self)
    try await temporary.store.record(
      RemovalRequest(codec, account: "") { isGone($0.unboxed(as: Document.self)) },
      batch: Self.stepSize)
  }

  private func rows() throws -> Int64 {
    try temporary.store.writer.sync { $0.totalChanges }
  }

  /// Returns the number of visits of each document, as the history reports it.
  private func visits(of store: NavStore) async throws -> [String: Int] {
    let recent = try await store.history(of: Document.self, account: nil).items()
    return Dictionary(uniqueKeysWithValues: recent.map { ("\($0.route.id)", $0.visitCount) })
  }

  /// Runs the removals in small batches, and checks that each batch stays within `mostRows` and
  /// `mostMachineSteps`. After the third and the eighth batch, opens a copy of the file, as a
  /// launch after a kill would. After the last batch, finishes the removals in each copy, and
  /// compares its visits with those of the store.
  @discardableResult
  private func sweep(
    _ expected: [String: Int]?,
    beside: (NavStore, Int) async throws -> Void = { _, _ in }
  ) async throws -> [String: Int] {
    let store = temporary.store
    var (steps, most) = (0, Int64(0))
    var killed: [NavStore] = []
    while true {
      let before = try rows()
      let isMore = try store.writer.sync { connection in
        store.writer.maintenance.sweeping.count = Self.stepSize
        connection.beginWork(WorkLimit(steps: Self.mostMachineSteps))
        return try store.writer.sweepStep(on: connection)
      }
      most = try max(most, rows() - before)
      guard isMore else { break }
      steps += 1
      if [3, 8].contains(steps) { killed.append(try temporary.killed(steps)) }
      try await beside(store, steps)
    }
    #expect(most <= Self.mostRows)
    #expect(steps > 8)
    let left = try await visits(of: store)
    if let expected { #expect(left == expected) }
    #expect(try store.consistencyFaults() == [])
    for (number, other) in killed.enumerated() {
      // A query doesn't finish a removal, so `consistencyFaults()` runs the remaining batches in the
      // copy first.
      #expect(try other.consistencyFaults() == [], "after kill \(number)")
      let found = try await visits(of: other)
      for id in left.keys where expected.map({ $0["1"] != 160 }) ?? true {
        #expect(found[id] == left[id], "after kill \(number)")
      }
      try await other.close()
    }
    return left
  }
}
