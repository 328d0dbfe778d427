import Foundation
import NavStore
import TestSupport
import Testing

@testable import NavRouting

/// The third reference design: a navigation manager for each tab.
@MainActor
@Suite("A navigation manager per tab") struct TabDesignTests {
  enum Tab: String, Codable, CaseIterable, Sendable {
    case home, search, profile
  }

  enum Page: NavRoute {
    case detail(Int)
    case settings
  }

  /// The navigation manager that the app of this design defines, with a router in it.
  @MainActor
  struct NavigationManager {
    let router: NavRouter<Page>

    var stack: [Page] { router.path }
    func pushView(_ page: Page) { router.push(page) }
    func pop() { router.pop() }
    func popToRoot() { router.popToRoot() }
    func pop(to page: Page) -> Bool { router.pop(to: page) }
  }

  typealias Tabs = NavTabs<Tab, Page>

  let folder: TemporaryFolder
  let store: NavStore

  init() throws {
    folder = try TemporaryFolder()
    store = try folder.relaunch()
  }

  private func tabs(_ store: NavStore) -> Tabs {
    Tabs(.home, in: NavWindow(scene: .main, store: store))
  }

  private func managers(_ tabs: Tabs) -> [Tab: NavigationManager] {
    Dictionary(
      uniqueKeysWithValues: Tab.allCases.map { ($0, NavigationManager(router: tabs[$0])) })
  }

  @Test(
    "Each manager pushes, pops and pops to the root on its own stack", arguments: Ending.allCases)
  func managers(_ ending: Ending) async throws {
    let managers = managers(tabs(store))
    let home = try #require(managers[.home])
    let search = try #require(managers[.search])
    home.pushView(.detail(1))
    home.pushView(.settings)
    home.pushView(.detail(2))
    search.pushView(.detail(3))
    search.pushView(.detail(4))
    home.pop()
    #expect(home.stack == [.detail(1), .settings])
    #expect(search.stack == [.detail(3), .detail(4)])
    search.popToRoot()
    #expect(search.stack.isEmpty)
    #expect(home.stack == [.detail(1), .settings])
    search.pop()
    #expect(search.stack.isEmpty, "A pop at the root screen changes nothing")

    let again = self.managers(tabs(try await folder.relaunch(after: ending, of: store)))
    #expect(again[.home]?.stack == [.detail(1), .settings])
    #expect(again[.search]?.stack == [])
    #expect(again[.profile]?.stack == [])
    again[.home]?.popToRoot()
    #expect(again[.home]?.stack == [])
  }

  @Test("Popping to a screen removes the screens above it", arguments: Ending.allCases)
  func popsToTarget(_ ending: Ending) async throws {
    let manager = NavigationManager(router: tabs(store)[.home])
    for page in [Page.detail(1), .settings, .detail(2), .detail(3)] { manager.pushView(page) }
    #expect(manager.pop(to: .settings))
    #expect(manager.stack == [.detail(1), .settings])
    let reopened = tabs(try await folder.relaunch(after: ending, of: store))
    #expect(reopened[.home].path == [.detail(1), .settings])
  }

  @Test(
    "Popping to a target that is not on the stack changes nothing and returns false",
    arguments: [[], [.settings], [.detail(1), .settings], [.detail(1), .detail(2)]] as [[Page]])
  func missingTarget(_ stack: [Page]) async throws {
    let tabs = tabs(store)
    let manager = NavigationManager(router: tabs[.home])
    // The target of the pops below exists only on the stack of another tab, so it must not be
    // found.
    tabs[.search].push(.detail(99))
    for page in stack { manager.pushView(page) }
    try await store.flush()
    let revision = manager.router.session.revision
    let list = manager.router.session.backForward.entries.map(\.route)
    #expect(!manager.pop(to: .detail(99)))
    #expect(!manager.router.pop(to: .detail(99), thenPush: [.settings]))
    #expect(manager.stack == stack)
    #expect(manager.router.session.revision == revision)
    #expect(manager.router.session.backForward.entries.map(\.route) == list)
    try await store.flush()
    #expect(
      try folder.relaunch().restore(Page.self, in: "main", stack: "tab:tabs.home").path == stack)
  }

  @Test("The search for a missing target ends in a stack of 9,000 screens")
  func deepMissingTarget() {
    let manager = NavigationManager(router: tabs(store)[.home])
    manager.router.push(contentsOf: (0..<9_000).map { .detail($0) })
    #expect(!manager.pop(to: .settings))
    #expect(manager.stack.count == 9_000)
    #expect(manager.pop(to: .detail(0)))
    #expect(manager.stack == [.detail(0)])
  }

  @Test(
    "Switching tabs keeps every stack, and a relaunch restores them with the selected tab",
    arguments: Ending.allCases)
  func switching(_ ending: Ending) async throws {
    let tabs = tabs(store)
    let expected: [Tab: [Page]] = [
      .home: [.detail(1)], .search: [.detail(2), .detail(3)], .profile: [.settings],
    ]
    for tab in Tab.allCases {
      tabs.selection = tab
      for page in expected[tab] ?? [] { tabs.selectedRouter.push(page) }
      try await store.flush()
    }
    for tab in Tab.allCases + [.search] {
      tabs.selection = tab
      for tab in Tab.allCases { #expect(tabs[tab].path == expected[tab]) }
    }

    let reopened = try await folder.relaunch(after: ending, of: store)
    let again = self.tabs(reopened)
    #expect(again.selection == .search)
    #expect(again.selectedRouter.path == expected[.search])
    for tab in Tab.allCases { #expect(again[tab].path == expected[tab]) }
    try await reopened.flush()
    #expect(
      try await reopened.seen(Page.self) == [.detail(1), .detail(3), .settings],
      "Neither switching nor a relaunch is a visit")

    // A restored stack can be changed like any other stack.
    #expect(again[.search].pop() == 1)
    again.selection = .profile
    let last = self.tabs(try await folder.relaunch(after: ending, of: reopened))
    #expect(last.selection == .profile)
    #expect(last[.search].path == [.detail(2)])
    #expect(last[.search].forward())
    #expect(last[.search].path == expected[.search])
  }

  @Test(
    "A push into a hidden tab is saved at once, and becomes a visit when the tab is shown",
    arguments: Ending.allCases)
  func hiddenTab(_ ending: Ending) async throws {
    let tabs = tabs(store)
    tabs[.home].push(.detail(1))
    tabs[.search].push(.detail(2))
    tabs[.search].push(.detail(3))
    tabs[.profile].push(.settings)
    try await store.flush()
    #expect(try await store.seen(Page.self) == [.detail(1)])
    tabs.selection = .search
    try await store.flush()
    #expect(try await store.seen(Page.self) == [.detail(1), .detail(3)])

    let reopened = try await folder.relaunch(after: ending, of: store)
    let again = self.tabs(reopened)
    #expect(again.selection == .search)
    #expect(again[.profile].path == [.settings])
    try await reopened.flush()
    #expect(try await reopened.seen(Page.self) == [.detail(1), .detail(3)])
    again.selection = .profile
    try await reopened.flush()
    #expect(try await reopened.seen(Page.self) == [.detail(1), .detail(3), .settings])
    again[.search].pop()
    try await reopened.flush()
    #expect(
      try await reopened.seen(Page.self).count == 3,
      "A screen that a pop uncovers in a hidden tab is not a visit"
    )
    again.selection = .search
    try await reopened.flush()
    #expect(try await reopened.seen(Page.self).last == .detail(2))
  }
}
