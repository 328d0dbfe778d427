/// The edit that changes the path of a stack to another path.
struct PathDifference {
  /// The number of routes that are kept at the bottom.
  private(set) var kept = 0

  /// The kept routes whose value in the new path is equal but not bitwise identical, with that
  /// value.
  private(set) var refreshed: [(index: Int, route: ErasedRoute)] = []

  /// The routes to push on top of the kept routes.
  private(set) var pushed: [ErasedRoute] = []

  /// Finds the edit that changes the path of the nodes in `chain` to `path`.
  init(from chain: ArraySlice<VisitNode>, to path: [ErasedRoute]) {
    for (node, route) in zip(chain, path) {
      guard let known = node.route, take(known === route ? nil : route, for: known) else { break }
    }
    pushed = Array(path[kept...])
  }

  /// Finds the edit that changes the path of the nodes in `chain` to `path`. O(depth).
  init<R: Equatable & Sendable>(
    from chain: ArraySlice<VisitNode>, to path: some BidirectionalCollection<R>
  ) {
    var index = path.startIndex
    for node in chain {
      guard index < path.endIndex, let known = node.route else { break }
      let route = path[index]
      guard take(known.hasBits(of: route) ? nil : RouteBox(route), for: known) else { break }
      path.formIndex(after: &index)
    }
    pushed = path[index...].map { RouteBox($0) }
  }

  /// Makes the edit push the top of the new path again if `chain` already has the whole path. A
  /// path that the app declares a new place needs a new visit.
  mutating func pushTop(of chain: ArraySlice<VisitNode>) {
    guard pushed.isEmpty, kept > 0, let top = chain[kept - 1].route else { return }
    kept -= 1
    pushed = [top]
  }

  /// Counts the route `known` of a node as kept if the new path has an equal route at the same
  /// depth. Otherwise, returns `false`. `route` is the route of the new path; `nil` if it is
  /// bitwise identical to `known`.
  private mutating func take(_ route: ErasedRoute?, for known: ErasedRoute) -> Bool {
    if let route {
      guard known == route else { return false }
      refreshed.append((kept, route))
    }
    kept += 1
    return true
  }
}
