import NavStoreSQLite

/// The routes, each stored form once, and the items that they belong to.
struct RouteTable {
  let db: Connection

  /// Returns the number of `route`. A new route is stored with its item.
  ///
  /// One statement finds a route that is in the file: by the hash of its item, then by the hash of
  /// the route. The statement also compares all columns, because two routes may have the same hash.
  /// The `+` before `route.tag` keeps SQLite from preparing the statement again for each bound tag,
  /// to check whether the partial index `route_dead` helps.
  func id(of route: StoredRoute, account: Int64) throws -> Int64 {
    let itemHash = ItemTable.hash(key: route.historyKey, account: account)
    let known = try db.first(
      """
      SELECT route.id, item.id, EXISTS (SELECT 1 FROM removal) FROM item CROSS JOIN route ON route.item = item.id
      WHERE item.hash = ? AND item.account = ? AND item.key = ?
        AND route.hash = ? AND route.payload = ? AND +route.tag = ? AND route.version = ?
      """, itemHash, account, route.historyKey, route.raw.fingerprint, TextBytes(route.raw.payload),
      route.raw.tag, route.raw.version
    ) { (id: $0.int(0), item: $0.int(1), isSweeping: $0.int(2) != 0) }
    if let known, try !known.isSweeping || isLeft(known.id, ofItem: known.item) {
      return known.id
    }
    let item = try ItemTable(db: db).id(
      ofKey: route.historyKey, hash: itemHash, kind: route.historyKind, account: account)
    try db.run(
      """
      INSERT INTO route (id, item, tag, version, payload, hash)
      VALUES (
        max((SELECT coalesce(max(id), 0) FROM route), (SELECT route_floor FROM progress)) + 1,
        ?, ?, ?, ?, ?)
      """, item, route.raw.tag, route.raw.version, TextBytes(route.raw.payload),
      route.raw.fingerprint)
    return db.lastInsertRowID
  }
}

extension RouteTable {
  struct Row {
    let id: Int64
    let item: Int64
    let raw: RawRoute
  }

  /// Calls `body` with the routes that an account has when the call begins, in ascending order of
  /// their numbers. Begins a new snapshot for each page of at most 100 routes, so that checkpoints
  /// can finish.
  ///
  /// With `first`, calls `body` only with the routes that were added after the route with that
  /// number, and reads them in the caller's transaction.
  ///
  /// - Returns: The largest number of a route when the call began.
  @discardableResult
  func each(
    of account: Int64, after first: Int64? = nil, _ body: (Row) throws -> Void
  ) throws -> Int64 {
    let newest = try newest()
    var last = first ?? .min
    while true {
      if first == nil { try db.renewSnapshot() }
      let rows = try page(after: last, upTo: newest, of: account)
      for row in rows { try body(row) }
      // In a damaged file, rows may be in another order. Stop if numbers don't ascend, so that the
      // loop ends.
      guard let end = rows.last?.id, end > last else { return newest }
      last = end
    }
  }

  /// Returns the largest number of a route; 0 if there is none.
  func newest() throws -> Int64 {
    try db.first("SELECT max(id) FROM route") { $0.int(0) } ?? 0
  }

  /// Returns a route of an account.
  func row(_ id: Int64, of account: Int64) throws -> Row? {
    try page(after: id - 1, upTo: id, of: account).first
  }

  private static let rowsInPage = 100
  private static let bytesInPage = 1_048_576

  private func page(after last: Int64, upTo newest: Int64, of account: Int64) throws -> [Row] {
    var rows: [Row] = []
    var bytes = 0
    try db.each(
      """
      SELECT route.id, item.id, tag, version, payload, route.hash
      FROM route CROSS JOIN item ON item.id = route.item
      WHERE route.id > ? AND route.id <= ? AND item.account = ? ORDER BY route.id
      """, last, newest, account
    ) { row in
      let raw = row.rawRoute(2)
      rows.append(Row(id: row.int(0), item: row.int(1), raw: raw))
      bytes += raw.payload.count
      return rows.count < Self.rowsInPage && bytes < Self.bytesInPage
    }
    return rows
  }
}

extension RouteTable {
  func item(of route: Int64) throws -> Int64? {
    try db.first("SELECT item FROM route WHERE id = ?", route) { $0.optionalInt(0) } ?? nil
  }

  /// Returns whether any visit has the route, even one that was not seen or is not counted.
  func hasVisit(_ route: Int64) throws -> Bool {
    try db.first(
      """
      SELECT 1 FROM visit WHERE route = ?1 AND counted IS NOT NULL
      UNION ALL
      SELECT 1 FROM visit WHERE id > (SELECT counted FROM progress) AND route = ?1
      UNION ALL
      SELECT 1 FROM visit WHERE seq > (SELECT counted FROM progress) AND route = ?1
      LIMIT 1
      """, route
    ) { _ in true } ?? false
  }

  /// Deletes a route to which no visit, stack or value refers, and its item if the item has no
  /// other route. A stack may refer to the route as its root screen, and a value of a window as the
  /// selected or presented route.
  func dropIfUnused(_ route: Int64) throws {
    let isNamed = try db.first(
      """
      SELECT 1 FROM stack WHERE root = ?1 UNION ALL SELECT 1 FROM value WHERE route = ?1 LIMIT 1
      """, route
    ) { _ in true }
    guard isNamed == nil, try !hasVisit(route), let item = try item(of: route) else { return }
    try RemovalTable(db: db).raiseFloors()
    try db.run("DELETE FROM route WHERE id = ?", route)
    try ItemTable(db: db).drop(item)
    try RemovalTable(db: db).noteRemoval()
  }

  /// Deletes a route that has no visit, unless a root screen or a window's value refers to it.
  /// Before that, deletes the values that are this route, if its item has no visit and the route is
  /// no root screen.
  func dropIfUnseen(_ route: Int64) throws {
    guard try !hasVisit(route) else { return }
    let isSeen = try item(of: route).map(ItemTable(db: db).hasVisit) ?? false
    let isRoot = try db.first("SELECT 1 FROM stack WHERE root = ? LIMIT 1", route) { _ in true }
    if !isSeen, isRoot == nil { _ = try ValueTable(db: db).clear([route]) }
    try dropIfUnused(route)
  }
}

// MARK: - Dead routes

extension RouteTable {
  /// Returns whether no unfinished removal includes the route or its item. A route that a removal
  /// includes is made dead at once. Visits that are added after this call then get a new route row,
  /// which the removal doesn't include.
  private func isLeft(_ route: Int64, ofItem item: Int64) throws -> Bool {
    let removals = RemovalTable(db: db)
    guard try removals.takes(route, of: .routes) else {
      return try !removals.takes(item, of: .items)
    }
    try kill(route)
    return false
  }

  /// Makes a route dead, so that it counts as removed: its tag and payload become empty. All its
  /// visits must have been counted. If its item has no other route, the item is deleted. Otherwise,
  /// the item's counters change when the route's visits are cleared.
  ///
  /// - Returns: The number of the route's visits.
  @discardableResult
  func kill(_ route: Int64) throws -> Int {
    let item = try item(of: route)
    try db.run(
      "UPDATE route SET tag = '', version = 0, payload = '', hash = 0 WHERE id = ?", route)
    if let item, try living(ofItem: item, limit: 1).isEmpty {
      try db.run("UPDATE route SET item = NULL WHERE item = ?", item)
      try ItemTable(db: db).drop(item)
    }
    return try db.first(
      "SELECT count(*) FROM visit WHERE route = ? AND counted IS NOT NULL", route
    ) { Int($0.int(0)) } ?? 0
  }

  /// Returns the routes of an item that aren't dead, at most `limit` if it isn't negative. A dead
  /// route has an empty tag and the hash 0, so the index on `(item, hash)` finds the other routes at
  /// once. `UNION ALL` stops at the limit, whereas `OR` would evaluate all three conditions.
  func living(ofItem item: Int64, limit: Int = -1) throws -> [Int64] {
    try db.numbers(
      """
      SELECT id FROM route WHERE item = ?1 AND hash > 0
      UNION ALL SELECT id FROM route WHERE item = ?1 AND hash < 0
      UNION ALL SELECT id FROM route WHERE item = ?1 AND hash = 0 AND tag <> ''
      LIMIT ?2
      """, item, limit)
  }

  /// Clears at most `limit` visits of a dead route, whose tag is empty. Deletes the route if it has
  /// no visits left.
  ///
  /// - Returns: The number of visits cleared, or 1 if the route had none; `nil` if there is no dead
  ///   route.
  func takeDead(_ limit: Int) throws -> Int? {
    guard let (route, item) = try dead() else { return nil }
    let visits = try db.numbers(
      "SELECT id FROM visit WHERE route = ? AND counted IS NOT NULL LIMIT ?", route, limit)
    try VisitTable(db: db).clear(visits)
    if visits.count < limit {
      try db.run("DELETE FROM route WHERE id = ?", route)
      guard try dead()?.route != route else { throw NavStore.Error.noEnd(in: db) }
      if let item { try ItemTable(db: db).drop(item) }
    }
    return max(1, visits.count)
  }

  /// Returns a dead route, whose tag is empty; `nil` if there is none. `item` is the route's item,
  /// or `nil` if the item was deleted. Routes that have an item come first.
  func dead() throws -> (route: Int64, item: Int64?)? {
    try db.first("SELECT id, item FROM route WHERE tag = '' ORDER BY item DESC LIMIT 1") {
      ($0.int(0), $0.optionalInt(1))
    }
  }
}

extension RouteTable {
  /// Returns a route by its number; `nil` if there is none, or if it was removed and has an empty
  /// tag.
  func raw(_ id: Int64) throws -> RawRoute? {
    try db.first("SELECT tag, version, payload, hash FROM route WHERE id = ? AND tag <> ''", id) {
      $0.rawRoute(0)
    }
  }

  /// Changes the stored form and the item of a route, but not its number.
  func change(_ id: Int64, to route: StoredRoute, item: Int64) throws {
    try db.run(
      "UPDATE route SET item = ?, tag = ?, version = ?, payload = ?, hash = ? WHERE id = ?",
      item, route.raw.tag, route.raw.version, TextBytes(route.raw.payload), route.raw.fingerprint,
      id)
  }
}
