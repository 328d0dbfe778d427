import Foundation

extension InspectorTable {
  /// An item with its counters. The counters include the visits that the library has not counted
  /// yet.
  struct Item {
    let id: Int64
    let account: Int64
    let key: String
    let title: String?
    let kind: String
    var visits: Int64

    /// The time at which the item's frecency falls to 1, in milliseconds since 1970; `nil` if the
    /// user has seen no visit of the item.
    var moment: Double?
  }

  /// Calls `body` with the items of accounts that are not erased. Leaves out rows with hash 0,
  /// which are no items. These rows exist only because each route must reference a row of the
  /// table.
  func items(_ body: (Item) throws -> Void) throws {
    var uncounted = try uncountedTimes()
    let decay = 0.693147180559945309417 / 2_592_000_000
    try db.each(
      """
      SELECT item.id, item.account, item.key, item.title, kind.name, item.visits, item.frecency
      FROM item CROSS JOIN kind ON kind.id = item.kind
      CROSS JOIN account ON account.id = item.account
      WHERE account.key IS NOT NULL AND item.hash <> 0 ORDER BY item.id
      """
    ) { row in
      var item = Item(
        id: row.int(0), account: row.int(1), key: row.text(2), title: row.optionalText(3),
        kind: row.text(4), visits: row.int(5), moment: row.isNull(6) ? nil : row.double(6))
      for time in uncounted.removeValue(forKey: item.id) ?? [] {
        item.visits += 1
        item.moment = Self.moment(item.moment, afterVisitAt: Double(time), decay: decay)
      }
      try body(item)
      return true
    }
  }

  /// Returns the moment F of an item after one more visit at the time t, which the library has not
  /// counted. The library's formula is F ← t + ln(1 + e^{λ(F−t)})/λ.
  private static func moment(
    _ moment: Double?, afterVisitAt time: Double, decay: Double
  ) -> Double {
    guard let moment else { return time }
    return max(moment, time) + log1p(exp(-decay * abs(moment - time))) / decay
  }

  /// Returns the times of the visits that the library has not added to the counters of their items,
  /// by the number of the item.
  private func uncountedTimes() throws -> [Int64: [Int64]] {
    var times: [Int64: [Int64]] = [:]
    try db.each(
      """
      SELECT route.item, visit.time FROM visit CROSS JOIN route ON route.id = visit.route
      WHERE visit.time IS NOT NULL
        AND ((visit.seq IS NULL AND visit.id > (SELECT counted FROM progress))
          OR visit.seq > (SELECT counted FROM progress))
      ORDER BY coalesce(visit.seq, visit.id)
      """
    ) { row in
      times[row.int(0), default: []].append(row.int(1))
      return true
    }
    return times
  }

  /// Calls `body` with every route that isn't removed. A column of the row is read from SQLite when
  /// `body` gets the property, so unused payloads cost nothing.
  func routes(_ body: (RouteRow) throws -> Void) throws {
    try db.each("SELECT id, item, tag, version, payload FROM route WHERE tag <> '' ORDER BY id") {
      row in
      try body(RouteRow(row: row))
      return true
    }
  }

  struct RouteRow {
    fileprivate let row: Row

    var id: Int64 { row.int(0) }
    var item: Int64 { row.int(1) }
    var tag: String { row.text(2) }
    var version: Int64 { row.int(3) }
    var payload: String { row.text(4) }
  }
}
