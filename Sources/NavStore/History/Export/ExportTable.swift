import NavStoreSQLite

/// All visits by their numbers, a page at a time.
struct ExportTable {
  let db: Connection

  /// So many visits, and so many bytes of payload, and a page is full.
  private static let pageVisits = 256
  private static let pageBytes = 1 << 20

  struct Page {
    var visits: [ExportLine.Visit] = []

    /// The next page begins after this one.
    var last: Int64
    var isLast = true
  }

  /// Visits above `last` and up to `bound`, forgotten ones passed over; those of one account where
  /// one is given. What was first seen after number `bound` is not seen yet.
  func page(after last: Int64, upTo bound: Int64, account: Int64?) throws -> Page {
    var page = Page(last: last)
    var count = 0
    var bytes = 0
    try db.each(
      """
      SELECT visit.id, stack.account, account.key, scene.key, stack.name,
        coalesce(below.id, 0), coalesce(visit.seq, visit.id), visit.time,
        item.key, kind.name, item.title,
        route.tag, route.version, route.payload, route.hash, visit.route IS NULL OR account.key IS NULL
      FROM visit LEFT JOIN route ON route.id = visit.route
      LEFT JOIN item ON item.id = route.item LEFT JOIN kind ON kind.id = item.kind
      LEFT JOIN stack ON stack.id = visit.stack LEFT JOIN account ON account.id = stack.account
      LEFT JOIN scene ON scene.id = stack.scene LEFT JOIN visit AS below ON below.id = visit.parent
      WHERE visit.id > ? AND visit.id <= ? ORDER BY visit.id LIMIT ?
      """, last, bound, Self.pageVisits
    ) { row in
      count += 1
      page.last = row.int(0)
      let isForgotten = row.int(15) != 0
      guard !isForgotten, account.map({ $0 == row.int(1) }) != false else { return true }
      let number = row.int(6)
      let route = row.isNull(11) ? nil : row.rawRoute(11)
      bytes += route?.payload.count ?? 0
      page.visits.append(
        ExportLine.Visit(
          id: row.int(0), account: row.text(2), scene: row.optionalText(3), stack: row.text(4),
          parent: row.int(5) < row.int(0) ? row.int(5) : 0,
          seen: number <= bound ? row.optionalInt(7).map { (number, $0) } : nil,
          item: row.optionalText(8), kind: row.optionalText(9), title: row.optionalText(10),
          route: route))
      return bytes < Self.pageBytes
    }
    page.isLast = count < Self.pageVisits && bytes < Self.pageBytes
    for index in page.visits.indices {
      page.visits[index].parent =
        try VisitTable(db: db).standing(from: page.visits[index].parent)?.id ?? 0
    }
    return page
  }
}
