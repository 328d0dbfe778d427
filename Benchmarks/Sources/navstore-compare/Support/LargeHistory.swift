import CFloor
import Floors
import Foundation
import NavStore
import NavStoreInspection

/// A history with a given number of visits. Most of its last tenth are visits of one item, as in an
/// app with a favorite screen.
struct LargeHistory {
  let visits: Int
  let items: Int

  static let small = LargeHistory(visits: 10_000)
  static let large = LargeHistory(visits: 1_000_000)

  /// Ten copies of the history `large`. Creating as many visits by navigating would take half an
  /// hour.
  static let huge = LargeHistory(visits: 10_000_000)

  init(visits: Int) {
    self.visits = visits
    items = min(visits / 2, 50_000)
  }

  private static let batch = 1_000

  func screen(_ item: Int) -> Screen { .product(id: item, tab: nil) }

  func title(_ item: Int) -> String {
    "Product number \(item) from the \(item % 2 == 0 ? "Żółw" : "Ostrich") collection"
  }

  /// The items that each have one of 1,800 visits, which are about 500 visits in a history of
  /// 1,000,000 visits.
  let favourites = 1...9

  /// Returns the item of the visit with this index. Each item has at least one visit.
  func item(ofVisit index: Int) -> Int {
    if index < items { return index }
    if index % 200 == 7 { return favourites.lowerBound + index / 200 % favourites.count }
    if index >= visits - visits / 10, index % 10 != 0 { return 0 }
    return scattered(index)
  }

  /// Returns a pseudorandom item for a number, which is the same in each run.
  func scattered(_ number: Int) -> Int {
    // The multiplier is odd, so that different numbers have different products modulo 2⁶⁴.
    let scattered = UInt64(number) &* 0x9E37_79B9_7F4A_7C15
    return Int((scattered >> 33) % UInt64(items))
  }

  /// Creates a store with this history in the workspace and opens it. Replaces an existing store of
  /// this name.
  func open(_ name: String, in workspace: Workspace) async throws -> NavStore {
    let file = workspace.file(name)
    for suffix in ["", "-wal", "-shm"] {
      let old = workspace.file(name + suffix)
      if FileManager.default.fileExists(atPath: old.path) {
        try FileManager.default.removeItem(at: old)
      }
    }
    try await make(at: file, in: workspace)
    return try NavStore(url: file, configuration: .unlimited)
  }

  /// Creates a store with this history at `url`. Its file is a copy of a file that is created once
  /// in a run of the program.
  func make(at url: URL, in workspace: Workspace) async throws {
    try FileManager.default.copyItem(at: try await template(in: workspace), to: url)
  }

  private func template(in workspace: Workspace) async throws -> URL {
    let template = workspace.shared("history-\(visits).sqlite")
    if FileManager.default.fileExists(atPath: template.path) { return template }
    let unfinished = workspace.shared("unfinished-\(visits).sqlite")
    if visits > Self.large.visits {
      let part = try await Self.large.template(in: workspace)
      try FileManager.default.copyItem(at: part, to: unfinished)
      let times = Int32(visits / Self.large.visits)
      guard floor_repeat(unfinished.path, times) == 1 else {
        throw StackFloor.Failure(call: "floor_repeat")
      }
    } else {
      try await navigate(in: unfinished)
    }
    try FileManager.default.moveItem(at: unfinished, to: template)
    return template
  }

  private func navigate(in url: URL) async throws {
    var configuration = NavStore.Configuration.unlimited
    // The visits are a minute apart, and the last one is at the present time.
    let clock = VisitClock(start: Date(timeIntervalSinceNow: -60 * Double(visits)))
    configuration.clock = { clock.now }
    let store = try NavStore(url: url, configuration: configuration)
    let session = try store.session(of: Screen.self, in: "main")
    for index in 0..<visits {
      clock.advance()
      // Pops before the push, because pushing the screen that is on top would make no visit.
      session.popToRoot()
      session.push(screen(item(ofVisit: index)))
      if index % Self.batch == Self.batch - 1 { try await store.flush() }
    }
    try await store.flush()
    for item in 0..<items {
      try await store.history(of: Screen.self, account: nil).setTitle(
        title(item), for: screen(item))
    }
    // Counts all visits. Closing the store then moves the WAL into the database.
    try await store.prune()
    try await store.close()
  }
}

extension NavStore.Configuration {
  /// A configuration without a limit for the age and the number of visits, so that no visits are
  /// deleted.
  static var unlimited: NavStore.Configuration {
    var configuration = NavStore.Configuration()
    configuration.retention = .unlimited
    return configuration
  }
}

/// A clock that advances by a minute with each call of `advance`. Only one thread at a time may use
/// it.
private final class VisitClock: @unchecked Sendable {
  private(set) var now: Date

  init(start: Date) {
    now = start
  }

  func advance() {
    now += 60
  }
}
