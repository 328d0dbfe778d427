import NavStoreSQLite

/// The remaining work on an item, in steps: an item may have very many visits and routes.
///
/// In memory only. A process that goes on with what another has begun begins with the item again.
enum ItemSweep {
  case drop(ItemDrop)
  case count(ItemCount)

  /// `nil` if the list says nothing to do.
  init?(_ list: RemovalTable.List, _ item: Int64) {
    switch list {
    case .visits, .usedRoutes: return nil
    case .items, .wholeItems: self = .drop(ItemDrop(item: item))
    case .counts: self = .count(ItemCount(item: item))
    }
  }

  /// Processes as many visits and routes as `budget` says, and subtracts their number.
  ///
  /// - Returns: Whether the item is done.
  mutating func advance(
    _ budget: inout Int, in counts: ItemCounts, sparing spared: Set<Int64>,
    _ removal: inout NavStore.Removal
  ) throws -> Bool {
    switch self {
    case .drop(var drop):
      defer { self = .drop(drop) }
      return try drop.advance(&budget, in: counts, sparing: spared, &removal)
    case .count(var count):
      defer { self = .count(count) }
      return try count.advance(&budget, in: counts)
    }
  }
}

/// Deletes the routes of an item that no visit has any more, and the item if no route is left.
struct ItemDrop {
  let item: Int64

  /// The last route that was looked at.
  private var last: RouteTable.Place?

  init(item: Int64) {
    self.item = item
  }

  mutating func advance(
    _ budget: inout Int, in counts: ItemCounts, sparing spared: Set<Int64>,
    _ removal: inout NavStore.Removal
  ) throws -> Bool {
    while budget > 0 {
      let places = try RouteTable(db: counts.db).places(ofItem: item, after: last, limit: budget)
      guard !places.isEmpty else {
        if try counts.drop(item) { removal.items += 1 }
        return true
      }
      last = places.last
      budget -= places.count
      let dropped = try counts.dropUnused(
        places.map(\.route), sparing: spared, dropsKinds: false)
      removal.routes += dropped.routes
      removal.items += dropped.items
    }
    return false
  }
}

/// Counts an item from scratch.
struct ItemCount {
  let item: Int64

  /// The number of times that it started again, because visits may have been removed meanwhile.
  private(set) var restarts = 0
  private var last: Int64?
  private var visits = 0
  private var moment: Double?

  private static let together = 1_000
  private static let mostRestarts = 3

  init(item: Int64) {
    self.item = item
  }

  mutating func restart() {
    let restarts = restarts + 1
    self = ItemCount(item: item)
    self.restarts = restarts
  }

  mutating func advance(_ budget: inout Int, in counts: ItemCounts) throws -> Bool {
    // Beside a process that changes the file all the time, it is counted at once in the end.
    if restarts > Self.mostRestarts { budget = .max }
    while budget > 0 {
      let page = try counts.visits(
        of: item, after: last ?? .min, limit: min(budget, Self.together))
      guard !page.isEmpty else {
        try counts.db.run(
          "UPDATE item SET visits = ?, last = ?, frecency = ? WHERE id = ?",
          visits, last, moment, item)
        return true
      }
      budget -= page.count
      last = page.last?.number
      visits += page.count
      for visit in page { moment = Frecency.adding(visitAt: visit.time, to: moment) }
    }
    return false
  }
}

extension RouteTable {
  /// Where a route stands among those of its item.
  struct Place {
    let hash: Int64
    let route: Int64
  }

  /// The next routes of an item after a place, in the order of their index.
  fileprivate func places(ofItem item: Int64, after place: Place?, limit: Int) throws -> [Place] {
    try db.all(
      """
      SELECT hash, id FROM route
      WHERE item = ? AND (hash, id) > (?, ?) ORDER BY hash, id LIMIT ?
      """, item, place?.hash ?? .min, place?.route ?? .min, limit
    ) { Place(hash: $0.int(0), route: $0.int(1)) }
  }
}
