import Foundation
import NavStore

// Questions to a history of 1,000,000 visits over 50,000 items; beside them plain C on the same
// file, and NavStore itself at 10,000 visits over 5,000 items.

extension Row {
  static let recent1M = history(
    "recent-1m", "50 recent items at 1,000,000 visits, where one dominates the last 100,000",
    navstore: { try await $0.recent(Screen.self, limit: 50).count },
    floor: { try $0.recent(limit: 50).screens.count })

  static let relevant1M = history(
    "relevant-1m", "50 most relevant items at 1,000,000 visits",
    navstore: { try await $0.relevant(Screen.self, limit: 50).count },
    floor: { try $0.relevant(limit: 50).screens.count })

  static let search50K = Row(
    name: "search-50k",
    about: "the 20 most relevant of 50,000 items with a word in their title that a tenth has.",
    unit: "us", target: "ratioToFloor<=1.3",
    contenders: { workspace in
      let file = workspace.file("large.sqlite")
      try await LargeHistory.large.make(at: file, in: workspace)
      let store = try NavStore(url: file, configuration: .unlimited)
      let floor = try HistoryFloor(file)
      return [
        Contender(side: .navstore) {
          try await mean(of: 8) {
            expect(20, try await store.history.search("NUMBER 7", as: Screen.self, limit: 20).count)
          }
        },
        Contender(side: .floor) {
          try await mean(of: 8) {
            expect(20, try floor.search("number 7", limit: 20).screens.count)
          }
        },
      ]
    })

  /// The 1,000th page of 50, against plain C and against the first page.
  static let recentPage1000 = Row(
    name: "recent-page-1000",
    about: "recents 49,901 to 49,950 of 50,000 items; the baseline is the first page.",
    unit: "us", target: "ratioToFloor<=1.3,ratioToBaseline<=1.3",
    contenders: { workspace in
      let file = workspace.file("large.sqlite")
      try await LargeHistory.large.make(at: file, in: workspace)
      let store = try NavStore(url: file, configuration: .unlimited)
      let floor = try HistoryFloor(file)
      let skipped = 998 * 50
      let cursor = try await store.history.recent(Screen.self, limit: skipped).next
      let before = try floor.recent(limit: skipped).last
      return page(
        of: 50,
        navstore: { try await store.history.recent(Screen.self, limit: 50, after: cursor).count },
        floor: { try floor.recent(before: before, limit: 50).screens.count },
        baseline: { try await store.history.recent(Screen.self, limit: 50).count })
    })

  static let visitsPage1000 = Row(
    name: "visits-page-1000",
    about: "visits 49,901 to 49,950 of 1,000,000; the baseline is the first page.",
    unit: "us", target: "ratioToFloor<=1.3,ratioToBaseline<=1.3",
    contenders: { workspace in
      let file = workspace.file("large.sqlite")
      try await LargeHistory.large.make(at: file, in: workspace)
      let store = try NavStore(url: file, configuration: .unlimited)
      let floor = try HistoryFloor(file)
      let skipped = 998 * 50
      let cursor = try await store.history.visits(Screen.self, limit: skipped).next
      let before = try floor.visits(limit: skipped).last
      return page(
        of: 50,
        navstore: { try await store.history.visits(Screen.self, limit: 50, after: cursor).count },
        floor: { try floor.visits(before: before, limit: 50).screens.count },
        baseline: { try await store.history.visits(Screen.self, limit: 50).count })
    })

  /// With the most visits that ever wait to be folded; the baseline has none.
  static let recent1MTail = Row(
    name: "recent-1m-tail",
    about: "50 recent items at 1,000,000 visits, 31 of them not folded yet; the baseline has none.",
    unit: "us", target: "ratioToBaseline<=5",
    contenders: { workspace in
      let file = workspace.file("large.sqlite")
      let other = workspace.file("tail.sqlite")
      try await LargeHistory.large.make(at: file, in: workspace)
      try await LargeHistory.large.make(at: other, in: workspace)
      let store = try NavStore(url: file, configuration: .unlimited)
      let tail = try NavStore(url: other, configuration: .unlimited)
      let session = try tail.session(Screen.self, for: "main")
      return [
        Contender(side: .navstore) {
          // Idle moments fold: what waits is made anew for each sample.
          for index in 0..<31 { session.update(to: [LargeHistory.large.screen(index * 1_000)]) }
          try await tail.flush()
          return try await mean(of: 32) {
            expect(50, try await tail.history.recent(Screen.self, limit: 50).count)
          }
        },
        Contender(side: .baseline) {
          try await mean(of: 32) {
            expect(50, try await store.history.recent(Screen.self, limit: 50).count)
          }
        },
      ]
    })

  private static func history(
    _ name: String, _ about: String,
    navstore: @escaping @Sendable (NavStore.History) async throws -> Int,
    floor ask: @escaping @Sendable (HistoryFloor) throws -> Int
  ) -> Row {
    Row(
      name: name, about: about + "; the baseline is the same at 10,000.", unit: "us",
      target: "ratioToFloor<=1.3,ratioToBaseline<=1.3",
      contenders: { workspace in
        let file = workspace.file("large.sqlite")
        let smallFile = workspace.file("small.sqlite")
        try await LargeHistory.large.make(at: file, in: workspace)
        try await LargeHistory.small.make(at: smallFile, in: workspace)
        let store = try NavStore(url: file, configuration: .unlimited)
        let small = try NavStore(url: smallFile, configuration: .unlimited)
        let floor = try HistoryFloor(file)
        return page(
          of: 50, navstore: { try await navstore(store.history) }, floor: { try ask(floor) },
          baseline: { try await navstore(small.history) })
      })
  }

  private static func page(
    of count: Int, navstore: @escaping () async throws -> Int, floor: @escaping () throws -> Int,
    baseline: @escaping () async throws -> Int
  ) -> [Contender] {
    [
      Contender(side: .navstore) {
        try await mean(of: 64) { expect(count, try await navstore()) }
      },
      Contender(side: .floor) { try await mean(of: 64) { expect(count, try floor()) } },
      Contender(side: .baseline) {
        try await mean(of: 64) { expect(count, try await baseline()) }
      },
    ]
  }

  /// A side that finds something else measures something else.
  private static func expect(_ count: Int, _ found: Int) {
    precondition(found == count, "A side did not find what was asked for.")
  }

  /// Microseconds that `body` takes, on the average of `count` times.
  private static func mean(of count: Int, _ body: () async throws -> Void) async throws -> Double {
    let start = ContinuousClock.now
    for _ in 0..<count { try await body() }
    return (ContinuousClock.now - start) / .microseconds(1) / Double(count)
  }
}

extension NavStore.Configuration {
  /// Without retention: the history stays as large as it was made.
  static var unlimited: NavStore.Configuration {
    var configuration = NavStore.Configuration()
    configuration.retention = .unlimited
    return configuration
  }
}
