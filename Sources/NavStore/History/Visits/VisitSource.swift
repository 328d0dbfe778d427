import NavStoreSQLite

/// Visits for a page, newest first: off the timeline where that holds nothing else, else by lists.
struct VisitSource {
  struct Row {
    let shown: TimelineTable.Row

    /// The kind as it is stored; nil where nobody asked for one.
    let kind: String?
  }

  /// Nil where the timeline answers.
  private var walk: VisitWalk?
  private let timeline: TimelineTable
  private let account: Int64
  private var before: Int64
  private let chunk: Int

  /// Rows that were read at once, the next one last.
  private var read: [TimelineTable.Row] = []

  init(_ conditions: VisitConditions, before: Int64, limit: Int, in db: Connection) throws {
    timeline = TimelineTable(db: db)
    account = conditions.account
    self.before = before
    // One more than the page has: whether there is another.
    chunk = min(limit, 512) + 1
    // A few visits among a million of other accounts are not to be looked for there.
    if try !conditions.lists.isEmpty || PostingWalkTable(db: db).isShared(with: account) {
      walk = try VisitWalk(conditions, before: before, in: db)
    }
  }

  mutating func next() throws -> Row? {
    if walk != nil { return try walk?.next().map { Row(shown: $0.shown, kind: $0.kind) } }
    if read.isEmpty {
      read = try timeline.visits(account: account, before: before, limit: chunk).reversed()
    }
    guard let row = read.popLast() else { return nil }
    before = row.seq
    return Row(shown: row, kind: nil)
  }
}
