import NavStoreSQLite
import Testing

@testable import NavStore

/// Expects that all data in the file that is derived from the visits, such as counts and items,
/// agrees with the visits.
func expectConsistent(
  _ temporary: TemporaryStore, sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  try await temporary.store.flush()
  let writer = temporary.store.writer
  let faults = try writer.sync { connection in
    try writer.comeToRest(on: connection)
    return try ConsistencyCheck(db: connection).faults()
  }
  #expect(faults.isEmpty, "\(faults.prefix(5))", sourceLocation: sourceLocation)
}

struct ConsistencyCheck {
  let db: Connection

  private struct Visit {
    let number, time, item: Int64
  }

  func faults() throws -> [String] {
    let visits = try db.all(
      """
      SELECT coalesce(seq, visit.id), time, item FROM visit JOIN route ON route.id = visit.route
      WHERE time IS NOT NULL ORDER BY 1
      """
    ) { Visit(number: $0.int(0), time: $0.int(1), item: $0.int(2)) }
    return try items(visits) + references()
  }

  private func items(_ visits: [Visit]) throws -> [String] {
    let groups = Dictionary(grouping: visits, by: \.item)
    var faults: [String] = []
    try db.each("SELECT id, visits, last, frecency FROM item") { row in
      let id = row.int(0)
      let visits = groups[id] ?? []
      if row.int(1) != Int64(visits.count) {
        faults.append("item \(id) counts \(row.int(1)) visits of \(visits.count)")
      }
      if row.optionalInt(2) != visits.last?.number { faults.append("item \(id): last visit") }
      let moment = visits.reduce(nil as Double?) { Frecency.adding(visitAt: $1.time, to: $0) }
      switch (row.optionalDouble(3), moment) {
      case (nil, nil): break
      case (let kept?, let moment?) where abs(kept - moment) * Frecency.decay <= 1e-9: break
      case (let kept, _): faults.append("item \(id): frecency \(kept ?? -1), not \(moment ?? -1)")
      }
      return true
    }
    return faults
  }

  private func references() throws -> [String] {
    var faults: [String] = []
    func expectNone(_ what: String, _ sql: StaticString) throws {
      let count = try db.first(sql) { $0.int(0) } ?? 0
      if count != 0 { faults.append("\(count) \(what)") }
    }
    try expectNone(
      "visits with a wrong mark of counting",
      "SELECT count(*) FROM visit WHERE route IS NOT NULL AND counted IS NOT (time IS NOT NULL)")
    try expectNone(
      "visits without a route",
      "SELECT count(*) FROM visit WHERE route IS NOT NULL AND route NOT IN (SELECT id FROM route)")
    try expectNone(
      "visits whose parent is missing",
      """
      SELECT count(*) FROM visit
      WHERE parent <> 0 AND (parent >= id OR parent NOT IN (SELECT id FROM visit))
      """)
    try expectNone(
      "visits without a stack",
      "SELECT count(*) FROM visit WHERE stack NOT IN (SELECT id FROM stack)")
    try expectNone(
      "forgotten visits with data",
      """
      SELECT count(*) FROM visit
      WHERE route IS NULL
        AND (time IS NOT NULL OR seq IS NOT NULL OR counted IS NOT NULL OR id IN (SELECT owner FROM value WHERE kind = 0))
      """)
    try expectNone(
      "routes of no visit",
      """
      SELECT count(*) FROM route
      WHERE id NOT IN (SELECT route FROM visit WHERE route IS NOT NULL)
        AND id NOT IN (SELECT root FROM stack WHERE root IS NOT NULL)
        AND id NOT IN (SELECT route FROM value WHERE route IS NOT NULL)
      """)
    try expectNone(
      "values whose route is missing",
      """
      SELECT count(*) FROM value
      WHERE route IS NOT NULL AND route NOT IN (SELECT id FROM route)
      """)
    try expectNone(
      "items without a route", "SELECT count(*) FROM item WHERE id NOT IN (SELECT item FROM route)")
    try expectNone(
      "values without an item",
      "SELECT count(*) FROM value WHERE kind = 1 AND owner NOT IN (SELECT id FROM item)")
    try expectNone(
      "values without a visit, stack or window",
      """
      SELECT count(*) FROM value
      WHERE kind = 0 AND owner NOT IN (SELECT id FROM visit)
        OR kind = 2 AND owner NOT IN (SELECT id FROM stack)
        OR kind = 3 AND owner NOT IN (SELECT id FROM window)
      """)
    try expectNone(
      "counted numbers above all visits",
      """
      SELECT count(*) FROM progress
      WHERE counted > max(
        visit_floor, coalesce((SELECT max(id) FROM visit), 0), coalesce((SELECT max(seq) FROM visit), 0))
      """)
    // A removal doesn't rewrite lists. A list that was written before a removal may therefore have
    // entries of removed visits, which the library skips when it reads the list.
    try db.each(
      "SELECT tip, position, list, removals < (SELECT removals FROM progress) FROM stack"
    ) { row in
      let tips = BackForwardListCodec.decode(row.bytes(2)) ?? []
      let position = Int(row.int(1))
      if !tips.indices.contains(position) || tips[position] != row.int(0) {
        faults.append("a stack whose top isn't its current entry")
      }
      for tip in tips where tip != 0 {
        let route = try db.first("SELECT route FROM visit WHERE id = ?", tip) { $0.optionalInt(0) }
        if route == nil || (row.int(3) == 0 && route == .some(nil)) {
          faults.append("an entry whose visit is missing")
        }
      }
      return true
    }
    return faults
  }
}

extension Writer {
  /// Counts all visits and finishes all removals. Call this method on the queue of this writer.
  func comeToRest(on connection: Connection) throws {
    try countAll(on: connection)
    while try sweepStep(on: connection) {}
  }
}
