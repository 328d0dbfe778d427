/// Counts the visits of an item from scratch, in steps.
struct ItemCount {
  let item: Int64

  /// The number of restarts. The count restarts if visits may have been removed between two steps.
  private(set) var restarts = 0
  private(set) var counters = ItemTable.Counters()

  private static let together = 1_000
  private static let mostRestarts = 3

  mutating func restart() {
    restarts += 1
    counters = ItemTable.Counters()
  }

  mutating func advance(_ budget: inout Int, in items: ItemTable) throws -> Bool {
    // Another process may change the file after every step. After a few restarts, count all visits
    // of the item in one step.
    if restarts > Self.mostRestarts { budget = .max }
    while budget > 0 {
      let page = try items.visits(
        of: item, after: counters.last ?? .min, limit: min(budget, Self.together))
      guard !page.isEmpty else {
        try items.set(counters, of: item)
        return true
      }
      budget -= page.count
      page.forEach { counters.add($0) }
    }
    return false
  }
}
