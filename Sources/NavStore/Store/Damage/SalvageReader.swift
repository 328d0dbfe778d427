import NavStorePlatform
import NavStoreSQLite

/// Reads a damaged file row by row, and skips unreadable rows.
struct SalvageReader {
  let db: Connection

  /// The time at which reading ends. Rows that were not read before it count as lost. SQLite checks
  /// a deadline only while it runs a statement, but preparing thousands of failing statements takes
  /// time too.
  let deadline: ContinuousClock.Instant

  /// Whether scenes or stacks may be missing, because pages of their tables can't be read.
  private(set) var lacksRows = false

  /// The numbers of further visits, and of bytes of their routes, that may be read. Writing more to
  /// the fresh store would take too long.
  var visitsLeft = 20_000
  var bytesLeft = 1 << 26

  struct StackRow {
    let scene: Int64
    let account: Int64
    let name: String
    let root: Int64?
    let tip: Int64
    let position: Int
    let list: [UInt8]
    let saved: Int64
  }

  var isOver: Bool { ContinuousClock.now >= deadline }

  // MARK: Tables that are read as a whole

  private static let maxRows = 10_000

  /// The number of row numbers that are tried one by one after an unreadable page.
  private static let maxProbes = 4_096

  /// Returns the rows of a table in ascending order of their numbers, without rows on unreadable
  /// pages.
  private mutating func rows<T>(_ sql: StaticString, read: (Row) -> T?) -> [T] {
    var rows: [T] = []
    var last: Int64 = 0
    var probes = 0
    while probes < Self.maxProbes, !isOver {
      do {
        try db.each(sql, last) { row in
          last = row.int(0)
          probes = 0
          if let row = read(row) { rows.append(row) }
          return rows.count < Self.maxRows
        }
        return rows
      } catch {
        lacksRows = true
        probes += 1
        guard last < .max else { return rows }
        last += 1
      }
    }
    return rows
  }

  mutating func scenes() -> [Salvage.Scene] {
    rows("SELECT id, key, opened, closed FROM scene NOT INDEXED WHERE id > ? ORDER BY id") { row in
      guard let key = row.validText(1), (1...NavStore.Limits.keyBytes).contains(key.utf8.count)
      else { return nil }
      return (row.int(0), key, row.int(2), row.optionalInt(3))
    }
  }

  mutating func stacks() -> [StackRow] {
    rows(
      """
      SELECT id, scene, account, name, root, tip, position, list, saved FROM stack NOT INDEXED
      WHERE id > ? ORDER BY id
      """
    ) { row in
      guard let scene = row.optionalInt(1), let name = row.validText(3) else { return nil }
      return StackRow(
        scene: scene, account: row.int(2), name: name, root: row.optionalInt(4), tip: row.int(5),
        position: Int(truncatingIfNeeded: row.int(6)), list: row.bytes(7), saved: row.int(8))
    }
  }

  /// Returns the records of imported legacy state, with the keys of their accounts, up to the first
  /// unreadable page.
  func adoptions() -> [(claim: AdoptionClaim, account: String?)] {
    var found: [(claim: AdoptionClaim, account: Int64?)] = []
    try? db.each("SELECT source, name, account FROM adoption ORDER BY source, name") { row in
      if let name = row.validText(1) {
        found.append((AdoptionClaim(source: row.int(0), name: name), row.optionalInt(2)))
      }
      return found.count < Self.maxRows
    }
    return found.map { ($0.claim, $0.account.flatMap(account)) }
  }

  // MARK: Single rows

  /// Returns the key of an account; `nil` if it can't be read, or the account was erased.
  func account(_ id: Int64) -> String? {
    if id == 0 { return "" }
    func key(_ sql: StaticString) -> String? {
      (try? db.first(sql, id) { $0.validText(0) }) ?? nil
    }
    // If the row can't be read, read the index of keys, which also has the numbers of the accounts.
    return key("SELECT key FROM account WHERE id = ?")
      ?? key(
        """
        SELECT key FROM account INDEXED BY sqlite_autoindex_account_1
        WHERE key IS NOT NULL AND id = ?
        """)
  }

  /// Returns the route with a number. The result is `nil` if the route can't be read or fails its
  /// checksum, and `.some(nil)` if it was removed.
  func route(_ id: Int64) -> StoredRoute?? {
    // Read only the table of routes before this check, so that no route is lost because of a
    // damaged page of items.
    let found = try? db.first("SELECT tag, version, payload, hash FROM route WHERE id = ?", id) {
      $0.rawRoute(0)
    }
    guard let raw = found ?? nil else { return nil }
    if raw.tag.isEmpty { return .some(nil) }
    guard raw.isIntact else { return nil }
    let item = try? db.first(
      """
      SELECT item.key, kind.name FROM route CROSS JOIN item ON item.id = route.item
      CROSS JOIN kind ON kind.id = item.kind WHERE route.id = ?
      """, id
    ) { row in row.validText(0).flatMap { key in row.validText(1).map { (key: key, kind: $0) } } }
    let naming = RouteEvolution.naming(ofUnknown: raw)
    return StoredRoute(
      raw, historyKey: (item ?? nil)?.key ?? naming.key,
      historyKind: (item ?? nil)?.kind ?? naming.kind)
  }

  // MARK: Chains

  /// Returns the visits of a stack from the bottom up to the first visit whose route can't be read.
  /// `isWhole` is whether these are all visits of the stack.
  mutating func visits(
    of stack: StackRow
  ) -> (visits: [(route: StoredRoute, time: Int64?)], isWhole: Bool) {
    // Use the current entry of the back/forward list if all visits below it can be read. Otherwise,
    // use the nearest entry before it of which that is true.
    let before = (BackForwardListCodec.decode(stack.list) ?? []).prefix(max(0, stack.position))
    for tip in [stack.tip] + before.reversed() {
      guard let chain = chain(from: tip) else { continue }
      var visits: [(route: StoredRoute, time: Int64?)] = []
      for (time, number) in chain {
        guard let number else { continue }
        guard visitsLeft > 0, bytesLeft > 0, let route = route(number) else {
          return (visits, false)
        }
        guard let route else { continue }
        visitsLeft -= 1
        bytesLeft -= route.raw.payload.count
        visits.append((route, time))
      }
      return (visits, tip == stack.tip)
    }
    return ([], false)
  }

  /// Returns the visits from the bottom of the stack up to `tip`. The route of a visit that was
  /// forgotten is `nil`. Returns `nil` if a visit can't be read, or if there are too many.
  private func chain(from tip: Int64) -> [(time: Int64?, route: Int64?)]? {
    var chain: [(time: Int64?, route: Int64?)] = []
    var next = tip
    while next != 0 {
      let found = try? db.first("SELECT parent, time, route FROM visit WHERE id = ?", next) {
        (parent: $0.int(0), time: $0.optionalInt(1), route: $0.optionalInt(2))
      }
      guard chain.count < VisitTable.mostInChain, !isOver, let visit = found ?? nil,
        (0..<next).contains(visit.parent)
      else { return nil }
      chain.append((visit.time, visit.route))
      next = visit.parent
    }
    return chain.reversed()
  }
}

extension Row {
  /// Returns the text if it is well-formed UTF-8; otherwise, or for NULL, `nil`.
  fileprivate func validText(_ column: Int32) -> String? {
    guard !isNull(column) else { return nil }
    return withBytes(column) { bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      return text.utf8.elementsEqual(bytes) ? text : nil
    }
  }
}
