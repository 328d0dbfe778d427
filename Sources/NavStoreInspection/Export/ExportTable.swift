import NavStore
import NavStoreSQLite

/// Reads all visits in the order of their numbers, a page at a time.
struct ExportTable {
  let db: Connection

  /// A page ends when it has this number of visits, or this number of bytes.
  private static let pageVisits = 256
  private static let pageBytes = 1 << 20

  struct Page {
    var visits: [StoredVisit] = []

    /// The number of the last visit that was read. The next page begins after it.
    var last: Int64
    var isLast = true
  }

  /// Returns a page of the visits with numbers above `last` and up to `bound`, without forgotten
  /// visits.
  ///
  /// A visit whose `seq` is above `bound` was first seen after the export began, and counts as not
  /// seen.
  ///
  /// - Parameter account: The account of the visits; `nil` for all accounts.
  func page(after last: Int64, upTo bound: Int64, account: String?) throws -> Page {
    let table = VisitTable(db: db)
    let ids = try db.numbers(
      "SELECT id FROM visit WHERE id > ? AND id <= ? ORDER BY id LIMIT ?", last, bound,
      Self.pageVisits)
    var bytes = 0
    let visits = try table.visits(ids) { visit in
      bytes += visit.bytes
      return bytes < Self.pageBytes
    }
    var page = Page(last: visits.last?.id ?? last)
    page.visits = visits.filter { visit in
      guard !visit.isForgotten, let owner = visit.account else { return false }
      return account.map(owner.hasBytes(of:)) != false
    }
    page.isLast = ids.count < Self.pageVisits && bytes < Self.pageBytes
    for (index, visit) in page.visits.enumerated() {
      let parent = visit.parent < visit.id ? visit.parent : 0
      page.visits[index].parent = try table.standing(from: parent)?.id ?? 0
      if visit.seq > bound { page.visits[index].time = nil }
    }
    return page
  }
}

extension StoredVisit {
  /// The size of the visit's texts and route in the export, in bytes.
  fileprivate var bytes: Int {
    let texts = [title, item, kind, scene, account, route?.tag, stack].compactMap(\.self)
    return texts.reduce(route?.payload.count ?? 0) { $0 + $1.utf8.count }
  }
}
