import TestSupport

@testable import NavStore

extension Tokens {
  /// Stores `count` tokens: half of them in routes, a quarter as titles and a quarter as visit
  /// state. Some visits are forgotten while others are added, so that SQLite rebalances the file's
  /// pages.
  static func visit(
    _ count: Int, _ random: inout SeededRandom, in store: NavStore, account: String = ""
  ) async throws -> Tokens {
    var tokens = Tokens()
    let session = try store.session(of: Page.self, in: "main", account: account.orSignedOut)
    var titles: [String: String] = [:]
    for number in 0..<count / 2 {
      let name = "secret " + tokens.make(&random)
      session.push(Page(name))
      if number % 2 == 0 {
        titles[name] = tokens.make(&random)
      } else {
        try session.setVisitState(tokens.make(&random), named: "draft")
      }
      session.push(Page("plain \(number)"))
      if number % 3 == 0 { session.push(Page("passing \(number % 50)")) }
      if number % 10 == 9 { session.popToRoot() }
      if number % max(100, count / 20) == 99 {
        try await store.history(of: Page.self, account: account.orSignedOut).forget(
          .items { $0.id.contains("passing") })
      }
    }
    session.popToRoot()
    session.push("end")
    try await store.flush()
    let (writer, named) = (store.writer, titles)
    try writer.sync { connection in
      try writer.countAll(on: connection)
      let items = try connection.all("SELECT id, key FROM item WHERE key LIKE '%secret%'") { row in
        (id: row.int(0), key: row.text(1))
      }
      try connection.transaction {
        for item in items {
          guard let start = item.key.range(of: "secret ")?.lowerBound,
            let title = named[String(item.key[start...].prefix(23))]
          else { continue }
          try connection.run(
            "UPDATE item SET title = ?1, title_folded = ?1 WHERE id = ?2", title, item.id)
        }
      }
    }
    return tokens
  }
}
