import NavStoreSQLite

/// What the visits that are not folded yet make of their items: at most a batch of them, counted in
/// memory exactly as folding will.
struct UnfoldedItems {
  /// What the counters will be.
  let counters: [Int64: ItemTable.Counters]

  init(db: Connection, account: Int64, relevance: Relevance) throws {
    var counters: [Int64: ItemTable.Counters] = [:]
    for visit in try UnfoldedTable(db: db).oldest(UnfoldedTable.most) where visit.account == account
    {
      if counters[visit.item] == nil {
        counters[visit.item] = try ItemTable(db: db).counters(of: visit.item)
      }
      counters[visit.item]?.count(visit, by: relevance)
    }
    self.counters = counters
  }

  var isEmpty: Bool { counters.isEmpty }

  /// Whether an item has any; it is then left out of what the file says.
  func contains(_ item: Int64) -> Bool { counters[item] != nil }
}

extension ItemTable.Counters {
  /// Counts one more visit, later than those counted.
  mutating func count(_ visit: VisitTable.RouteVisit, by relevance: Relevance) {
    visits &+= 1
    last = max(last, visit.seq)
    self.relevance = relevance.adding(visitAt: visit.time ?? 0, to: self.relevance)
  }
}
