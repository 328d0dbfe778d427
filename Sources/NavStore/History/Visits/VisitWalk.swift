import NavStoreSQLite

/// The visits that meet some conditions, newest first, as far as they are asked for.
///
/// What is not folded yet is newer than everything that is: it comes first, from memory.
struct VisitWalk {
  private let db: Connection
  private let conditions: VisitConditions
  private var unfolded: [UnfoldedTable.Row]
  private var folded: CommonWalk<PostingWalkTable>
  private var bound: Int64

  /// `before` is the sequence number that all visits are below.
  init(_ conditions: VisitConditions, before: Int64, in db: Connection) throws {
    self.db = db
    self.conditions = conditions
    bound = before == .min ? .min : before - 1
    unfolded = try UnfoldedTable(db: db).oldest(UnfoldedTable.most).filter { visit in
      visit.seq < before && conditions.match(visit.facts)
    }
    let table = PostingWalkTable(db: db)
    // Without a condition each visit of the account is in the list of its kind.
    let everything = PostingLists.all(
      .kind, of: conditions.account, keys: Int64.min...Int64.max)
    let lists = conditions.lists
    folded = CommonWalk(table, lists.isEmpty ? [everything] : lists)
  }

  mutating func next() throws -> SeenVisitTable.Row? {
    let table = SeenVisitTable(db: db)
    while let number = try nextNumber() {
      // Edge days hold visits of other times, and lists in a damaged file anything.
      guard let visit = try table.visit(withSequenceNumber: number),
        conditions.match(visit.facts)
      else { continue }
      return visit
    }
    return nil
  }

  private mutating func nextNumber() throws -> Int64? {
    if let visit = unfolded.popLast() {
      bound = visit.seq &- 1
      return visit.seq
    }
    // Numbers begin at 1; a damaged file may say anything.
    guard bound > 0, let number = try folded.last(atMost: bound), number > 0 else { return nil }
    bound = number - 1
    return number
  }
}

extension UnfoldedTable.Row {
  fileprivate var facts: VisitConditions.Facts {
    .init(account: account, item: item, kind: kind, stack: stack, time: time)
  }
}
