import Foundation
import NavStore
import Observation
import TestSupport
import Testing

@testable import NavRouting

@MainActor
@Suite struct NavTabsTests {
  enum Tab: Codable, Hashable, Sendable {
    case home, cart, account
  }

  let folder: TemporaryFolder
  let store: NavStore

  init() throws {
    folder = try TemporaryFolder()
    store = try NavStore(url: folder.store)
  }

  private func tabs(_ store: NavStore? = nil) -> NavTabs<Tab, NumberRoute> {
    NavTabs(.home, in: NavWindow(scene: .main, store: store ?? self.store))
  }

  private func visits(_ store: NavStore? = nil) async throws -> [Int] {
    try await (store ?? self.store).history(of: NumberRoute.self, account: nil).visits().map(
      \.route.number)
  }

  @Test("Making tabs saves nothing, and the first selection is not a change")
  func isFree() async throws {
    let tabs = tabs()
    #expect(tabs.selection == .home)
    _ = tabs[.cart].path
    try await store.flush()
    #expect(try store.scenes().isEmpty)
  }

  @Test("Switching tabs keeps all stacks, and a relaunch restores them with the selected tab")
  func relaunch() async throws {
    let tabs = tabs()
    tabs[.home].push(contentsOf: [1, 2])
    tabs.select(.cart)
    tabs[.cart].push(3)
    tabs.selection = .account
    tabs.selection = .cart
    #expect(tabs[.home].path == [1, 2])
    #expect(tabs[.home] === tabs[.home])
    try await store.flush()

    let again = self.tabs(try NavStore(url: folder.store))
    #expect(again.selection == .cart)
    #expect(again.selectedRouter.path == [3])
    #expect(again[.home].path == [1, 2])
    #expect(again[.account].path.isEmpty)
  }

  @Test(
    "A tab that crashes the app twice is left for the first tab", arguments: [[], [5]],
    [false, true])
  func crashing(_ path: [Int], isShared: Bool) async throws {
    func tabs(_ store: NavStore) -> NavTabs<Tab, NumberRoute> {
      let tabs = self.tabs(store)
      if isShared { tabs.shareHistory() }
      return tabs
    }
    let first = tabs(store)
    first.selection = .cart
    await mainQueue()
    first[.cart].push(contentsOf: path.map { NumberRoute(number: $0) })
    try await store.flush()
    for _ in 0..<2 {
      let crashing = tabs(try folder.crashingLaunch())
      #expect(crashing.selection == .cart)
      #expect(crashing.selectedRouter.path.map(\.number) == path)
    }
    let store = try folder.crashingLaunch()
    let guarded = tabs(store)
    #expect(guarded.selection == .home)
    #expect(guarded.selectedRouter.path.isEmpty)
    guarded[.home].push(1)
    try await store.flush()
    try await store.close()

    let again = tabs(try NavStore(url: folder.store))
    #expect(again.selection == .home)
    #expect(again.selectedRouter.path == [1])
  }

  @Test("A push into a hidden tab becomes a visit when the tab is shown")
  func hiddenTab() async throws {
    let tabs = tabs()
    tabs[.home].push(1)
    tabs[.cart].push(contentsOf: [2, 3])
    try await store.flush()
    #expect(try await visits() == [1])
    #expect(
      try store.restore(NumberRoute.self, in: "main", stack: "tab:tabs.cart").path == [2, 3])
    tabs[.cart].push(4)
    tabs.selection = .cart
    try await store.flush()
    #expect(try await visits() == [4, 1], "Neither 2 nor 3 was ever seen")
    tabs.selection = .home
    try await store.flush()
    tabs.selection = .cart
    try await store.flush()
    #expect(try await visits() == [4, 1], "Showing a screen again adds no visit")
    tabs[.cart].pop()
    try await store.flush()
    #expect(try await visits() == [3, 4, 1])
  }

  @Test("A tab hidden until the relaunch becomes a visit when it is first shown, not before")
  func hiddenAcrossLaunches() async throws {
    let tabs = tabs()
    tabs[.cart].push(2)
    tabs[.account].push(5)
    tabs.selection = .account
    tabs[.home].push(6)
    try await store.flush()
    let store = try NavStore(url: folder.store)
    let again = self.tabs(store)
    #expect(again.selection == .account)
    #expect(again[.account].path == [5])
    try await store.flush()
    #expect(try await visits(store) == [5], "A restore adds no visit")
    // The router of tab `cart` is created before this tab is selected. The router of tab `home` is
    // created after the selection of that tab.
    _ = again[.cart]
    again.selection = .cart
    try await store.flush()
    #expect(try await visits(store) == [2, 5])
    again.selection = .home
    #expect(again[.home].path == [6])
    try await store.flush()
    #expect(try await visits(store) == [6, 2, 5])
  }

  @Test("A tab shown and hidden in one turn adds no visit")
  func shownInPassing() async throws {
    let tabs = tabs()
    tabs[.cart].push(2)
    try await store.flush()
    tabs.selection = .cart
    tabs.selection = .home
    try await store.flush()
    #expect(try await visits().isEmpty)
  }

  @Test("Selecting the selected tab pops to its root screen, unless the app disables that")
  func reselecting() async throws {
    let tabs = tabs()
    var popped: [Int] = []
    tabs.onReselect = { tab, count in
      #expect(tab == .home)
      popped.append(count)
    }
    tabs[.home].push(contentsOf: [1, 2])
    tabs.select(.home)
    #expect(tabs[.home].path.isEmpty)
    #expect(tabs.reselect() == 0)
    tabs.popsToRootOnReselect = false
    tabs[.home].push(3)
    tabs.select(.home)
    #expect(tabs[.home].path == [3])
    #expect(popped == [2, 0, 0])
  }

  @Test("Setting the selection to the selected tab changes nothing")
  func sameSelection() async throws {
    let tabs = tabs()
    tabs.onReselect = { tab, _ in Issue.record("\(tab) was reselected") }
    tabs[.home].push(contentsOf: [1, 2])
    tabs.selection = .home
    tabs.selection = tabs.selection
    #expect(tabs[.home].path == [1, 2])
    try await store.flush()
    #expect(
      try store.restore(NumberRoute.self, in: "main", stack: "tab:tabs.home").path == [1, 2])
  }

  @Test("An observer of the selection can change the selection")
  func reentrancy() {
    let tabs = tabs()
    withObservationTracking {
      _ = tabs.selection
    } onChange: {
      MainActor.assumeIsolated { tabs.selection = .account }
    }
    tabs.selection = .cart
    #expect(tabs.selection == .cart)
    #expect(!tabs[.account].session.isShown)
    #expect(tabs[.cart].session.isShown)
  }

  @Test("A tab is stored under its raw value or its case")
  func names() {
    enum Named: String, Codable, Sendable { case first = "1st", second }
    #expect(tabs().stack(of: .home) == "tab:tabs.home")
    let named = NavTabs<Named, NumberRoute>(
      .first, in: NavWindow(scene: .main, store: self.store), named: "t")
    #expect(named.stack(of: .first) == "tab:t.1st")
    #expect(text(of: 7) == "7")
    #expect(text(of: ["a": 1]) == "{\"a\":1}")
  }
}
