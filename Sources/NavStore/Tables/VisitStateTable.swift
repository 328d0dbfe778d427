import NavStorePlatform
import NavStoreSQLite

/// Small values of a visit, by name.
struct VisitStateTable {
  let db: Connection

  func set(_ value: StoredValue, named name: String, of visit: Int64) throws {
    switch value {
    case .json(let data), .route(let data, _, _):
      try data.withText { text in
        try db.run(
          """
          INSERT INTO visit_state (visit, name, value) VALUES (?, ?, ?)
          ON CONFLICT DO UPDATE SET value = excluded.value
          """, visit, name, text)
      }
    case .removed:
      try db.run("DELETE FROM visit_state WHERE visit = ? AND name = ?", visit, name)
    }
  }

  /// The values of one root screen become those of another, which has none.
  func move(from visit: Int64, to other: Int64) throws {
    try db.run("UPDATE visit_state SET visit = ? WHERE visit = ?", other, visit)
  }

  /// Takes all values of some visits; says how many.
  func drop(of visits: [Int64]) throws -> Int {
    guard let lowest = visits.min(), let highest = visits.max(),
      try hasAny(ofVisits: lowest...highest)
    else { return 0 }
    var count = 0
    for visit in visits {
      try db.run("DELETE FROM visit_state WHERE visit = ?", visit)
      count += db.changes
    }
    return count
  }

  /// Few visits have one: asking for each would cost as much again as what is done with it.
  private func hasAny(ofVisits visits: ClosedRange<Int64>) throws -> Bool {
    try db.first(
      "SELECT 1 FROM visit_state WHERE visit BETWEEN ? AND ? LIMIT 1",
      visits.lowerBound, visits.upperBound
    ) { _ in true } ?? false
  }

  func value(named name: String, of visit: Int64) throws -> Data? {
    try db.first("SELECT value FROM visit_state WHERE visit = ? AND name = ?", visit, name) {
      $0.withText(0) { Data($0) }
    }
  }
}
