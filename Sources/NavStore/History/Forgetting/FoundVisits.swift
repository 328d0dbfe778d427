import NavStoreSQLite

/// Visits that were found, however many: the first ones as they are, of the rest their numbers.
struct FoundVisits {
  /// How many are looked at together: about a megabyte of them.
  static let portion = 10_000

  private var first: [VisitTable.RouteVisit] = []
  private var rest = NumberList()

  var isEmpty: Bool { first.isEmpty }

  mutating func append(_ visit: VisitTable.RouteVisit) {
    if first.count < Self.portion { first.append(visit) } else { rest.append(visit.id) }
  }

  /// All of them in turn, in portions. `body` may take visits, of its portion only: one that was
  /// found twice does not come again then.
  func eachPortion(
    in db: Connection, _ body: ([VisitTable.RouteVisit]) throws -> Void
  ) throws {
    guard !first.isEmpty else { return }
    try body(first)
    let table = VisitTable(db: db)
    try rest.eachPortion(of: Self.portion) { ids in
      try body(ids.compactMap(table.visit(withID:)))
    }
  }
}
