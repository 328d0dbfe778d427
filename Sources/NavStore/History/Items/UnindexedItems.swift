import NavStoreSQLite

/// What the visits that are not indexed yet make of their items: at most a batch of them, counted in
/// memory exactly as indexing will.
struct UnindexedItems {
  /// What the counters will be.
  let counters: [Int64: ItemTable.Counters]

  init(db: Connection, account: Int64) throws {
    var counters: [Int64: ItemTable.Counters] = [:]
    for visit in try UnindexedTable(db: db).oldest(UnindexedTable.most)
    where visit.account == account {
      if counters[visit.item] == nil {
        counters[visit.item] = try ItemTable(db: db).counters(of: visit.item)
      }
      counters[visit.item]?.count(visit)
    }
    self.counters = counters
  }

  var isEmpty: Bool { counters.isEmpty }

  /// Whether an item has any; it is then left out of what the file says.
  func contains(_ item: Int64) -> Bool { counters[item] != nil }
}

extension ItemTable.Counters {
  /// Counts one more visit, later than those counted.
  mutating func count(_ visit: VisitTable.RouteVisit) {
    visits &+= 1
    last = max(last, visit.seq)
    self.frecency = Frecency.adding(visitAt: visit.time ?? 0, to: self.frecency)
  }
}
