import NavStoreSQLite

/// The visits that meet some conditions, newest first, as far as they are asked for.
///
/// What is not indexed yet is newer than everything that is: it comes first, from memory.
struct VisitWalk {
  private let table: VisitTable
  private let conditions: VisitConditions
  private var unindexed: [VisitTable.RouteVisit]
  private var indexed: CommonWalk<PostingWalkTable>
  private var bound: Int64

  /// `before` is the sequence number that all visits are below.
  init(_ conditions: VisitConditions, before: Int64, in db: Connection) throws {
    table = VisitTable(db: db)
    self.conditions = conditions
    bound = before == .min ? .min : before - 1
    unindexed = try UnindexedTable(db: db).oldest(UnindexedTable.most).filter {
      $0.seq < before && conditions.match($0)
    }
    // Without a condition each visit of the account is in the list of its kind.
    let everything = PostingLists.all(
      .kind, of: conditions.account, keys: Int64.min...Int64.max)
    let lists = conditions.lists
    indexed = CommonWalk(PostingWalkTable(db: db), lists.isEmpty ? [everything] : lists)
  }

  mutating func next() throws -> VisitTable.RouteVisit? {
    if let visit = unindexed.popLast() {
      bound = visit.seq &- 1
      return visit
    }
    // Numbers begin at 1; a damaged file may say anything.
    while bound > 0, let number = try indexed.last(atMost: bound), number > 0 {
      bound = number - 1
      // Edge days hold visits of other times, and lists in a damaged file anything.
      if let visit = try table.visit(seenAs: number), conditions.match(visit) { return visit }
    }
    return nil
  }
}
