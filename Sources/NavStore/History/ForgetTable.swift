import NavStoreSQLite

/// Which items a scope means.
struct ForgetTable {
  let db: Connection

  func item(key: String, account: Int64) throws -> Int64? {
    try db.first(
      "SELECT id FROM item WHERE hash = ? AND account = ? AND key = ?",
      ItemTable.hash(key: key, account: account), account, key
    ) { $0.int(0) }
  }

  func items(ofKind name: String, account: Int64) throws -> [Int64] {
    try db.all(
      """
      SELECT id FROM item WHERE account = ? AND kind = (SELECT id FROM kind WHERE name = ?)
      """, account, name
    ) { $0.int(0) }
  }

  /// Items with a route of whose stored kind and tag `isMeant` says yes.
  func items(
    account: Int64, where isMeant: (_ kind: String, _ tag: String) -> Bool
  ) throws -> [Int64] {
    var found: Set<Int64> = []
    try db.each(
      """
      SELECT item.id, kind.name, route.tag
      FROM item CROSS JOIN kind ON kind.id = item.kind CROSS JOIN route ON route.item = item.id
      WHERE item.account = ?
      """, account
    ) { row in
      if !found.contains(row.int(0)), isMeant(row.text(1), row.text(2)) { found.insert(row.int(0)) }
      return true
    }
    return Array(found)
  }

  /// An item with its last visit.
  struct SeenItem {
    let item: Int64
    let key: String
    let kind: String
    let title: String?
    let visits: Int
    let visit: Int64
    let time: Int64
    let route: RawRoute?
  }

  /// The items of an account that have visits, the one visited last first.
  func seenItems(account: Int64) throws -> [SeenItem] {
    let items = try db.all(
      """
      SELECT item.id, item.key, kind.name, title, visits, last
      FROM item CROSS JOIN kind ON kind.id = item.kind
      WHERE account = ? AND last IS NOT NULL ORDER BY last DESC
      """, account
    ) { row in
      (
        id: row.int(0), key: row.text(1), kind: row.text(2), title: row.optionalText(3),
        visits: Int(row.int(4)), last: row.int(5)
      )
    }
    return try items.map { item in
      let visit = try TimelineTable(db: db).visit(withSequenceNumber: item.last)
      return SeenItem(
        item: item.id, key: item.key, kind: item.kind, title: item.title, visits: item.visits,
        visit: visit?.id ?? 0, time: visit?.time ?? 0, route: visit?.route)
    }
  }
}
