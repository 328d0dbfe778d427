import Foundation
import NavStore
import NavStoreInspection

/// A sequence of navigations at depth 5. Each replaces the top of the stack with a route that the
/// history contains.
struct Trip {
  let history: LargeHistory
  private(set) var count = 0

  static let scene = "trip"

  init(_ history: LargeHistory) {
    self.history = history
  }

  private var base: [Screen] { (0..<4).map(history.screen) }

  /// Creates a store at `url` with the history, and with the stack that the navigations change.
  func make(at url: URL, in workspace: Workspace) async throws {
    try await history.make(at: url, in: workspace)
    let store = try NavStore(url: url, configuration: .unlimited)
    try store.save(base + [history.screen(4)], in: NavScene(id: Self.scene))
    try await Self.settle(store)
    try await store.close()
  }

  /// Returns the screen of the next navigation.
  mutating func next() -> Screen {
    count += 1
    // Selects a pseudorandom item. Two consecutive navigations have different screens.
    let scattered = UInt64(count) &* 0x9E37_79B9_7F4A_7C15
    return history.screen(5 + Int((scattered >> 33) % UInt64(history.items - 5)))
  }

  /// Returns the whole stack after the next navigation.
  mutating func nextStack() -> [Screen] {
    base + [next()]
  }

  /// Counts all uncounted visits, and empties the WAL by a checkpoint.
  static func settle(_ store: NavStore) async throws {
    try await store.prune()
    try await store.suspend()
  }
}
