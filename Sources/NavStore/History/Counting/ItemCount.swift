/// Counts the visits of an item from scratch, in steps.
struct ItemCount {
  let item: Int64

  /// The number of restarts. The count restarts if visits may have been removed between two steps.
  private(set) var restarts = 0
  private(set) var counters = ItemTable.Counters()

  private static let mostRestarts = 3

  mutating func restart() {
    restarts += 1
    counters = ItemTable.Counters()
  }

  /// Counts visits, which reduces `budget` by their number. Returns `false` if visits may be left.
  mutating func advance(_ budget: inout Int, in items: ItemTable) throws -> Bool {
    // Another process may change the file after every step. After a few restarts, count all visits
    // of the item in one step.
    let limit = restarts > Self.mostRestarts ? .max : budget
    let visits = try items.visits(of: item, after: counters.last ?? .min, limit: limit)
    visits.forEach { counters.add($0) }
    budget -= visits.count
    guard visits.count < limit else { return false }
    try items.set(counters, of: item)
    return true
  }
}
