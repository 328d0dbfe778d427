import NavStoreSQLite

/// What is left to do to an item, a part at a time: it may have very many visits and routes.
///
/// In memory only. A process that goes on with what another has begun begins with the item anew.
enum ItemSweep {
  case drop(ItemDrop)
  case move(ItemMove)
  case count(ItemCount)

  /// Nil if the list says nothing to do.
  init?(_ list: RemovalTable.List, _ item: Int64) {
    switch list {
    case .visits, .usedRoutes: return nil
    case .items, .wholeItems: self = .drop(ItemDrop(item: item))
    case .movedItems: self = .move(ItemMove(item: item))
    case .counts: self = .count(ItemCount(item: item))
    }
  }

  /// Does as much as `budget` has visits and routes, and takes that off it. Whether the item is done.
  mutating func advance(
    _ budget: inout Int, in index: ItemIndex, sparing spared: Set<Int64>,
    _ removal: inout NavStore.Removal
  ) throws -> Bool {
    switch self {
    case .drop(var drop):
      defer { self = .drop(drop) }
      return try drop.advance(&budget, in: index, sparing: spared, &removal)
    case .move(var move):
      defer { self = .move(move) }
      return try move.advance(&budget, in: index)
    case .count(var count):
      defer { self = .count(count) }
      return try count.advance(&budget, in: index)
    }
  }
}

/// Takes the routes of an item that no visit has any more, and the item if none is left.
struct ItemDrop {
  let item: Int64
  private var phase = Phase.looking

  /// Where the look at the routes has come to; nil: not begun.
  private var looked: RouteTable.Place?

  /// Those that no visit has, as far as is known.
  private var unused: Set<Int64> = []

  /// The visits from this one on have been asked.
  private var asked = Int64.max

  private enum Phase {
    case looking, asking, taking
  }

  /// So many routes are held in memory while all visits are asked for them.
  private static let mostRoutes = 10_000

  init(item: Int64) {
    self.item = item
  }

  mutating func advance(
    _ budget: inout Int, in index: ItemIndex, sparing spared: Set<Int64>,
    _ removal: inout NavStore.Removal
  ) throws -> Bool {
    while budget > 0 {
      switch phase {
      case .looking:
        let places = try RouteTable(db: index.db).places(
          ofItem: item, after: looked, limit: budget)
        budget -= places.count
        looked = places.last ?? looked
        for place in places where !spared.contains(place.route) {
          let isUnseen = try VisitTable(db: index.db).hasUnseen(ofRoute: place.route)
          if !isUnseen { unused.insert(place.route) }
        }
        if !places.isEmpty, unused.count < Self.mostRoutes { continue }
        guard !unused.isEmpty else {
          if try index.drop(item) { removal.items += 1 }
          return true
        }
        (phase, asked) = (.asking, .max)
      case .asking:
        let numbers = try index.visits(of: item, before: asked, limit: budget) ?? []
        budget -= numbers.count
        for number in numbers {
          guard let visit = try VisitTable(db: index.db).visit(seenAs: number) else { continue }
          unused.remove(visit.route)
        }
        guard let last = numbers.last, !unused.isEmpty else {
          phase = .taking
          continue
        }
        asked = last
      case .taking:
        let some = Array(unused.prefix(budget))
        budget -= some.count
        unused.subtract(some)
        let dropped = try index.dropRoutes(
          some.filter { !spared.contains($0) }, dropsKinds: false)
        removal.routes += dropped.routes
        removal.items += dropped.items
        if unused.isEmpty { phase = .looking }
      }
    }
    return false
  }
}

/// Sorts the visits of an item to those that their routes belong to now, and drops it if it has no
/// route any more.
struct ItemMove {
  let item: Int64
  private var last = Int64.min

  init(item: Int64) {
    self.item = item
  }

  mutating func advance(_ budget: inout Int, in index: ItemIndex) throws -> Bool {
    while budget > 0 {
      let numbers = try index.visits(of: item, after: last, limit: budget) ?? []
      guard let last = numbers.last else {
        _ = try index.drop(item)
        return true
      }
      try index.moveVisits(numbers, from: item)
      self.last = last
      budget -= numbers.count
    }
    return false
  }
}

/// Counts an item anew from its visits.
struct ItemCount {
  let item: Int64

  /// How often it was begun anew, because visits may have gone meanwhile.
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

  mutating func advance(_ budget: inout Int, in index: ItemIndex) throws -> Bool {
    // Beside a process that changes the file all the time, it is counted at once in the end.
    if restarts > Self.mostRestarts { budget = .max }
    while budget > 0 {
      let numbers = try index.visits(
        of: item, after: last ?? .min, limit: min(budget, Self.together))
      guard let numbers else { return true }
      guard !numbers.isEmpty else {
        try index.db.run(
          "UPDATE item SET visits = ?, last = ?, frecency = ? WHERE id = ?",
          visits, last, moment, item)
        return true
      }
      budget -= numbers.count
      last = numbers.last
      visits += numbers.count
      for number in numbers {
        guard let time = try VisitTable(db: index.db).time(seenAs: number) else { continue }
        moment = Frecency.adding(visitAt: time, to: moment)
      }
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
