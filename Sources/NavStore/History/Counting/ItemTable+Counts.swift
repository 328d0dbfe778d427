import NavStoreSQLite

// Updates the counters of items when counted visits are removed or change their routes.
extension ItemTable {
  /// The largest number of visits of an item that are counted in one step, in about a tenth of a
  /// millisecond. For larger items, the `removal` table stores the remaining work, which is done in
  /// batches.
  private static let few = 64

  /// An item with at most this number of visits after a removal is counted from scratch, because
  /// subtracting the removed visits would be less exact.
  private static let countedFromScratch: Int64 = 8

  /// Returns at most `limit` counted visits of an item with sequence numbers above `last`, in
  /// ascending order of these numbers.
  func visits(
    of item: Int64, after last: Int64, limit: Int
  ) throws -> [(number: Int64, time: Int64)] {
    try db.all(
      """
      SELECT coalesce(seq, id), time FROM visit
      WHERE route IN (SELECT id FROM route WHERE item = ?) AND counted = 1
        AND coalesce(seq, id) > ? ORDER BY coalesce(seq, id) LIMIT ?
      """, item, last, limit
    ) { ($0.int(0), $0.int(1)) }
  }

  private func lastVisit(of item: Int64) throws -> Int64? {
    try db.first(
      """
      SELECT coalesce(seq, id) FROM visit
      WHERE route IN (SELECT id FROM route WHERE item = ?) AND counted = 1
      ORDER BY coalesce(seq, id) DESC LIMIT 1
      """, item
    ) { $0.int(0) }
  }

  /// Counts the visits of an item from scratch if there are few. An item without visits keeps its row
  /// while it has routes.
  ///
  /// - Returns: `true` if the visits were counted; `false` if there may be too many for one step.
  func recountIfSmall(_ item: Int64) throws -> Bool {
    guard try counters(of: item).map({ $0.visits <= Self.few }) != false else { return false }
    var (count, budget) = (ItemCount(item: item), Self.few + 1)
    return try count.advance(&budget, in: self)
  }

  /// Updates the counters of items after some of their visits, `visits`, were removed.
  func uncount(_ visits: [VisitTable.RouteVisit]) throws {
    let counted = Dictionary(grouping: visits.lazy.filter(\.isCounted), by: \.item)
    for (item, visits) in counted {
      guard var counters = try counters(of: item) else { continue }
      counters.visits = max(0, counters.visits &- Int64(visits.count))
      let frecency = counters.frecency.flatMap { moment in
        let mass = visits.reduce(0) { $0 + Frecency.mass(ofVisitAt: $1.time ?? 0, at: moment) }
        return Frecency.removing(mass, from: moment)
      }
      let isExact = counters.visits > Self.countedFromScratch && frecency != nil
      if visits.contains(where: { $0.number == counters.last }) {
        counters.last = try lastVisit(of: item) ?? counters.last
      }
      if isExact { counters.frecency = frecency }
      try set(counters, of: item)
      if try !isExact && !recountIfSmall(item) {
        try RemovalTable(db: db).add([item], to: .recounts)
      }
    }
  }

  /// Deletes an item without routes, and its values. Returns `false` if the item has a route.
  @discardableResult
  func drop(_ item: Int64) throws -> Bool {
    try RemovalTable(db: db).raiseFloors()
    // Clear the title before the row is deleted. SQLite keeps a copy of the pages of a deleted row
    // in memory, because of the foreign keys. A title in a damaged file may have hundreds of
    // megabytes.
    try db.run(
      """
      UPDATE item SET title = NULL, title_folded = NULL
      WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM route WHERE item = ?1)
      """, item)
    guard db.changes == 1 else { return false }
    try db.run("DELETE FROM item WHERE id = ?", item)
    try ValueTable(db: db).drop(of: .item, [item])
    return true
  }
}
