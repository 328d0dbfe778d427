import NavStoreSQLite

/// Distinct items by their last visit: the unfolded visits first, then the index on `item`.
struct RecentTable {
  let db: Connection

  struct Row {
    let key: String
    let kind: String
    let title: String?
    let visits: Int

    /// Sequence number of the last visit.
    let last: Int64
    let visit: Int64
    let time: Int64
    let route: RawRoute?
  }

  /// At most `limit` items whose last visit is before `before`, newest first.
  ///
  /// An unfolded visit is later than every folded one, so the two sources never interleave; an
  /// item of the first is left out of the second.
  func items(account: String, before: Int64, limit: Int) throws -> [Row] {
    guard let account = try AccountTable(db: db).find(account) else { return [] }
    let unfolded = try UnfoldedTable(db: db).oldest(.max).filter { $0.account == account }
    let fresh = Dictionary(grouping: unfolded, by: \.item)
    var rows: [Row] = []
    let newest = fresh.compactMap { item, visits in visits.last.map { (item, $0.seq) } }
    for (item, seq) in newest.sorted(by: { $0.1 > $1.1 }) where seq < before {
      guard rows.count < limit else { return rows }
      let folded = try details(of: item)
      try append(item: item, folded, last: seq, adding: fresh[item]?.count ?? 0, to: &rows)
    }
    try db.each(
      """
      SELECT id, last FROM item WHERE account = ? AND last < ? ORDER BY last DESC
      """, account, before
    ) { row in
      guard rows.count < limit else { return false }
      let item = row.int(0)
      if fresh[item] == nil {
        try append(item: item, details(of: item), last: row.int(1), adding: 0, to: &rows)
      }
      return rows.count < limit
    }
    return rows
  }

  private typealias Item = (key: String, kind: String, title: String?, visits: Int)

  private func details(of id: Int64) throws -> Item? {
    try db.first(
      """
      SELECT item.key, kind.name, title, visits FROM item JOIN kind ON kind.id = item.kind
      WHERE item.id = ?
      """, id
    ) { ($0.text(0), $0.text(1), $0.optionalText(2), Int($0.int(3))) }
  }

  private func append(
    item id: Int64, _ item: Item?, last: Int64, adding unfolded: Int, to rows: inout [Row]
  ) throws {
    guard let item else { return }
    let visit = try TimelineTable(db: db).visit(withSequenceNumber: last)
    rows.append(
      Row(
        key: item.key, kind: item.kind, title: item.title, visits: item.visits &+ unfolded,
        last: last, visit: visit?.id ?? 0, time: visit?.time ?? 0, route: visit?.route))
  }
}
