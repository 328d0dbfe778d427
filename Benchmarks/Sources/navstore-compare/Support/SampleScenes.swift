import Foundation
import NavStore

/// Windows with a stack each: what a store holds before a row restores from it.
struct SampleScenes {
  var count = 64
  let depth = 8

  func key(_ index: Int) -> String { "scene \(index % count)" }

  func stack(_ index: Int) -> [Screen] { Screen.stack(depth: depth, scene: index % count) }

  /// Navigated to one by one, and closed in good order.
  func make(at url: URL) async throws {
    let store = try NavStore(url: url)
    for index in 0..<count {
      let session = try store.session(of: Screen.self, in: key(index))
      stack(index).forEach(session.push)
    }
    try await store.close()
  }

  /// A side that restores something else measures something else.
  func check(_ stack: [Screen], of index: Int) {
    precondition(stack == self.stack(index), "A side did not restore what was saved.")
  }
}
