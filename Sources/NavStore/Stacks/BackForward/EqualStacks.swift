import NavStoreSQLite

// Compares the stacks of list entries by their routes. A step between stacks of equal routes would
// change nothing on screen. So Back, Forward and menus treat neighboring entries of equal stacks as
// one entry.

extension VisitTable {
  /// Whether the stacks with the top visits `a` and `b` have the same routes in the file. Walks
  /// down both chains until they have a common visit or different routes. The walk is short,
  /// because neighboring list entries usually share their lower visits.
  func haveEqualRoutes(_ a: Int64, _ b: Int64) throws -> Bool {
    var (a, b) = (a, b)
    while true {
      let (first, second) = (try standing(from: a), try standing(from: b))
      if first?.id == second?.id { return true }
      guard let first, let second, try areEqual(first.route, second.route) else { return false }
      (a, b) = (first.parent, second.parent)
    }
  }

  /// Whether two rows of the table `route` are the same route. A replacement of routes may have
  /// made two rows equal.
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
  /// Whether the stacks with the top visits `a` and `b`, in memory, have the same routes, not
  /// counting forgotten screens below the top. If the chain of one isn't loaded, `inFile` compares
  /// the stacks of two top visits in the file.
  package static func haveEqualRoutes(
    _ a: VisitNode, _ b: VisitNode, inFile: (Int64, Int64) -> Bool
  ) -> Bool {
    // A forgotten visit is the top only while its screen is shown. It equals no other entry.
    guard !a.isForgotten, !b.isForgotten else { return a === b }
    var (a, b) = (a, b)
    while a != b {
      guard a.isLoaded, b.isLoaded else {
        return a.id >= 0 && b.id >= 0 ? inFile(a.id, b.id) : false
      }
      guard let first = a.parent, let second = b.parent, a.route == b.route,
        a.fingerprint == b.fingerprint || a.fingerprint == 0 || b.fingerprint == 0
      else { return false }
      (a, b) = (first.nearest { !$0.isForgotten }, second.nearest { !$0.isForgotten })
    }
    return true
  }
}
