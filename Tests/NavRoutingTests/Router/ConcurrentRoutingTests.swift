import Foundation
import NavStore
import NavStoreInspection
import TestSupport
import Testing

@testable import NavRouting

/// Navigations on the main actor while other threads query the history, close windows, iterate over
/// update streams and flush. The test checks that no change is lost, and lets the thread sanitizer
/// find data races.
@MainActor
@Suite("Routers used concurrently with other threads") struct ConcurrentRoutingTests {
  let folder: TemporaryFolder
  let store: NavStore

  init() throws {
    folder = try TemporaryFolder()
    store = try folder.relaunch()
  }

  private let rounds = isSoak ? 5_000 : 150

  @Test("No change is lost during concurrent history queries, updates and scene closings")
  func allAtOnce() async throws {
    let (store, rounds) = (store, rounds)
    let isOver = Counter()
    let asking = Task.detached { try await Self.ask(store, until: isOver) }
    let closing = Task.detached { try await Self.closeAndReopen(store, until: isOver) }
    let following = Task.detached { await Self.follow(store) }
    let pushing = Task.detached { try await Self.pushElsewhere(store, rounds: rounds) }
    try await navigate()
    try await pushing.value
    isOver.increment()
    try await asking.value
    try await closing.value
    following.cancel()
    #expect(await following.value > 0)

    let main = NavRouter<NumberRoute>(in: NavWindow(scene: "main", store: self.store))
    let shared = NavRouter<NumberRoute>(in: NavWindow(scene: "shared", store: self.store))
    #expect(main.path == main.session.path)
    #expect(
      shared.path.filter { $0.number < 0 }.count == rounds, "No push by the other thread is lost")
    main.push(-1)
    try await store.flush()
    let other = try folder.relaunch()
    for router in [main, shared] {
      let found = try other.restore(NumberRoute.self, in: NavScene(id: router.window.scene.id))
      #expect(found.path == router.path)
      #expect(found.failures.isEmpty)
    }
    #expect(try store.scenes().filter { $0.id == "main" }.map(\.isOpen) == [true])
  }

  /// Navigates like a user. Creates routers again and releases them, as views do.
  private func navigate() async throws {
    let tabs = NavTabs<Int, NumberRoute>(0, in: NavWindow(scene: "tabs", store: self.store))
    for round in 0..<rounds {
      let router = NavRouter<NumberRoute>(in: NavWindow(scene: "main", store: self.store))
      router.push(contentsOf: [NumberRoute(number: round), NumberRoute(number: round + 1)])
      if round.isMultiple(of: 2) { router.path.removeLast() }
      if round.isMultiple(of: 5) { router.back() }
      if round.isMultiple(of: 7) { router.forward() }
      if round.isMultiple(of: 11) { router.popToRoot() }
      router.setTitle("Number \(round)")
      _ = router.backForwardMenu
      let shared = NavRouter<NumberRoute>(in: NavWindow(scene: "shared", store: self.store))
      shared.push(NumberRoute(number: round))
      tabs.selection = round % 3
      tabs.selectedRouter.push(NumberRoute(number: round))
      let window = NavRouter<NumberRoute>(
        in: NavWindow(scene: NavScene(id: "window \(round % 4)"), store: self.store))
      window.push(NumberRoute(number: round))
      if round.isMultiple(of: 9) { try await self.store.flush() }
      await Task.yield()
    }
  }

  private nonisolated static func ask(_ store: NavStore, until isOver: Counter) async throws {
    while isOver.value == 0 {
      _ = try await store.history(of: NumberRoute.self, account: nil).items()
      _ = try await store.history(of: NumberRoute.self, account: nil).visits(in: "main")
      _ = try await store.history(of: NumberRoute.self, account: nil).items(.frequent())
      _ = try await store.history(of: NumberRoute.self, account: nil).items(.search("number"))
      _ = try await store.history(of: NumberRoute.self, account: nil).tree(in: "main")
      await Task.yield()
    }
  }

  private nonisolated static func closeAndReopen(
    _ store: NavStore, until isOver: Counter
  ) async throws {
    var round = 0
    while isOver.value == 0 {
      try store.closeScene("window \(round % 4)")
      try store.closeScene("main")
      if round.isMultiple(of: 2) { try store.reopenScene("window \(round % 4)") }
      if round.isMultiple(of: 5) {
        try await store.deleteScene(NavScene(id: "window \((round + 1) % 4)"))
      }
      _ = try store.closedScenes()
      _ = try store.scenes()
      round += 1
      await Task.yield()
    }
  }

  /// Iterates over an update stream until the task is canceled. Returns the number of results.
  private nonisolated static func follow(_ store: NavStore) async -> Int {
    var answers = 0
    for await _ in store.history(of: NumberRoute.self, account: nil).updates(.recent(limit: 5)) {
      answers += 1
    }
    return answers
  }

  private nonisolated static func pushElsewhere(_ store: NavStore, rounds: Int) async throws {
    let session = try store.session(of: NumberRoute.self, in: "shared")
    for round in 1...rounds {
      session.push(NumberRoute(number: -round))
      if round.isMultiple(of: 10) { await Task.yield() }
    }
  }
}
