import NavStoreSQLite

/// Counts frecency anew after a change of the half-life, item by item from the postings.
struct RescoreTable {
  let db: Connection
  let frecency: Frecency

  /// About how many visits a step looks at: a third of a millisecond on a desktop, where two are
  /// allowed anywhere.
  static let visitsPerStep = 800

  /// What finding and writing an item costs, in visits.
  private static let visitsPerItem = 10

  /// An item on its way: one with more visits than a step takes needs several.
  struct Partial: Sendable {
    let item: Int64
    var moment: Double?

    /// The block of its postings that was read last.
    var block = Int64.min

    /// The last visit that was counted, and how many were.
    var last = Int64.min
    var visits: Int64 = 0

    /// How often it was begun anew.
    var restarts = 0
  }

  /// Whether frecency in the file is by this half-life, for all items.
  func isRight() throws -> Bool {
    try db.first("SELECT half_life, rescored IS NULL FROM progress") { row in
      row.int(0) == frecency.halfLifeMilliseconds && row.int(1) != 0
    } ?? true
  }

  /// Notes a new half-life, before anything is counted by it. Writes nothing if it is the old
  /// one.
  func noteHalfLife() throws {
    let known = try db.first("SELECT half_life FROM progress") { $0.int(0) }
    guard let known, known != frecency.halfLifeMilliseconds else { return }
    try db.run("UPDATE progress SET half_life = ?, rescored = 0", frecency.halfLifeMilliseconds)
  }

  /// Takes one step in a transaction of its own; false if there was nothing to do. `partial` is
  /// what the last step left.
  func step(_ partial: inout Partial?, visits: Int = visitsPerStep) throws -> Bool {
    if try isRight() { return false }
    let left = partial
    partial = nil
    partial = try db.transaction { try advance(from: left, visits: visits) }
    return true
  }

  private func advance(from left: Partial?, visits: Int) throws -> Partial? {
    try noteHalfLife()
    let start = try db.first("SELECT rescored FROM progress") { $0.optionalInt(0) } ?? nil
    guard var rescored = start else { return nil }
    var left = left
    var budget = visits
    while budget > 0 {
      guard let next = try item(after: rescored) else {
        try db.run("UPDATE progress SET rescored = NULL")
        return nil
      }
      let resumed = left?.item == next.id ? left : nil
      left = nil
      var partial = resumed ?? Partial(item: next.id)
      guard try count(&partial, of: next, &budget) else {
        left = partial
        break
      }
      // If some of its visits went between two steps, the sum has them still: once more. In a
      // damaged file the two never agree.
      if resumed != nil, partial.visits != next.visits, partial.restarts < 2 {
        left = Partial(item: next.id, restarts: partial.restarts + 1)
        break
      }
      try db.run("UPDATE item SET frecency = ? WHERE id = ?", partial.moment, next.id)
      rescored = next.id
      budget -= Self.visitsPerItem
    }
    try db.run("UPDATE progress SET rescored = ?", rescored)
    return left
  }

  private typealias Item = (id: Int64, account: Int64, visits: Int64)

  private func item(after item: Int64) throws -> Item? {
    try db.first(
      "SELECT id, account, visits FROM item WHERE id > ? ORDER BY id LIMIT 1", item
    ) { ($0.int(0), $0.int(1), $0.int(2)) }
  }

  /// Counts on from where `partial` ended; false if the budget was at its end first.
  private func count(_ partial: inout Partial, of item: Item, _ budget: inout Int) throws -> Bool {
    var isWhole = true
    try db.each(
      """
      SELECT first, visits FROM posting
      WHERE account = ? AND list = ? AND key = ? AND first >= ? ORDER BY first
      """, item.account, PostingTable.List.item.rawValue, item.id, partial.block
    ) { row in
      guard budget > 0 else {
        isWhole = false
        return false
      }
      partial.block = row.int(0)
      let block = PostingBlock(first: row.int(0), differences: row.bytes(1))
      for number in block?.numbers ?? [] where number > partial.last {
        partial.last = number
        partial.visits &+= 1
        budget -= 1
        guard let time = try VisitTable(db: db).time(seenAs: number) else { continue }
        partial.moment = frecency.adding(visitAt: time, to: partial.moment)
      }
      return true
    }
    return isWhole
  }
}
