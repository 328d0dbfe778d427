import Foundation
import NavStore
import Peers

/// The scenes in the store from which a row of the comparison restores stacks. Each scene has one
/// stack.
struct SampleScenes {
  var count = 64
  let depth = 8

  func key(_ index: Int) -> String { "scene \(index % count)" }

  func stack(_ index: Int) -> [Screen] { Screen.stack(depth: depth, scene: index % count) }

  /// Creates a store with the scenes at `url`, by pushing the screens of each stack one by one.
  /// Closes the store.
  func make(at url: URL) async throws {
    let store = try NavStore(url: url)
    for index in 0..<count {
      let session = try store.session(of: Screen.self, in: key(index))
      stack(index).forEach(session.push)
    }
    try await store.close()
  }

  /// Stops the program if a restored stack isn't the saved one, because the sides must do the same
  /// work.
  func check(_ stack: [Screen], of index: Int) {
    precondition(stack == self.stack(index), "A side did not restore what was saved.")
  }
}

extension GRDBStacks {
  /// Creates a database with the stacks that ``SampleScenes/make(at:)`` creates in a store. Saves a
  /// stack again after each screen.
  static func make(_ scenes: SampleScenes, at url: URL) throws {
    let stacks = try GRDBStacks(url)
    for index in 0..<scenes.count {
      let stack = scenes.stack(index)
      for depth in 1...scenes.depth {
        try stacks.save(Array(stack.prefix(depth)), in: scenes.key(index))
      }
    }
    try stacks.close()
  }
}
