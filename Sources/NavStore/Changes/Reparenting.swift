import NavStoreSQLite

/// Visits that go, and what is left beneath each: for as long as the change that takes them is
/// carried out.
struct Reparenting {
  private let db: Connection

  /// In rising order.
  private let gone: [Int64]

  init(_ gone: some Sequence<Int64>, in db: Connection) {
    self.db = db
    self.gone = gone.sorted()
  }

  func contains(_ visit: Int64) -> Bool {
    var (low, high) = (0, gone.count)
    while low < high {
      let middle = (low + high) / 2
      if gone[middle] < visit { low = middle + 1 } else { high = middle }
    }
    return low < gone.count && gone[low] == visit
  }

  /// The nearest visit beneath `visit` that is left; 0: the root screen, also if the file cannot
  /// be read. Nil if `visit` itself is left.
  subscript(visit: Int64) -> Int64? {
    contains(visit) ? ((try? standing(visit)) ?? 0) : nil
  }

  /// `visit`, or the nearest one beneath it that is left; 0: the root screen.
  func standing(_ visit: Int64) throws -> Int64 {
    try VisitTable(db: db).standing(from: visit, without: contains)?.id ?? 0
  }

  /// Whether the stack on `tip` has lost a screen beneath its top; `false` also if the file can't be read.
  func isBeneath(_ tip: Int64) -> Bool {
    guard let oldest = gone.first else { return false }
    let visits = VisitTable(db: db)
    var visit = tip
    while visit >= oldest, let parent = try? visits.parent(of: visit), parent < visit {
      if contains(parent) { return true }
      visit = parent
    }
    return false
  }

  /// Those that somebody stands on who is at one of `tips`, each once.
  func beneath(_ tips: some Sequence<Int64>) throws -> [Int64] {
    guard let oldest = gone.first else { return [] }
    var seen: Set<Int64> = []
    var found: [Int64] = []
    let visits = VisitTable(db: db)
    for tip in tips {
      var visit = tip
      // What is older than all of them stands on none.
      while visit >= oldest, seen.insert(visit).inserted {
        if contains(visit) { found.append(visit) }
        guard let parent = try visits.parent(of: visit), parent < visit else { break }
        visit = parent
      }
    }
    return found
  }
}

extension VisitTable {
  /// Nil if there is no such visit.
  fileprivate func parent(of id: Int64) throws -> Int64? {
    try db.first("SELECT parent FROM visit WHERE id = ?", id) { $0.int(0) }
  }
}
