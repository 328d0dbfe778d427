import NavStorePlatform
import NavStoreSQLite

/// Small values by their owners and names.
struct ValueTable {
  let db: Connection

  /// The largest number of values of an owner.
  static let mostOfOwner = 64

  enum OwnerKind: Int {
    case visit, item, rootScreen, window
  }

  struct Owner {
    let kind: OwnerKind
    let id: Int64
  }

  /// Sets or removes a value.
  ///
  /// - Parameters:
  ///   - route: The number of the route if the value is one.
  ///   - stack: The stack that starts at its root screen when the route is removed.
  /// - Returns: `false` if nothing was set, because the owner has ``mostOfOwner`` other values.
  func set(
    _ value: StoredValue, named name: String, of owner: Owner, at time: Int64,
    route: Int64? = nil, stack: Int64? = nil
  ) throws -> Bool {
    func insert(_ content: some Bindable) throws -> Bool {
      try db.run(
        """
        INSERT INTO value (kind, owner, name, changed, value, route, stack)
        SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7
        WHERE (SELECT count(*) FROM value WHERE kind = ?1 AND owner = ?2 AND name <> ?3) < ?8
        ON CONFLICT DO UPDATE SET changed = excluded.changed, value = excluded.value,
          route = excluded.route, stack = excluded.stack
        """, owner.kind.rawValue, owner.id, name, time, content, route, stack, Self.mostOfOwner)
      return db.changes > 0
    }
    switch value {
    case .json(let data), .route(let data, _, _): return try insert(TextBytes(data))
    case .bytes(let data): return try insert(data)
    case .removed:
      try db.run(
        "DELETE FROM value WHERE kind = ? AND owner = ? AND name = ?", owner.kind.rawValue,
        owner.id, name)
      return true
    }
  }

  func value(named name: String, of owner: Owner) throws -> StoredValue? {
    try db.first(
      "SELECT value, typeof(value) = 'blob' FROM value WHERE kind = ? AND owner = ? AND name = ?",
      owner.kind.rawValue, owner.id, name
    ) { $0.int(1) != 0 ? .bytes($0.bytes(0)) : .json($0.bytes(0)) }
  }

  /// Returns the value of a window or an item; `nil` if it has none, or its owner is not in the
  /// file.
  func value(_ key: PendingValueKey) throws -> StoredValue? {
    try owner(of: key).flatMap { try value(named: key.name, of: $0) }
  }

  /// Returns the owner of a value; `nil` if the owner is not in the file.
  func owner(of key: PendingValueKey) throws -> Owner? {
    switch key.owner {
    case .scene(let scene):
      return try WindowTable(db: db).id(ofScene: scene.text, account: key.account).map {
        Owner(kind: .window, id: $0)
      }
    case .item(let item):
      return try AccountTable(db: db).find(key.account).flatMap {
        try ItemTable(db: db).find(item.text, account: $0)
      }.map { Owner(kind: .item, id: $0) }
    }
  }

  /// Returns the names of an owner's values, in alphabetical order.
  func names(of owner: Owner) throws -> [String] {
    try db.all("SELECT name FROM value WHERE kind = ? AND owner = ?", owner.kind.rawValue, owner.id)
    {
      $0.text(0)
    }
  }

  /// Deletes all values of some owners.
  func drop(of kind: OwnerKind, _ owners: [Int64]) throws {
    // A statement for each owner would double the time of a batch of removals.
    try db.run(
      """
      DELETE FROM value
      WHERE kind = ? AND owner IN (SELECT json_each.value FROM json_each(?))
      """, kind.rawValue, VisitTable.list(owners))
  }

  /// Moves the values of each item `from` to the item `to`, its heir. If the heir has a value of
  /// the same name, the value that was set later is kept.
  func move(_ items: [(from: Int64, to: Int64)]) throws {
    // One item may be another's heir, so all values first move to the negative number of an heir,
    // which no item has.
    for (item, heir) in items { try move(from: item, to: -heir) }
    for heir in Set(items.map(\.to)) { try move(from: -heir, to: heir) }
  }

  private func move(from item: Int64, to heir: Int64) throws {
    try db.run(
      """
      UPDATE OR REPLACE value SET owner = ?2 WHERE kind = 1 AND owner = ?1 AND NOT EXISTS (
        SELECT 1 FROM value AS other WHERE other.kind = 1 AND other.owner = ?2
          AND other.name = value.name AND other.changed >= value.changed)
      """, item, heir)
    try drop(of: .item, [item])
  }
}
