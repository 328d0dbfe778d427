import NavRouting
import NavStore
import NavStoreInspection
import NavStorePlatform

// The commands of the demo that query the history, or forget parts of it.

extension Shell {
  var history: NavHistory<Screen> { store.history(account: nil) }

  /// Returns the items of a query as rows.
  ///
  /// - Parameter areScored: Whether each row has the item's score.
  func items(
    _ query: NavItemQuery, areScored: Bool = false
  ) async throws(NavStore.Error) -> [Report.Row] {
    var rows: [Report.Row] = []
    for item in try await history.items(query) {
      rows.append(
        Report.Row(
          path: item.route.path, visits: item.visitCount,
          depth: try await depth(of: item.lastVisit), visitedAt: item.lastVisitedAt,
          score: areScored ? history.frecency(of: item) : nil, title: item.title))
    }
    return rows
  }

  func visits(_ limit: Int) async throws(NavStore.Error) -> [Report.Row] {
    try await rows(of: history.visits(limit: limit))
  }

  /// Returns the screens that were opened from the current screen and that Forward no longer
  /// reaches.
  func branches() async throws(NavStore.Error) -> [Report.Row] {
    try await rows(of: router.branches())
  }

  private func rows(
    of visits: [NavVisit<Screen>]
  ) async throws(NavStore.Error) -> [Report.Row] {
    var rows: [Report.Row] = []
    for visit in visits {
      rows.append(
        Report.Row(
          path: visit.route.path, visits: 1, depth: try await depth(of: visit.id),
          visitedAt: visit.visitedAt, scene: visit.scene?.id ?? "a deleted scene",
          title: visit.title, number: rows.count + 1))
    }
    return rows
  }

  /// Returns rows for the newest hundred visits of the current scene and the visits below them in
  /// their stacks.
  func tree() async throws(NavStore.Error) -> [Report.Row] {
    let tree = try await history.tree(in: scene, limit: 100)
    var isLast: [Int64: [Bool]] = [:]
    return tree.nodes.map { node in
      let siblings = node.parent.flatMap { tree[$0]?.children } ?? tree.roots
      let trunk = node.parent.flatMap { isLast[$0] } ?? []
      let branch = trunk + [siblings.last == node.id]
      isLast[node.id] = branch
      return Report.Row(
        path: node.route?.path ?? "?", depth: node.depth + 1, isLast: branch,
        isCurrent: node.isCurrent, visitedAt: node.visitedAt, title: node.title)
    }
  }

  /// Opens the visit in line `number` of the command `visits` again.
  func reopenVisit(_ number: Int) async throws(NavStore.Error) -> Answer {
    try open(number, of: await history.visits(limit: number), ifNone: "Nothing was visited yet.")
  }

  /// Opens the screen in line `number` of the command `branches`.
  func openBranch(_ number: Int) async throws(NavStore.Error) -> Answer {
    try open(number, of: await router.branches(), ifNone: "No branch begins here.")
  }

  private func open(
    _ number: Int, of visits: [NavVisit<Screen>], ifNone: String
  ) throws(NavStore.Error) -> Answer {
    guard number <= visits.count else {
      return .refused(visits.isEmpty ? ifNone : "There is no line \(number).")
    }
    return .refused(
      "Its stack can no longer be read.", unless: try router.open(visits[number - 1]))
  }

  func closed() async throws(NavStore.Error) -> [Report.Row] {
    var rows: [Report.Row] = []
    for scene in try store.closedScenes(limit: 20) {
      let stack = try store.restore(Screen.self, in: scene).path
      let visits = try await history.visits(in: scene, limit: 10_000)
      rows.append(
        Report.Row(
          closed: scene.id, path: stack.last?.path ?? "/", depth: stack.count,
          visits: visits.count, at: scene.closedAt ?? Date()))
    }
    return rows
  }

  /// Returns the depth of the stack on which a visit was made.
  private func depth(of visit: Int64) async throws(NavStore.Error) -> Int {
    try await history.path(ofVisit: visit).path.count
  }
}
