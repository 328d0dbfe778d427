import NavStore
import NavStoreInspection
import NavStorePlatform

extension Replay {
  /// Compares the store's history with a ``ReferenceHistory``, and returns the number of wrong
  /// results.
  func checkHistory(of store: NavStore) async throws -> Int {
    var reference = ReferenceHistory()
    for (index, steps) in file.sessions.enumerated() {
      for (number, step) in steps.enumerated() {
        guard case .push(let path) = step else { continue }
        reference.add(path, at: file.time(of: number, in: index))
      }
    }
    var mismatches = 0
    if try await recents(of: store) != reference.recents { mismatches += report("The recents") }
    if try await !isFrecencyRight(in: store, reference) { mismatches += report("The frecency") }
    for (index, steps) in file.sessions.enumerated() {
      let expected = ReferenceSession(steps)
      guard try await tree(of: Self.key(index), in: store) != Self.tree(of: expected) else {
        continue
      }
      mismatches += report("The tree of \(Self.key(index))")
    }
    return mismatches
  }

  private func report(_ what: String) -> Int {
    complain("\(what) differs.")
    return 1
  }

  private func recents(of store: NavStore) async throws -> [ReferenceHistory.Item] {
    let history = store.history(of: Screen.self, account: nil)
    return try await allPages { try await history.items(.recent(limit: 500), after: $0) }
      .map { ReferenceHistory.Item(path: $0.route.path, visits: $0.visitCount) }
  }

  /// Returns whether each item has its expected score, to nine digits, and the items are in the
  /// order of their scores.
  private func isFrecencyRight(
    in store: NavStore, _ reference: ReferenceHistory
  ) async throws -> Bool {
    let halfLife = 30.0 * 86_400
    // Take a time in the middle of the sessions, because all scores are near 0 long after the
    // sessions.
    let starts = file.starts.sorted()
    let now = starts.isEmpty ? Date() : starts[starts.count / 2]
    clock.withLock { $0 = now }
    let scores = reference.scores(at: now, halfLife: halfLife)
    let history = store.history(of: Screen.self, account: nil)
    let items = try await allPages { try await history.items(.frequent(limit: 500), after: $0) }
    var last = Double.infinity
    for item in items {
      guard let score = scores[item.route.path], score <= last * (1 + 1e-9),
        abs(history.frecency(of: item) - score) <= 1e-9 * score
      else { return false }
      last = score
    }
    return items.count == scores.count
  }

  /// A visit of a tree: its path, and the position of its parent.
  private struct Node: Equatable {
    let path: String
    let parent: Int?
  }

  private static func tree(of session: ReferenceSession) -> [Node] {
    zip(session.visits, session.parents).map(Node.init)
  }

  private func tree(of scene: String, in store: NavStore) async throws -> [Node] {
    let tree = try await store.history(of: Screen.self, account: nil).tree(in: scene, limit: .max)
    // The tree is in depth-first order. The reference is in the order of the visits, so sort the
    // tree by time.
    let visits = tree.nodes.sorted { $0.visitedAt ?? .distantPast < $1.visitedAt ?? .distantPast }
    let places = Dictionary(uniqueKeysWithValues: zip(visits.map(\.id), visits.indices))
    return visits.map { visit in
      Node(path: visit.route?.path ?? "?", parent: visit.parent.flatMap { places[$0] })
    }
  }
}
