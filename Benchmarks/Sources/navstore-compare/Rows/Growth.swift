import Floors
import NavStore

/// A line in the plot of costs against the size of the history: an operation of a side, which is
/// measured at several sizes.
struct Growth {
  let name: String
  let side: Side

  /// Creates the measurement of the operation at one size of the history. The measurement is a
  /// closure that returns the time in microseconds.
  let source: @Sendable (LargeHistory, Workspace) async throws -> () async throws -> Double

  struct Point {
    let line: Growth
    let visits: Int
    let spread: Spread
  }

  static let sizes = [1_000, 10_000, 100_000, 1_000_000, 10_000_000]

  /// Measures all lines at all sizes, in rounds. The files of each line are in a folder of their
  /// own in the folder of `run`.
  static func points(
    rounds: Rounds, in run: Workspace, progress: Progress
  ) async throws -> [Point] {
    var sources: [() async throws -> Double] = []
    var workspaces: [Workspace] = []
    for line in lines {
      let workspace = try Workspace(of: run)
      workspaces.append(workspace)
      for visits in sizes {
        sources.append(try await line.source(LargeHistory(visits: visits), workspace))
      }
    }
    let spreads = try await rounds.samples(of: sources, progress: progress)
    return withExtendedLifetime(workspaces) {
      zip(lines.flatMap { line in sizes.map { (line, $0) } }, spreads).map { place, spread in
        Point(line: place.0, visits: place.1, spread: spread)
      }
    }
  }
}

extension Growth {
  static let lines = [
    Growth(name: "commit", side: .navstore) { history, workspace in
      try await commits(in: history, workspace)
    },
    question("recent", .navstore) { try await $0.items(.recent(limit: 50)).count },
    question("frecent", .navstore) { try await $0.items(.frequent(limit: 50)).count },
    floor("recent") { try $0.recent(limit: 50).screens.count },
    floor("frecent") { try $0.frecent(limit: 50).screens.count },
  ]

  static func commits(
    in history: LargeHistory, _ workspace: Workspace
  ) async throws -> () async throws -> Double {
    let store = try await history.open("\(history.visits).sqlite", in: workspace)
    var commits = CommitSample(store: store, scene: "main", base: (0..<4).map(history.screen)) {
      history.screen(history.scattered($0))
    }
    return { try commits.sample() }
  }

  private static func question(
    _ name: String, _ side: Side,
    ask: @escaping @Sendable (NavHistory<Screen>) async throws -> Int
  ) -> Growth {
    Growth(name: name, side: side) { history, workspace in
      let store = try await history.open("\(history.visits).sqlite", in: workspace)
      return { try await mean { try await ask(store.history(of: Screen.self, account: nil)) } }
    }
  }

  private static func floor(
    _ name: String, ask: @escaping @Sendable (HistoryFloor) throws -> Int
  ) -> Growth {
    Growth(name: name, side: .floor) { history, workspace in
      let file = workspace.file("\(history.visits).sqlite")
      try await history.make(at: file, in: workspace)
      let floor = try HistoryFloor(file)
      return { try await mean { try ask(floor) } }
    }
  }

  private static func mean(_ ask: () async throws -> Int) async throws -> Double {
    try await meanMicroseconds(of: 64) {
      let count = try await ask()
      precondition(count == 50, "A side did not find what was asked for.")
    }
  }
}

extension Row {
  static let commit10M = Row(
    name: "commit-10m",
    about: """
      committing one navigation to a known route at 10,000,000 visits. The column `baseline` has the \
      time at 10,000 visits.
      """,
    unit: "us", target: nil, isLong: true,
    contenders: { workspace in
      [
        Contender(side: .navstore, sample: try await Growth.commits(in: .huge, workspace)),
        Contender(side: .baseline, sample: try await Growth.commits(in: .small, workspace)),
      ]
    })
}
