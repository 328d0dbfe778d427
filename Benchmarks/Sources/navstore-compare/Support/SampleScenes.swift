import Foundation
import NavStore

/// Windows with a stack each: what a store holds before a row restores from it.
struct SampleScenes {
  var count = 64
  let depth = 8

  func key(_ index: Int) -> String { "scene \(index % count)" }

  func stack(_ index: Int) -> [Screen] { Screen.stack(depth: depth, scene: index % count) }

  /// Saves the screens of each stack one by one, and closes the store.
  func make(at url: URL) async throws {
    let store = try NavStore(url: url)
    for index in 0..<count {
      for depth in 1...depth { try store.save(Array(stack(index).prefix(depth)), in: key(index)) }
    }
    try await store.close()
  }

  /// A side that restores something else measures something else.
  func check(_ stack: [Screen], of index: Int) {
    precondition(stack == self.stack(index), "A side did not restore what was saved.")
  }
}
