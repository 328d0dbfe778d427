import NavStoreSQLite

// Whether two stacks are of the same routes. Going from one to the other would show nothing else, so of neighbors in
// a list that are equal, Back, Forward and menus show one.

extension VisitTable {
  /// Whether the stacks on two visits are of the same routes, as the file has them. Both chains are
  /// walked down to where they meet or differ: neighbors in a list mostly are above the same visit.
  func haveEqualRoutes(_ a: Int64, _ b: Int64) throws -> Bool {
    var (a, b) = (a, b)
    while true {
      let (first, second) = (try standing(from: a), try standing(from: b))
      if first?.id == second?.id { return true }
      guard let first, let second, try areEqual(first.route, second.route) else { return false }
      (a, b) = (first.parent, second.parent)
    }
  }

  /// Whether two rows are of the same route: one may have been rewritten to what the other one was.
  private func areEqual(_ a: Int64, _ b: Int64) throws -> Bool {
    try a == b
      || db.first(
        """
        SELECT 1 FROM route a, route b WHERE a.id = ?1 AND b.id = ?2 AND a.hash = b.hash
        AND a.item IS b.item AND a.tag = b.tag AND a.version = b.version
        """, a, b
      ) { _ in true } ?? false
  }
}

extension VisitNode {
  /// The same for visits in memory, if forgotten screens beneath them do not count either;
  /// `inFile` compares those whose chains have not been read.
  package static func haveEqualRoutes(
    _ a: VisitNode, _ b: VisitNode, inFile: (Int64, Int64) throws -> Bool
  ) rethrows -> Bool {
    // A ghost on top is an entry of its own while it is shown.
    guard !a.isForgotten, !b.isForgotten else { return a === b }
    var (a, b) = (a, b)
    while a != b {
      guard a.isLoaded, b.isLoaded else {
        return a.id >= 0 && b.id >= 0 ? try inFile(a.id, b.id) : false
      }
      guard let first = a.parent, let second = b.parent, a.route == b.route,
        a.fingerprint == b.fingerprint || a.fingerprint == 0 || b.fingerprint == 0
      else { return false }
      (a, b) = (first.nearest { !$0.isForgotten }, second.nearest { !$0.isForgotten })
    }
    return true
  }
}

extension Place {
  /// Whether two entries of a window are the same stack, of the same routes.
  static func haveEqualRoutes(
    _ a: Place, _ b: Place, inFile: (Int64, Int64) throws -> Bool
  ) rethrows -> Bool {
    guard a.key == b.key else { return false }
    if let first = a.node, let second = b.node {
      return try VisitNode.haveEqualRoutes(first, second, inFile: inFile)
    }
    let (first, second) = (a.currentNumber, b.currentNumber)
    return first >= 0 && second >= 0 ? try inFile(first, second) : a == b
  }
}
