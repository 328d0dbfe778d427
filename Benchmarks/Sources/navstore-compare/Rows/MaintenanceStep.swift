import Foundation
import NavStore

extension Row {
  static let maintenanceStep = Row(
    name: "maintenance-step",
    about: """
      the longest wait of a `restore` of a stack in memory, called every 0.1 ms. During these calls, \
      a store of 1,000,000 visits records \(LoadedStore.navigations) navigations, and then counts, \
      prunes and checkpoints while it is idle. Waits in which the system interrupts this process \
      don't count.
      """,
    unit: "ms", target: "navstore<=2",
    contenders: { workspace in
      let load = try LoadedStore(try await Trip.file("large.sqlite", .large, in: workspace))
      return [Contender(side: .navstore) { try await load.longestWait() }]
    })
}

/// A store that records, counts, prunes and checkpoints, while calls of `restore` measure how long
/// they wait.
private final class LoadedStore {
  static let navigations = 1_000
  private let store: NavStore
  private var trip = Trip(.large)
  private var longest = 0.0

  init(_ file: URL) throws {
    var configuration = NavStore.Configuration()
    configuration.retention.age = .seconds(400 * 365 * 86_400)
    // The file has as many visits as the limit. The visits of each sample exceed the limit, so the
    // store prunes as many.
    configuration.retention.count = LargeHistory.large.visits
    store = try NavStore(url: file, configuration: configuration)
  }

  /// Records navigations, and waits while the store does its idle work. Calls `restore` during
  /// both. Returns the longest wait of a `restore`, in milliseconds.
  func longestWait() async throws -> Double {
    longest = 0
    let session = try store.session(of: Screen.self, in: Trip.scene)
    for _ in 0..<Self.navigations {
      session.replaceTop(with: trip.next())
      try ask()
    }
    // The store is idle from 250 ms after the last navigation. An idle store runs a step of its
    // work every 10 ms.
    let start = ContinuousClock.now
    while ContinuousClock.now - start < .seconds(4) { try ask() }
    return longest
  }

  private func ask() throws {
    usleep(100)
    let taken = Self.timesTaken
    let start = ContinuousClock.now
    _ = try store.restore(Screen.self, in: NavScene(id: Trip.scene))
    let wait = (ContinuousClock.now - start) / .milliseconds(1)
    if Self.timesTaken == taken { longest = max(longest, wait) }
  }

  /// The number of times that the system took the processor from a thread of this process that
  /// could have continued.
  private static var timesTaken: Int {
    var usage = rusage()
    #if canImport(Darwin)
      getrusage(RUSAGE_SELF, &usage)
    #else
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    #endif
    return usage.ru_nivcsw
  }
}
