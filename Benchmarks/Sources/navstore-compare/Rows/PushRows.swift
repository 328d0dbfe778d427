import Foundation
import NavRouting
import NavStore

// The rows of the time that `router.push` takes on the main actor. The work at the end of the turn
// and the commit, which follow the call, are not measured.

extension Row {
  static let pushCall = Row(
    name: "push-call",
    about: """
      the caller's cost of one `NavRouter.push`, the first change of its stack in a turn, at depth 5. \
      In each of \(turns) turns of the main loop, \(routerCount) routers push one after the other, \
      and one block on the main queue then ends the turn. A sample is the median time of the \
      \(routerCount) pushes of a turn, divided by \(routerCount).
      """,
    unit: "us", target: "navstore<=1",
    contenders: { workspace in
      let store = try NavStore(url: workspace.file("store.sqlite"))
      return [pushing(depth: 5, in: store, as: .navstore)]
    })

  static let pushCallAlone = Row(
    name: "push-call-alone",
    about: """
      the same as `push-call`, with one router. The time includes scheduling the block that ends the \
      turn, and two readings of the clock. Since the previous push, its commit has used the \
      processor's caches.
      """,
    unit: "us", target: nil,
    contenders: { workspace in
      let store = try NavStore(url: workspace.file("store.sqlite"))
      return [pushing(depth: 5, in: store, as: .navstore, count: 1)]
    })

  static let pushCallDepth1000 = Row(
    name: "push-call-depth-1000",
    about: """
      the same as `push-call`, on a stack of 1,000 elements. The column `baseline` has the time on a \
      stack of 5 elements.
      """,
    unit: "us", target: "ratioToBaseline<=1.2",
    contenders: { workspace in
      let store = try NavStore(url: workspace.file("store.sqlite"))
      let other = try NavStore(url: workspace.file("other.sqlite"))
      return [
        pushing(depth: 1_000, in: store, as: .navstore),
        pushing(depth: 5, in: other, as: .baseline),
      ]
    })

  /// The number of routers that push in a turn. They are measured together, because the time of one
  /// push is too short.
  private static let routerCount = 16
  private static let turns = 64

  private static func pushing(
    depth: Int, in store: NavStore, as side: Side, count: Int = routerCount
  ) -> Contender {
    let routers = Routers(store: store, count: count, depth: depth)
    return Contender(side: side) { try await routers.sample(turns: turns) }
  }
}

/// Routers that each have a window of their own. Between two samples, the stacks of all routers
/// have the same depth.
@MainActor
private final class Routers {
  private let store: NavStore
  private let count: Int
  private let depth: Int
  private lazy var routers = make()

  nonisolated init(store: NavStore, count: Int, depth: Int) {
    self.store = store
    self.count = count
    self.depth = depth
  }

  private func make() -> [NavRouter<Screen>] {
    let store = store
    return (0..<count).map { index in
      let scene = NavScene(id: "scene \(index)")
      let router = NavWindow(scene: scene, store: store).router(Screen.self)
      router.push(contentsOf: Screen.stack(depth: depth, scene: index))
      return router
    }
  }

  /// Pushes a screen with each router in `turns` turns. Returns the median time of the pushes in a
  /// turn, divided by the number of routers, in microseconds.
  func sample(turns: Int) async throws -> Double {
    let routers = routers
    var laps = Laps()
    for turn in 0..<turns {
      // Ends the previous turn and waits for its commit, so that no other work uses the processor
      // or a lock during the measured pushes.
      for router in routers { try await router.flush() }
      let screen = Screen.product(id: turn % 32, tab: nil)
      laps.measure {
        for router in routers { router.push(screen) }
      }
      for router in routers { try await router.flush() }
      for router in routers { router.pop() }
    }
    precondition(routers.allSatisfy { $0.path.count == depth })
    return laps.median / Double(count)
  }
}
