import NavStoreSQLite

/// Finds the items of a kind that are to be forgotten.
struct ForgetTable {
  let db: Connection

  /// Returns the items for which `isMeant` returns `true`, for the item's stored kind and the tag
  /// of one of its routes.
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
}
