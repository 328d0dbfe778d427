import NavStoreSQLite

/// The items of the entries of back/forward lists: their titles, keys and kinds.
struct EntryTable {
  let db: Connection

  struct Row: Equatable {
    let title: String?

    /// The key of the item of the visit's route.
    let key: String
    let kind: String

    /// The tag of the visit's route.
    let tag: String
  }

  /// Returns a row for each visit that is in the file and was not removed.
  func rows(of visits: Set<Int64>) throws -> [Int64: Row] {
    guard !visits.isEmpty else { return [:] }
    var rows: [Int64: Row] = [:]
    try db.each(
      """
      SELECT visit.id, item.title, item.key, kind.name, route.tag
      FROM json_each(?) AS wanted CROSS JOIN visit ON visit.id = wanted.value
      CROSS JOIN route ON route.id = visit.route AND route.tag <> ''
      CROSS JOIN item ON item.id = route.item
      CROSS JOIN kind ON kind.id = item.kind
      """, VisitTable.list(visits)
    ) { row in
      rows[row.int(0)] = Row(
        title: row.optionalText(1), key: row.text(2), kind: row.text(3), tag: row.text(4))
      return true
    }
    return rows
  }

  /// Returns the key of the account of `visit`, and the visits from `visit` down to the bottom of
  /// its stack. `nil` if `visit` is not in the file or was removed, or its chain is damaged or
  /// exceeds `limit`.
  func chain(of visit: Int64, limit: ChainLimit) throws -> (
    account: String, rows: [VisitTable.ChainRow]
  )? {
    let account = try db.first(
      """
      SELECT account.key FROM visit CROSS JOIN stack ON stack.id = visit.stack
      CROSS JOIN account ON account.id = stack.account
      WHERE visit.id = ? AND account.key IS NOT NULL
      """, visit
    ) { $0.text(0) }
    guard let account else { return nil }
    let chain = try VisitTable(db: db).chain(from: visit, limit: limit)
    return chain.isWhole && chain.rows.first?.route != nil ? (account, chain.rows) : nil
  }
}
