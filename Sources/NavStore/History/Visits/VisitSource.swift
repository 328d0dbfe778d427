import NavStoreSQLite

/// The visits of a page, newest first: from the timeline if all visits of the file match; otherwise, from
/// posting lists.
struct VisitSource: ~Copyable {
  private let table: VisitTable
  private let account: Int64
  private var before: Int64
  private let chunk: Int

  /// `nil` if the visits come from the timeline.
  private var walk: VisitWalk?

  /// The visits that were read at once, the next one last.
  private var read: [StoredVisit] = []

  init(_ conditions: VisitConditions, before: Int64, limit: Int, in db: Connection) throws {
    table = VisitTable(db: db)
    account = conditions.account
    self.before = before
    chunk = min(limit, 512)
    // A walk of the timeline for a few visits among a million of other accounts would be slow.
    if try !conditions.lists.isEmpty || PostingWalkTable(db: db).isShared(with: account) {
      walk = try VisitWalk(conditions, before: before, in: db)
    }
  }

  mutating func next() throws -> StoredVisit? {
    if read.isEmpty { read = try visits().reversed() }
    guard let visit = read.popLast() else { return nil }
    before = visit.seq
    return visit
  }

  private mutating func visits() throws -> [StoredVisit] {
    guard walk != nil else {
      return try table.timeline(account: account, before: before, limit: chunk)
    }
    var ids: [Int64] = []
    while ids.count < chunk, let visit = try walk?.next() { ids.append(visit.id) }
    return try table.visits(ids)
  }
}
