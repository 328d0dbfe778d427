import Floors
import Foundation
import NavStore

// The rows of queries in a history of 1,000,000 visits and 50,000 items. NavStore is compared with
// plain C on the same file, and with itself at 10,000 visits and 5,000 items. The times vary too
// much for a target for the ratio to plain C. `Benchmarks/report` has such targets for instruction
// counts.

extension Row {
  static let recent10K = Row(
    name: "recent-10k", about: "50 recent items at 10,000 visits.", unit: "us",
    target: nil,
    contenders: { workspace in
      let store = try await LargeHistory.small.open("small.sqlite", in: workspace)
      let floor = try HistoryFloor(workspace.file("small.sqlite"))
      return answers(
        50,
        navstore: {
          try await store.history(of: Screen.self, account: nil).items(.recent(limit: 50)).count
        },
        floor: { try floor.recent(limit: 50).screens.count })
    })

  static let recent1M = question(
    "recent-1m",
    "50 recent items of 1,000,000 visits, of which most of the last 100,000 are of one item",
    navstore: { try await $0.items(.recent(limit: 50)).count },
    floor: { try $0.recent(limit: 50).screens.count })

  static let frecent1M = question(
    "frecent-1m", "the 50 items with the highest frecency at 1,000,000 visits",
    navstore: { try await $0.items(.frequent(limit: 50)).count },
    floor: { try $0.frecent(limit: 50).screens.count })

  static let search50K = Row(
    name: "search-50k",
    about: """
      a search in the titles of 50,000 items, for a word that a tenth of them have. Its result is \
      the 20 items with the highest frecency.
      """,
    unit: "us", target: "ratioToFloor<=1.15",
    contenders: { workspace in
      let store = try await LargeHistory.large.open("large.sqlite", in: workspace)
      let floor = try HistoryFloor(workspace.file("large.sqlite"))
      return answers(
        20, repeating: 8,
        navstore: {
          try await store.history(of: Screen.self, account: nil).items(
            .search("NUMBER 7", limit: 20)
          ).count
        },
        floor: { try floor.search("number 7", limit: 20).screens.count })
    })

  static let recentPage1000 = page1000(
    "recent-page-1000", "recent items 49,901 to 49,950 of 50,000",
    navstore: { try await $0.items(.recent(limit: $1), after: $2) },
    floor: { try $0.recent(before: $1, limit: $2) })

  static let visitsPage1000 = page1000(
    "visits-page-1000", "visits 49,901 to 49,950 of 1,000,000",
    navstore: { try await $0.visits(limit: $1, after: $2) },
    floor: { try $0.visits(before: $1, limit: $2) })

  /// The row of a query for recent items with 31 uncounted visits, the largest possible number. A
  /// sample is the mean of 32 queries, the first of which counts these visits. The baseline has no
  /// uncounted visits.
  static let recent1MTail = Row(
    name: "recent-1m-tail",
    about: """
      50 recent items at 1,000,000 visits, of which 31 visits are not counted yet. The column \
      `baseline` has the time with all visits counted.
      """,
    unit: "us", target: "ratioToBaseline<=5",
    contenders: { workspace in
      let store = try await LargeHistory.large.open("large.sqlite", in: workspace)
      let tail = try await LargeHistory.large.open("tail.sqlite", in: workspace)
      let session = try tail.session(of: Screen.self, in: "main")
      return [
        Contender(side: .navstore) {
          // Makes 31 new visits for each sample, because a query and the idle store count visits.
          for index in 0..<31 { session.set([LargeHistory.large.screen(index * 1_000)]) }
          try await tail.flush()
          return try await meanMicroseconds(of: 32) {
            expect(
              50,
              try await tail.history(of: Screen.self, account: nil).items(.recent(limit: 50)).count)
          }
        },
        Contender(side: .baseline) {
          try await meanMicroseconds(of: 32) {
            expect(
              50,
              try await store.history(of: Screen.self, account: nil).items(.recent(limit: 50)).count
            )
          }
        },
      ]
    })

  /// Returns a row of a query with 50 results at 1,000,000 visits. It is compared with plain C, and
  /// with NavStore at 10,000 visits.
  private static func question(
    _ name: String, _ about: String,
    navstore: @escaping @Sendable (NavHistory<Screen>) async throws -> Int,
    floor ask: @escaping @Sendable (HistoryFloor) throws -> Int
  ) -> Row {
    Row(
      name: name, about: about + ". The column `baseline` has the time at 10,000 visits.",
      unit: "us",
      target: "ratioToBaseline<=1.3",
      contenders: { workspace in
        let store = try await LargeHistory.large.open("large.sqlite", in: workspace)
        let floor = try HistoryFloor(workspace.file("large.sqlite"))
        let small = try await LargeHistory.small.open("small.sqlite", in: workspace)
        return answers(
          50, navstore: { try await navstore(store.history(of: Screen.self, account: nil)) },
          floor: { try ask(floor) },
          baseline: { try await navstore(small.history(of: Screen.self, account: nil)) })
      })
  }

  /// Returns a row of a query for page 999 with 50 results. It is compared with plain C, and with
  /// NavStore's query for the first page.
  private static func page1000<Answer: Sendable>(
    _ name: String, _ about: String,
    navstore:
      @escaping @Sendable (NavHistory<Screen>, Int, Answer?) async throws -> [Answer],
    floor ask: @escaping @Sendable (HistoryFloor, Int64, Int) throws -> HistoryFloor.Answer
  ) -> Row {
    Row(
      name: name, about: about + ". The column `baseline` has the time for the first page.",
      unit: "us",
      target: "ratioToBaseline<=1.3",
      contenders: { workspace in
        let store = try await LargeHistory.large.open("large.sqlite", in: workspace)
        let floor = try HistoryFloor(workspace.file("large.sqlite"))
        let skipped = 998 * 50
        let last = try await navstore(store.history(of: Screen.self, account: nil), skipped, nil)
          .last
        let before = try ask(floor, .max, skipped).last
        return answers(
          50,
          navstore: {
            try await navstore(store.history(of: Screen.self, account: nil), 50, last).count
          },
          floor: { try ask(floor, before, 50).screens.count },
          baseline: {
            try await navstore(store.history(of: Screen.self, account: nil), 50, nil).count
          })
      })
  }

  /// Returns the sides of a row whose queries have `count` results each. A sample is the mean time
  /// of `times` queries.
  private static func answers(
    _ count: Int, repeating times: Int = 64, navstore: @escaping () async throws -> Int,
    floor: @escaping () throws -> Int, baseline: (() async throws -> Int)? = nil
  ) -> [Contender] {
    var contenders = [
      Contender(side: .navstore) {
        try await meanMicroseconds(of: times) { expect(count, try await navstore()) }
      },
      Contender(side: .floor) {
        try await meanMicroseconds(of: times) { expect(count, try floor()) }
      },
    ]
    if let baseline {
      contenders.append(
        Contender(side: .baseline) {
          try await meanMicroseconds(of: times) { expect(count, try await baseline()) }
        })
    }
    return contenders
  }

  /// Stops the program if the number of results isn't `count`, because the sides must do the same
  /// work.
  private static func expect(_ count: Int, _ found: Int) {
    precondition(found == count, "A side did not find what was asked for.")
  }
}
