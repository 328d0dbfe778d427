import Foundation
import NavStore

/// A history of many visits, made by navigating: the last tenth of them nearly all to one item, as
/// when somebody lives in one screen.
struct LargeHistory {
  let visits: Int
  let items: Int

  static let small = LargeHistory(visits: 10_000, items: 5_000)
  static let large = LargeHistory(visits: 1_000_000, items: 50_000)

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
    // Scattered, the same in each run: the multiplier is odd and no divisor of 2⁶⁴.
    let scattered = UInt64(index) &* 0x9E37_79B9_7F4A_7C15
    return Int((scattered >> 33) % UInt64(items))
  }

  /// Makes the store at `url`, or copies it from one that this run has made.
  func make(at url: URL, in workspace: Workspace) async throws {
    let template = workspace.shared("history-\(visits).sqlite")
    if !FileManager.default.fileExists(atPath: template.path) {
      let unfinished = workspace.shared("unfinished.sqlite")
      try await navigate(in: unfinished)
      try FileManager.default.moveItem(at: unfinished, to: template)
    }
    try FileManager.default.copyItem(at: template, to: url)
  }

  private func navigate(in url: URL) async throws {
    var configuration = NavStore.Configuration()
    configuration.retention = .unlimited
    // A visit a minute, the last one now.
    let clock = VisitClock(start: Date(timeIntervalSinceNow: -60 * Double(visits)))
    configuration.clock = { clock.now }
    let store = try NavStore(url: url, configuration: configuration)
    let session = try store.session(Screen.self, for: "main")
    for index in 0..<visits {
      clock.advance()
      session.update(to: [screen(item(ofVisit: index))])
      if index % Self.batch == Self.batch - 1 { try await store.flush() }
    }
    try await store.flush()
    for item in 0..<items { try await store.setTitle(title(item), for: screen(item)) }
    // Nothing waits to be folded, and the log is in the database.
    try await store.history.prune()
    try await store.close()
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
