extension InspectorTable {
  /// Returns the damage that SQLite finds: at most 100 findings in pages and indexes, and at most
  /// 100 references to missing rows.
  func damage() throws -> [String] {
    var findings: [String] = []
    do {
      findings += try db.all("PRAGMA integrity_check(100)") { $0.text(0) }.filter { $0 != "ok" }
      findings += try db.all("PRAGMA foreign_key_check") { row in
        "a row of \(row.text(0)) names one of \(row.text(2)) that is not there"
      }.prefix(100)
    } catch let refusal as Refusal {
      findings.append(refusal.description)
    }
    return findings
  }

  /// Returns the contradictions between the rows of a file whose pages are readable. A visit whose
  /// parent is missing is no contradiction. Another process may have deleted the parent, and the
  /// visit is then the bottom of its stack.
  func contradictions() throws -> [String] {
    let counts: [(String, String)] = [
      (
        "visits that do not stand on an older one",
        "SELECT count(*) FROM visit WHERE parent >= id OR parent < 0"
      ),
      (
        "visits of a stack that is not there",
        "SELECT count(*) FROM visit LEFT JOIN stack ON stack.id = visit.stack WHERE stack.id IS NULL"
      ),
      (
        "visits of a route that is not there",
        """
        SELECT count(*) FROM visit LEFT JOIN route ON route.id = visit.route
        WHERE visit.route IS NOT NULL AND route.id IS NULL
        """
      ),
      (
        "stacks whose top visit is not there",
        """
        SELECT count(*) FROM stack LEFT JOIN visit ON visit.id = stack.tip
        WHERE stack.scene IS NOT NULL AND stack.tip <> 0 AND visit.id IS NULL
        """
      ),
    ]
    var findings: [String] = []
    for (what, sql) in counts {
      let count = try db.first(sql) { Int($0.int(0)) } ?? 0
      if count > 0 { findings.append("\(count.grouped) \(what)") }
    }
    let lists = try stacks().count { stack in
      stack.list.map { !$0.indices.contains(stack.position) } ?? true
    }
    if lists > 0 { findings.append("\(lists.of("back/forward list")) without a current entry") }
    return findings
  }
}
