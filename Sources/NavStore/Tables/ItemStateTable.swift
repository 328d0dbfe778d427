import NavStorePlatform
import NavStoreSQLite

/// Small values of an item, by name.
struct ItemStateTable {
  let db: Connection

  func set(_ value: StoredValue, named name: String, ofItem item: Int64, at time: Int64) throws {
    switch value {
    case .json(let data), .route(let data, _, _):
      try db.run(
        """
        INSERT INTO item_state (item, name, changed, value) VALUES (?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET changed = excluded.changed, value = excluded.value
        """, item, name, time, [UInt8](data))
    case .removed:
      try db.run("DELETE FROM item_state WHERE item = ? AND name = ?", item, name)
    }
  }

  /// The value of the item that has a key; nil if there is none.
  func value(named name: String, ofKey key: String, account: String) throws -> Data? {
    guard let account = try AccountTable(db: db).find(account),
      let item = try ItemTable(db: db).find(key, account: account)
    else { return nil }
    return try db.first("SELECT value FROM item_state WHERE item = ? AND name = ?", item, name) {
      $0.withBlob(0) { Data($0) }
    }
  }

  /// Takes all values of an item: called if its row is deleted.
  func drop(ofItem item: Int64) throws {
    try db.run("DELETE FROM item_state WHERE item = ?", item)
  }

  /// Items whose routes are now all another's give it their values. If that has one of the same
  /// name, the later stays. All are taken before any is given: one may be another's heir.
  func move(_ items: [(from: Int64, to: Int64)]) throws {
    let values = try items.flatMap { old, new in
      try db.all("SELECT name, changed, value FROM item_state WHERE item = ?", old) {
        (item: new, name: $0.text(0), changed: $0.int(1), value: $0.bytes(2))
      }
    }
    for (old, _) in items { try drop(ofItem: old) }
    for value in values {
      try db.run(
        """
        INSERT INTO item_state (item, name, changed, value) VALUES (?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET changed = excluded.changed, value = excluded.value
          WHERE excluded.changed > changed
        """, value.item, value.name, value.changed, value.value)
    }
  }
}

extension ItemStateTable {
  /// One value, without the value.
  struct Row {
    let item: Int64
    let name: String
    let account: Int64
    let changed: Int64

    /// Its bytes, name included, and about what the row itself takes.
    let bytes: Int64
  }

  /// Up to `limit` values that follow the one of `item` and `name`, in order. Reads no large value:
  /// SQLite knows the length of a BLOB from the head of its row.
  func rows(after item: Int64, _ name: String, limit: Int) throws -> [Row] {
    try db.all(
      """
      SELECT item_state.item, name, item.account, changed,
        length(value) + length(CAST(name AS BLOB)) + 16
      FROM item_state CROSS JOIN item ON item.id = item_state.item
      WHERE (item_state.item, name) > (?, ?) ORDER BY item_state.item, name LIMIT ?
      """, item, name, limit
    ) { row in
      Row(
        item: row.int(0), name: row.text(1), account: row.int(2), changed: row.int(3),
        bytes: row.int(4))
    }
  }

  /// Takes a value that has not been set since it was read.
  func drop(_ row: Row) throws {
    try db.run(
      "DELETE FROM item_state WHERE item = ? AND name = ? AND changed = ?",
      row.item, row.name, row.changed)
  }
}
