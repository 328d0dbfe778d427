import NavStoreSQLite

/// The routes, each stored form once, and the items that they belong to.
struct RouteTable {
  let db: Connection

  /// The number of `route`, stored now with its item where it is new.
  ///
  /// One statement for a known route: found by hashes, its item first, then compared in full,
  /// because two may share a hash.
  func id(of route: StoredRoute, account: Int64) throws -> Int64 {
    let itemHash = ItemTable.hash(key: route.historyKey, account: account)
    return try route.payload.withUnsafeBytes { payload in
      let known = try db.first(
        """
        SELECT route.id FROM item CROSS JOIN route ON route.item = item.id
        WHERE item.hash = ? AND item.account = ? AND item.key = ?
          AND route.hash = ? AND route.payload = ? AND route.tag = ? AND route.version = ?
        """, itemHash, account, route.historyKey, route.fingerprint, BorrowedText(payload),
        route.tag, route.version
      ) { $0.int(0) }
      if let known { return known }
      let item = try ItemTable(db: db).id(
        ofKey: route.historyKey, hash: itemHash, kind: route.historyKind, account: account)
      try db.run(
        "INSERT INTO route (item, tag, version, payload, hash) VALUES (?, ?, ?, ?, ?)",
        item, route.tag, route.version, BorrowedText(payload), route.fingerprint)
      return db.lastInsertRowID
    }
  }
}

extension RouteTable {
  /// A route with what it belongs to.
  struct Row {
    let id: Int64
    let item: Int64
    let account: Int64
    let raw: RawRoute
  }

  /// Every route of an account; of all where it is nil.
  func all(of account: String?) throws -> [Row] {
    var only: Int64?
    if let account {
      guard let id = try AccountTable(db: db).find(account) else { return [] }
      only = id
    }
    return try db.all(
      """
      SELECT route.id, item.id, item.account, tag, version, payload, route.hash
      FROM route JOIN item ON item.id = route.item WHERE ?1 IS NULL OR item.account = ?1
      """, only
    ) { row in
      Row(id: row.int(0), item: row.int(1), account: row.int(2), raw: row.rawRoute(3))
    }
  }
}

extension RouteTable {
  func routes(ofItem item: Int64) throws -> [Int64] {
    try db.all("SELECT id FROM route WHERE item = ?", item) { $0.int(0) }
  }

  func item(of route: Int64) throws -> Int64? {
    try db.first("SELECT item FROM route WHERE id = ?", route) { $0.int(0) }
  }
}
