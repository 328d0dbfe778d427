import NavStorePlatform
import NavStoreSQLite

extension VisitTable {
  /// The largest number of items of a kind whose visits are found with the index of routes. The
  /// visits of a kind with more items are found with the index of stacks, and filtered.
  ///
  /// To find out that a kind has few items, SQLite reads an index of all items, at 0.1 µs for each
  /// item.
  private static let fewItems = 512

  /// Returns the numbers of at most `limit` visits that meet the conditions of a query, the newest
  /// first, after `last`, or from the first one if it is `nil`. A condition that is `nil` is met by
  /// all visits.
  ///
  /// - Parameter times: The range of the visits' times, in milliseconds since 1970.
  func page(
    ofAccount key: String, in times: Range<Int64>, item: String?, kind: String?, scene: String?,
    stack: String?, codec: RouteCodec, after last: StoredVisit?, limit: Int
  ) throws -> [Int64] {
    guard let account = try AccountTable(db: db).find(key) else { return [] }
    let stacks = try StackTable(db: db).stacks(ofAccount: account, scene: scene, name: stack)
    if stacks.isEmpty || times.isEmpty { return [] }
    let stackList = Self.list(stacks)
    // The items of the visits; `nil` for all items.
    var items: [Int64]?
    // The stored kinds that are or were names of the kind; `nil` for all kinds.
    var kinds: String?
    if let kind {
      // An app has about as many kinds as cases in its enumerations of routes.
      let stored = try db.all("SELECT id, name FROM kind") { (id: $0.int(0), name: $0.text(1)) }
      let found = stored.filter { stored in
        codec.tags.keys.contains { codec.currentKind(stored.name, $0).hasBytes(of: kind) }
      }.map(\.id)
      if found.isEmpty { return [] }
      kinds = Self.list(found)
    }
    if let item {
      guard let found = try ItemTable(db: db).find(item, account: account) else { return [] }
      items = [found]
    } else if let kinds {
      let found = try db.numbers(
        """
        SELECT id FROM item
        WHERE account = ? AND last IS NOT NULL AND kind IN (SELECT value FROM json_each(?)) LIMIT ?
        """, account, kinds, Self.fewItems + 1)
      items = found.count > Self.fewItems ? nil : found
    }
    if let items {
      // The visits are in the order in which the screens were seen. For each route, SQLite reads at
      // most `limit` matching visits, and the visits between them whose time or stack doesn't match.
      // The plus before `stack` keeps SQLite from using the index of stacks.
      return try db.numbers(
        """
        SELECT id FROM visit
        WHERE route IN (
            SELECT route.id FROM json_each(?1) AS asked CROSS JOIN route ON route.item = asked.value
            CROSS JOIN item ON item.id = route.item
            WHERE ?2 IS NULL OR item.kind IN (SELECT value FROM json_each(?2)))
          AND counted = 1 AND coalesce(seq, id) < ?3 AND time >= ?4 AND time < ?5
          AND +stack IN (SELECT value FROM json_each(?6))
        ORDER BY coalesce(seq, id) DESC LIMIT ?7
        """, Self.list(items), kinds, last?.seq ?? .max, times.lowerBound, times.upperBound,
        stackList, limit)
    }
    // The visits are in the order of their dates. For each stack, SQLite reads at most `limit`
    // matching visits, and the visits of other kinds between them. The bound from `last` keeps
    // SQLite from reading all earlier pages again.
    let time = last.map { $0.time ?? 0 } ?? .max
    let end = min(times.upperBound, time == .max ? .max : time + 1)
    return try db.numbers(
      """
      SELECT id FROM visit
      WHERE stack IN (SELECT value FROM json_each(?)) AND counted = 1 AND time >= ? AND time < ?
        AND (time < ? OR id < ?)
        AND (?6 IS NULL OR EXISTS (
          SELECT 1 FROM route CROSS JOIN item ON item.id = route.item
          WHERE route.id = visit.route AND item.kind IN (SELECT value FROM json_each(?6))))
      ORDER BY time DESC, id DESC LIMIT ?
      """, stackList, times.lowerBound, end, time, last?.id ?? .max, kinds, limit)
  }

  /// The number of the newest visits of a stack that are searched for branches.
  private static let searchedForBranches = 2_000

  /// Returns the numbers of the visits that were pushed on `visit`, the newest first. No index has
  /// the parents of visits, so only the newest visits of the stack are searched.
  func branches(of visit: Int64, inStack stack: Int64) throws -> [Int64] {
    try db.numbers(
      """
      SELECT id FROM (
        SELECT id, parent FROM visit WHERE stack = ? AND counted = 1
        ORDER BY time DESC, id DESC LIMIT ?)
      WHERE parent = ?
      """, stack, Self.searchedForBranches, visit)
  }
}

extension Date {
  /// This date in whole milliseconds, the unit of stored times, rounded up. The distant past and
  /// the distant future are before and after all stored times.
  ///
  /// A current `Date` is exact to a ten-thousandth of a millisecond. A date within a thousandth of
  /// a whole millisecond counts as that millisecond, so that a range that begins at a visit's own
  /// date includes the visit.
  var storedBound: Int64 {
    if self <= .distantPast { return .min }
    let exact = timeIntervalSince1970 * 1_000
    let nearest = exact.rounded()
    let bound = abs(exact - nearest) < 0.001 ? nearest : exact.rounded(.up)
    return self < .distantFuture ? Int64(bound) : .max
  }
}
