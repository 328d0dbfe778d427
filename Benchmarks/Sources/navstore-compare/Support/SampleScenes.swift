import Foundation
import NavStore

/// Windows with a stack each: the content of a store from which a row restores.
struct SampleScenes {
  var count = 64
  let depth = 8

  func key(_ index: Int) -> String { "scene \(index % count)" }

  func stack(_ index: Int) -> [Screen] { Screen.stack(depth: depth, scene: index % count) }

  /// Navigates the stacks screen by screen, and closes the store.
  func make(at url: URL) async throws {
    let store = try NavStore(url: url)
    for index in 0..<count {
      let session = try store.session(of: Screen.self, in: key(index))
      stack(index).forEach(session.push)
    }
    try await store.close()
  }

  /// Checks a restored stack, because a side with another stack measures other work.
  func check(_ stack: [Screen], of index: Int) {
    precondition(stack == self.stack(index), "A side did not restore what was saved.")
  }
}
