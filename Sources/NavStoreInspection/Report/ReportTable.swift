import NavStore
import NavStoreSQLite

/// Reads the counts and sizes of a ``NavStoreReport``.
struct ReportTable {
  let db: Connection

  /// Sets the counts and sizes of `report` from the database.
  func count(into report: inout NavStoreReport) throws {
    let counts =
      try db.first(
        """
        SELECT (SELECT count(*) FROM scene WHERE closed IS NULL),
          (SELECT count(*) FROM scene WHERE closed IS NOT NULL),
          (SELECT count(*) FROM account WHERE key <> ''),
          (SELECT count(*) FROM stack WHERE scene IS NOT NULL),
          (SELECT count(*) FROM item WHERE hash <> 0),
          (SELECT count(*) FROM visit WHERE time IS NOT NULL AND route IS NOT NULL)
            - (SELECT count(*) FROM route CROSS JOIN visit ON visit.route = route.id
              WHERE tag = '' AND counted IS NOT NULL AND time IS NOT NULL),
          (SELECT erase_pending <> 0 FROM progress)
        """
      ) { row in (0..<7).map { Int(truncatingIfNeeded: row.int(Int32($0))) } } ?? []
    guard counts.count == 7 else { return }
    (report.openScenes, report.closedScenes, report.accounts) = (counts[0], counts[1], counts[2])
    (report.stacks, report.items, report.visits) = (counts[3], counts[4], counts[5])
    report.mustErase = counts[6] != 0
    let pageSize = try db.first("PRAGMA page_size") { $0.int(0) } ?? 0
    report.fileBytes = Int(clamping: try db.pageCount * pageSize)
    report.freeBytes = Int(clamping: try db.freePageCount * pageSize)
  }
}
