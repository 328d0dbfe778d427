import Foundation
import NavStore
import TestSupport
import Testing

@testable import NavRouting

@MainActor
@Suite("One back/forward list over all tabs")
struct NavTabsHistoryTests {
  enum Tab: Codable, Hashable, Sendable, CaseIterable {
    case home, cart, account
  }

  private let folder: TemporaryFolder
  private let store: NavStore
  private let tabs: NavTabs<Tab, NumberRoute>

  init() throws {
    folder = try TemporaryFolder()
    let store = try NavStore(url: folder.store)
    self.store = store
    tabs = NavTabs(.home, in: NavWindow(scene: .main, store: store))
    tabs.shareHistory()
  }

  @Test("Back and Forward lead through pushes and selections in order")
  func backAndForward() async throws {
    tabs[.home].push(1)
    tabs.select(.cart)
    await mainQueue()
    tabs[.cart].push(2)
    tabs.select(.account)
    #expect(tabs.canGoBack)
    #expect(tabs.back())
    #expect(tabs.selection == .cart)
    #expect(tabs[.cart].path == [2])
    #expect(tabs.back())
    #expect(tabs.selection == .cart)
    #expect(tabs[.cart].path == [])
    #expect(tabs.back())
    #expect(tabs.selection == .home)
    #expect(tabs[.home].path == [1])
    #expect(tabs.back())
    #expect(tabs[.home].path == [])
    #expect(!tabs.back())
    #expect(!tabs.canGoBack)
    for _ in 0..<4 { #expect(tabs.forward()) }
    #expect(tabs.selection == .account)
    #expect(tabs[.home].path == [1])
    #expect(tabs[.cart].path == [2])
    #expect(!tabs.canGoForward)
  }

  @Test("A tab that is selected and pushed into in one turn is one entry")
  func selectedAndPushed() async throws {
    tabs[.home].push(1)
    await mainQueue()
    tabs.select(.cart)
    tabs[.cart].push(2)
    await mainQueue()
    let list = try #require(tabs.windowHistory?.list)
    #expect(list.count == 3)
    // A tab that is selected and left within one turn makes no entry in the list.
    tabs.select(.home)
    tabs.select(.account)
    await mainQueue()
    #expect(list.count == 4)
    tabs.select(.home)
    tabs.select(.account)
    await mainQueue()
    #expect(list.count == 4)
    #expect(tabs.back())
    #expect(tabs.selection == .cart)
    #expect(tabs[.cart].path == [2])
    #expect(tabs.back())
    #expect(tabs.selection == .home)
    #expect(tabs[.home].path == [1])
    #expect(try store.restore(NumberRoute.self, in: "main", stack: "tab:tabs.cart").path == [2])
  }

  @Test("A selection removes forward entries, and a push into a hidden tab adds no entry")
  func cut() async throws {
    tabs[.home].push(1)
    try await tabs[.home].flush()
    tabs.select(.cart)
    tabs.back()
    #expect(tabs.canGoForward)
    tabs[.account].push(9)
    #expect(tabs.canGoForward)
    tabs.select(.account)
    #expect(!tabs.canGoForward)
    #expect(tabs[.account].path == [9])
    try await tabs[.account].flush()
    tabs.back()
    #expect(tabs.selection == .home)
    let visits = try await store.history(of: NumberRoute.self, account: nil).visits()
    #expect(visits.map(\.route.number) == [9, 1])
  }

  @Test("Going back in the window's list changes the selection")
  func follows() async throws {
    tabs.select(.cart)
    #expect(tabs.windowHistory?.list?.back() == true)
    // The window's list changes the tabs' selection in the next turn of the main actor.
    while tabs.selection == .cart { await Task.yield() }
    #expect(tabs.selection == .home)
    #expect(tabs.windowHistory?.canGoForward == true)
  }

  @Test("The list and its selection are restored after a relaunch")
  func relaunch() async throws {
    tabs[.home].push(1)
    tabs.select(.cart)
    await mainQueue()
    tabs[.cart].push(2)
    tabs.back()
    try await store.close()

    let next = try NavStore(url: folder.store)
    let again = NavTabs<Tab, NumberRoute>(.home, in: NavWindow(scene: .main, store: next))
    again.shareHistory()
    #expect(again.selection == .cart)
    #expect(again[.cart].path == [])
    #expect(again.forward())
    #expect(again[.cart].path == [2])
    #expect(again.back() && again.back())
    #expect(again.selection == .home)
    #expect(again[.home].path == [1])
  }

  @Test("Without a shared list, Back applies to the selected tab, and an invalid scene has no list")
  func unshared() throws {
    let own = NavTabs<Tab, NumberRoute>(.home, in: NavWindow(scene: "other", store: store))
    own[.home].push(1)
    own.select(.cart)
    #expect(!own.back())
    own.select(.home)
    #expect(own.back())
    #expect(own[.home].path == [])
    let unknown = NavTabs<Tab, NumberRoute>(.home, in: NavWindow(scene: "", store: store))
    unknown.shareHistory()
    #expect(unknown.windowHistory == nil)
  }
}
