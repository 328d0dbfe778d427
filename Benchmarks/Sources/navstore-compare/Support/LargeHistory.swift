import CFloor
import Floors
import Foundation
import NavStore
import NavStoreInspection

/// A history of many visits, made by navigating: the last tenth of them nearly all to one item, as
/// when somebody lives in one screen.
struct LargeHistory {
  let visits: Int
  let items: Int

  static let small = LargeHistory(visits: 10_000)
  static let large = LargeHistory(visits: 1_000_000)

  /// The large one ten times, one after the other: navigating would take half an hour.
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

  /// Items that have about 500 visits each of 1,000,000, one every 1,800 visits.
  let favourites = 1...9

  /// The item that visit `index` is to. Each is visited at least once.
  func item(ofVisit index: Int) -> Int {
    if index < items { return index }
    if index % 200 == 7 { return favourites.lowerBound + index / 200 % favourites.count }
    if index >= visits - visits / 10, index % 10 != 0 { return 0 }
    return scattered(index)
  }

  /// An item for each number, the same in each run.
  func scattered(_ number: Int) -> Int {
    // The multiplier is odd and no divisor of 2⁶⁴.
    let scattered = UInt64(number) &* 0x9E37_79B9_7F4A_7C15
    return Int((scattered >> 33) % UInt64(items))
  }

  /// Opens a store of its own with this history, in place of one that had the name.
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

  /// Makes the store at `url`: a copy of one that all rows of the run share.
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
    // A visit a minute, the last one now.
    let clock = VisitClock(start: Date(timeIntervalSinceNow: -60 * Double(visits)))
    configuration.clock = { clock.now }
    let store = try NavStore(url: url, configuration: configuration)
    let session = try store.session(of: Screen.self, in: "main")
    for index in 0..<visits {
      clock.advance()
      // Otherwise a push of the screen that is on top would be no visit.
      session.popToRoot()
      session.push(screen(item(ofVisit: index)))
      if index % Self.batch == Self.batch - 1 { try await store.flush() }
    }
    try await store.flush()
    for item in 0..<items {
      try await store.history(of: Screen.self, account: nil).setTitle(
        title(item), for: screen(item))
    }
    // Nothing waits to be counted, and the log is in the database.
    try await store.prune()
    try await store.close()
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

/// A clock that goes on by a minute at each visit. Used by one thread after the other.
private final class VisitClock: @unchecked Sendable {
  private(set) var now: Date

  init(start: Date) {
    now = start
  }

  func advance() {
    now += 60
  }
}
