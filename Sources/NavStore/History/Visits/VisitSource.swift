import NavStoreSQLite

/// Visits for a page, newest first: off the timeline if that holds nothing else, else by lists.
struct VisitSource: ~Copyable {
  private let table: VisitTable
  private let account: Int64
  private var before: Int64
  private let chunk: Int

  /// Nil if the timeline answers.
  private var walk: VisitWalk?

  /// Visits that were read at once, the next one last.
  private var read: [StoredVisit] = []

  init(_ conditions: VisitConditions, before: Int64, limit: Int, in db: Connection) throws {
    table = VisitTable(db: db)
    account = conditions.account
    self.before = before
    chunk = min(limit, 512)
    // A few visits among a million of other accounts are not to be looked for there.
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
