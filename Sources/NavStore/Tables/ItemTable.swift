import NavStoreSQLite

/// The items. Routes with equal item ids are one item.
struct ItemTable {
  let db: Connection

  static func hash(key: String, account: Int64) -> Int64 {
    var fingerprint = Fingerprint()
    fingerprint.combine(account)
    fingerprint.combine(key)
    return fingerprint.value
  }

  /// Returns the item with a key; `nil` if there is none, or if an unfinished removal includes it.
  func find(_ key: String, account: Int64) throws -> Int64? {
    let hash = Self.hash(key: key, account: account)
    guard let item = try find(key, hash: hash, account: account) else { return nil }
    return try RemovalTable(db: db).takes(item, of: .items) ? nil : item
  }

  /// Finds an item, even if an unfinished removal includes it.
  private func find(_ key: String, hash: Int64, account: Int64) throws -> Int64? {
    try db.first(
      "SELECT id FROM item WHERE hash = ? AND account = ? AND key = ?", hash, account, key
    ) { $0.int(0) }
  }

  /// Returns the item with a key, and adds it if there is none.
  func id(ofKey key: String, hash: Int64, kind: String, account: Int64) throws -> Int64 {
    if let known = try find(key, hash: hash, account: account) {
      guard try RemovalTable(db: db).takes(known, of: .items) else { return known }
      // With the hash 0, the item that is being removed isn't found by its key. The new item with
      // the same key then gets no title and no value of that item.
      try db.run("UPDATE item SET hash = 0 WHERE id = ?", known)
    }
    try db.run(
      """
      INSERT INTO item (id, account, kind, hash, key)
      VALUES (
        max((SELECT coalesce(max(id), 0) FROM item), (SELECT item_floor FROM progress)) + 1,
        ?, ?, ?, ?)
      """, account, kindID(of: kind), hash, key)
    return db.lastInsertRowID
  }

  /// Returns whether any visit is of a route of the item. Visits that were not seen, such as
  /// covered screens of a deep link, count too.
  func hasVisit(_ id: Int64) throws -> Bool {
    let routes = RouteTable(db: db)
    return try routes.living(ofItem: id).contains(where: routes.hasVisit)
  }

  /// The number of kinds that one call of ``dropUnusedKinds(after:_:)`` reads. An app has far fewer
  /// kinds.
  private static let kindsInStep = 1_000

  /// Deletes the kinds that no item has, among the 1,000 kinds with the lowest numbers above
  /// `first`. A removal calls it, because the name of a kind can tell what the user has seen.
  ///
  /// For each kind, SQLite reads items up to the first item of that kind, or all items if no item
  /// has the kind. Reading an item takes some 0.1 µs. Reading all items may exceed the work limit
  /// of one step, so the limit for reading the whole file applies.
  ///
  /// - Returns: The number of the last kind that was read; `nil` if there is none.
  @discardableResult
  func dropUnusedKinds(after first: Int64 = .min, _ limits: NavStore.Limits) throws -> Int64? {
    try db.work(.wholeFile(of: db, limits)) {
      // A single DELETE of all unused kinds might never end, because the b-tree of a damaged table
      // may have a loop.
      let kinds = try db.all(
        """
        SELECT id, EXISTS (SELECT 1 FROM item WHERE item.kind = kind.id)
        FROM kind WHERE id > ? ORDER BY id LIMIT ?
        """, first, Self.kindsInStep
      ) { (id: $0.int(0), isUsed: $0.int(1) != 0) }
      for kind in kinds where !kind.isUsed {
        try db.run("DELETE FROM kind WHERE id = ?", kind.id)
      }
      return kinds.last?.id
    }
  }

  private func kindID(of name: String) throws -> Int64 {
    if let id = try db.first("SELECT id FROM kind WHERE name = ?", name, read: { $0.int(0) }) {
      return id
    }
    try db.run("INSERT INTO kind (name) VALUES (?)", name)
    return db.lastInsertRowID
  }

  /// The columns of an item that change when its visits are counted.
  struct Counters {
    var visits: Int64 = 0

    /// The sequence number of the last visit; `nil` if there is none.
    var last: Int64?
    var frecency: Double?

    /// Adds a visit.
    mutating func add(_ visit: (number: Int64, time: Int64)) {
      visits &+= 1
      last = max(last ?? .min, visit.number)
      frecency = Frecency.adding(visitAt: visit.time, to: frecency)
    }
  }

  func counters(of id: Int64) throws -> Counters? {
    try db.first("SELECT visits, last, frecency FROM item WHERE id = ?", id) { row in
      Counters(
        visits: row.int(0), last: row.optionalInt(1), frecency: row.optionalDouble(2))
    }
  }

  func set(_ counters: Counters, of id: Int64) throws {
    try db.run(
      "UPDATE item SET visits = ?, last = ?, frecency = ? WHERE id = ?",
      counters.visits, counters.last, counters.frecency, id)
  }
}
