import NavStoreSQLite

/// Reads a damaged file, row by row: what cannot be read is not there.
final class SalvageTable {
  let db: Connection

  /// When everything that is not read yet counts as lost. SQLite looks at its own while it runs a
  /// statement; preparing thousands that fail takes time too.
  let deadline: ContinuousClock.Instant

  /// Whether scenes or stacks may be missing because pages of their tables can't be read.
  private(set) var lacksRows = false

  init(db: Connection, deadline: ContinuousClock.Instant) {
    self.db = db
    self.deadline = deadline
  }

  struct Scene {
    let id: Int64
    let key: String
    let opened: Int64
    let closed: Int64?
  }

  struct Stack {
    let id: Int64
    let scene: Int64
    let account: Int64
    let name: String
    let root: Int64?
    let tip: Int64
    let position: Int
    let list: [UInt8]
    let saved: Int64
  }

  struct Visit {
    let id: Int64
    let stack: Int64

    /// Nil for one that was forgotten.
    let route: Int64?
    let parent: Int64
    let time: Int64?
    let isReplacement: Bool
    let seq: Int64?

    /// What it is ordered by.
    var number: Int64 { seq ?? id }
  }

  struct Route {
    let raw: RawRoute

    /// The number of the item that it belongs to.
    let item: Int64
  }

  struct Item {
    let key: String
    let kind: String
    let title: String?
  }

  struct Value {
    let name: String
    let value: StoredValue

    /// The route that it is; nil: none.
    let route: Int64?
  }

  func scenes() -> [Scene] {
    surviving(
      up: "SELECT id, key, opened, closed FROM scene NOT INDEXED WHERE id > ?1 ORDER BY id",
      down: "SELECT id, key, opened, closed FROM scene NOT INDEXED WHERE id > ?1 ORDER BY id DESC",
      one: "SELECT id, key, opened, closed FROM scene NOT INDEXED WHERE id = ?1"
    ) { row in
      row.soundText(1).map {
        Scene(id: row.int(0), key: $0, opened: row.int(2), closed: row.optionalInt(3))
      }
    }
  }

  func stacks() -> [Stack] {
    surviving(
      up: """
        SELECT id, scene, account, name, root, tip, position, list, saved FROM stack NOT INDEXED
        WHERE id > ?1 ORDER BY id
        """,
      down: """
        SELECT id, scene, account, name, root, tip, position, list, saved FROM stack NOT INDEXED
        WHERE id > ?1 ORDER BY id DESC
        """,
      one: """
        SELECT id, scene, account, name, root, tip, position, list, saved FROM stack NOT INDEXED
        WHERE id = ?1
        """
    ) { row in
      guard let scene = row.optionalInt(1), let name = row.soundText(3) else { return nil }
      return Stack(
        id: row.int(0), scene: scene, account: row.int(2), name: name, root: row.optionalInt(4),
        tip: row.int(5), position: Int(truncatingIfNeeded: row.int(6)), list: row.bytes(7),
        saved: row.int(8))
    }
  }

  struct Adoption {
    let claim: AdoptionClaim
    let account: Int64?
  }

  /// What was taken over from old state: from the front as far as it goes.
  func adoptions() -> [Adoption] {
    var found: [Adoption] = []
    try? db.each("SELECT source, name, account FROM adoption ORDER BY source, name") { row in
      if let name = row.soundText(1) {
        let claim = AdoptionClaim(source: row.int(0), name: name)
        found.append(Adoption(claim: claim, account: row.optionalInt(2)))
      }
      return found.count < Self.maxRows
    }
    return found
  }

  func account(_ id: Int64) -> String? {
    if id == 0 { return "" }
    let key = one { try db.first("SELECT key FROM account WHERE id = ?", id) { $0.soundText(0) } }
    // The index over keys has the numbers too.
    return key
      ?? one {
        try db.first(
          """
          SELECT key FROM account INDEXED BY sqlite_autoindex_account_1
          WHERE key IS NOT NULL AND id = ?
          """, id
        ) { $0.soundText(0) }
      }
  }

  func visit(_ id: Int64) -> Visit? {
    one {
      try db.first(
        "SELECT stack, route, parent, time, kind, seq FROM visit NOT INDEXED WHERE id = ?", id
      ) { row in
        Visit(
          id: id, stack: row.int(0), route: row.optionalInt(1), parent: row.int(2),
          time: row.optionalInt(3), isReplacement: row.int(4) == 1, seq: row.optionalInt(5))
      }
    }
  }

  /// A route; `nil` also if its bytes are not those that were written. Reads no other table, so that
  /// a damaged page of items costs no screens.
  func route(_ id: Int64) -> Route? {
    one {
      try db.first(
        "SELECT tag, version, payload, hash, item FROM route NOT INDEXED WHERE id = ? AND tag <> ''",
        id
      ) { row in
        let raw = row.rawRoute(0)
        return raw.isIntact ? Route(raw: raw, item: row.int(4)) : nil
      }
    }
  }

  /// The item that a route belongs to; `nil` if it can't be read.
  func item(of route: Route) -> Item? {
    one {
      try db.first(
        """
        SELECT item.key, kind.name, item.title
        FROM item NOT INDEXED CROSS JOIN kind NOT INDEXED ON kind.id = item.kind
        WHERE item.id = ?
        """, route.item
      ) { row in
        guard let key = row.soundText(0), let kind = row.soundText(1) else { return nil }
        return Item(key: key, kind: kind, title: row.soundText(2))
      }
    }
  }

  /// The windows of a scene, with the numbers of their accounts.
  func windows(ofScene scene: Int64) -> [(id: Int64, account: Int64)] {
    var windows: [(id: Int64, account: Int64)] = []
    try? db.each("SELECT id, account FROM window WHERE scene = ?", scene) { row in
      windows.append((row.int(0), row.int(1)))
      return windows.count < Self.maxRows
    }
    return windows
  }

  /// The small values of an owner: from the front as far as it goes; if that is not to the end, from the back
  /// too.
  func values(of owner: ValueTable.Owner) -> [Value] {
    var values: [Value] = []
    func read(_ sql: StaticString, sparing known: Set<ByteKey>) -> Bool {
      do {
        try db.each(sql, owner.kind, owner.id) { row in
          guard let name = row.soundText(0) else { return true }
          if known.contains(ByteKey(name)) { return false }
          values.append(
            Value(name: name, value: StoredValue(row, at: 1), route: row.optionalInt(3)))
          return values.count < Self.maxRows
        }
        return true
      } catch {
        return false
      }
    }
    let isWhole = read(
      """
      SELECT name, value, typeof(value) = 'blob', route FROM value WHERE kind = ? AND owner = ?
      ORDER BY name
      """, sparing: [])
    if !isWhole {
      _ = read(
        """
        SELECT name, value, typeof(value) = 'blob', route FROM value WHERE kind = ? AND owner = ?
        ORDER BY name DESC
        """, sparing: Set(values.map { ByteKey($0.name) }))
    }
    return values
  }

  /// More rows of one kind than that are nobody's windows.
  private static let maxRows = 10_000

  /// The rows of a table: from the front up to the first page that cannot be read, from the back
  /// down to the last, and those in between that are on other pages, by their numbers.
  private func surviving<T>(
    up: StaticString, down: StaticString, one: StaticString, read: (Row) -> T?
  ) -> [T] {
    var rows: [Int64: T] = [:]
    /// Whether it came to the end, and the last number seen.
    func scan(_ sql: StaticString, _ start: Int64) -> (isWhole: Bool, last: Int64?) {
      var last: Int64?
      do {
        try db.each(sql, start) { row in
          last = row.int(0)
          rows[row.int(0)] = read(row)
          return rows.count < Self.maxRows
        }
        return (true, last)
      } catch {
        return (false, last)
      }
    }
    let front = scan(up, .min)
    if !front.isWhole {
      lacksRows = true
      let low = front.last ?? 0
      let back = scan(down, low)
      // If neither end gives anything the table's root is gone, or the table.
      if !back.isWhole, front.last != nil || back.last != nil {
        let high = min(back.last ?? .max, low.adding(Self.maxProbes) ?? .max)
        var id = low &+ 1
        while id < high, !isOver {
          if rows[id] == nil { _ = scan(one, id) }
          id += 1
        }
      }
    }
    return rows.sorted { $0.key }.map(\.value)
  }

  /// How many numbers in between are tried.
  private static let maxProbes: Int64 = 4_096

  var isOver: Bool { ContinuousClock.now >= deadline }

  private func one<T>(_ read: () throws -> T??) -> T? {
    guard !isOver else { return nil }
    return try? read() ?? nil
  }
}

extension Int64 {
  fileprivate func adding(_ other: Int64) -> Int64? {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? nil : sum
  }
}

extension Row {
  /// The text if it is well-formed UTF-8; nil also for NULL.
  fileprivate func soundText(_ column: Int32) -> String? {
    guard !isNull(column) else { return nil }
    return withText(column) { bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      return text.utf8.elementsEqual(bytes) ? text : nil
    }
  }
}
