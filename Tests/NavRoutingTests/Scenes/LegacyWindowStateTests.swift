import Foundation
import NavStore
import TestSupport
import Testing

@testable import NavRouting

@MainActor
@Suite("Tabs, split views and sheets with legacy state") struct LegacyWindowStateTests {
  let folder: TemporaryFolder
  let store: NavStore

  init() throws {
    folder = try TemporaryFolder()
    // The clock of this store's launch stands still, so that no restore is confirmed.
    store = try folder.crashingLaunch()
  }

  enum Tab: String, Codable, Hashable, Sendable { case home, cart }

  struct Selection: Codable, Hashable, Sendable { var item: Int? }

  private func tabs(_ store: NavStore, scene: String = "main") -> NavTabs<Tab, NumberRoute> {
    NavWindow(scene: NavScene(id: scene), store: store).tabs(
      startingAt: .home, migratingFrom: { tab in tab == .cart ? .custom { [7, 8] } : nil },
      migratingSelection: .custom { [.cart] })
  }

  @Test("Tabs import the legacy selection and each tab's path, once")
  func tabs() async throws {
    let first = tabs(store)
    #expect(first.selection == .cart)
    #expect(first[.cart].path == [7, 8])
    #expect(first[.home].path.isEmpty)
    let second = tabs(store, scene: "second")
    #expect(second.selection == .home)
    #expect(second[.cart].path.isEmpty)
    first.selection = .home
    first[.cart].pop()
    try await store.flush()
    let reopened = try folder.relaunch()
    #expect(tabs(reopened).selection == .home)
    #expect(tabs(reopened)[.cart].path == [7])
    #expect(tabs(reopened, scene: "third").selection == .home)
    #expect(tabs(reopened, scene: "third")[.cart].path.isEmpty)
  }

  @Test(
    "An imported selection is saved when the store is closed, but not by a flush",
    arguments: [true, false])
  func shownSelection(closes: Bool) async throws {
    let tabs = tabs(store)
    #expect(tabs.selection == .cart && tabs[.cart].path == [7, 8])
    if closes { try await store.close() } else { try await store.flush() }
    let reopened = try folder.relaunch()
    let second = self.tabs(reopened, scene: "second")
    #expect(second.selection == (closes ? .home : .cart))
    #expect(self.tabs(reopened).selection == (closes ? .cart : .home))
    #expect(second[.cart].path == (closes ? [] : [7, 8]))
  }

  @Test("Legacy state imported while signed out belongs to the account that signs in")
  func signedOutAtLaunch() async throws {
    func tabs(_ account: String?, _ store: NavStore) -> (NavWindow, NavTabs<Tab, NumberRoute>) {
      let window = NavWindow(scene: .main, account: account, store: store)
      return (
        window,
        window.tabs(
          startingAt: .home, migratingFrom: { tab in tab == .cart ? .custom { [7, 8] } : nil },
          migratingSelection: .custom { [.cart] })
      )
    }
    let before = tabs(nil, store)
    #expect(before.1.selection == .cart && before.1[.cart].path == [7, 8])
    let after = tabs("ada", store)
    #expect(after.1.selection == .cart && after.1[.cart].path == [7, 8])
    #expect(before.1[.cart].path.isEmpty)
    after.1[.cart].push(9)
    try await store.close()

    let reopened = try folder.relaunch()
    let ada = tabs("ada", reopened)
    #expect(ada.1.selection == .cart && ada.1[.cart].path == [7, 8, 9])
    let signedOut = tabs(nil, reopened)
    #expect(signedOut.1.selection == .home && signedOut.1[.cart].path.isEmpty)
  }

  private func split(
    _ keepsDetails: Bool, _ store: NavStore, scene: String = "main"
  ) -> NavSplit<Selection, NumberRoute> {
    NavWindow(scene: NavScene(id: scene), store: store).split(
      startingAt: Selection(), keepsDetails: keepsDetails, migratingFrom: .custom { [1, 2] },
      migratingSelection: .custom { [Selection(item: 5)] })
  }

  @Test(
    "A split view imports the legacy selection and its detail's path, once",
    arguments: [false, true])
  func split(_ keepsDetails: Bool) async throws {
    let first = split(keepsDetails, store)
    #expect(first.selection.item == 5)
    #expect(first.detail.path == [1, 2])
    first.selection.item = 6
    #expect(first.detail.path.isEmpty)
    try await store.flush()
    let second = split(keepsDetails, store, scene: "second")
    #expect(second.selection.item == nil)
    #expect(second.detail.path.isEmpty)
    let again = split(keepsDetails, try folder.relaunch())
    #expect(again.selection.item == 6)
    #expect(again.detail.path.isEmpty)
    again.selection.item = 9
    #expect(again.detail.path.isEmpty)
  }

  @Test("A selection is imported from a file with its JSON")
  func selectionInFile() async throws {
    let file = folder.url.appendingPathComponent("selection.json")
    try Data(#"{"item":5}"#.utf8).write(to: file)
    func split(_ store: NavStore) -> NavSplit<Selection, NumberRoute> {
      NavWindow(scene: .main, store: store).split(
        startingAt: Selection(), migratingSelection: .json(file: file))
    }
    #expect(split(store).selection.item == 5)
    try await store.close()
    #expect(split(try folder.relaunch()).selection.item == 5)
    try Data(#"[{"item":6}]"#.utf8).write(to: file)
    let other = NavWindow(scene: "other", store: try folder.relaunch()).split(
      startingAt: Selection(), of: NumberRoute.self, migratingSelection: .json(file: file))
    #expect(other.selection.item == nil, "An array is no selection.")
  }

  @Test("A presentation imports the legacy item and the path above it, once")
  func presentation() async throws {
    func sheet(
      _ store: NavStore, restores: Bool = true, scene: String = "main"
    ) -> NavPresentation<NumberRoute> {
      NavPresentation(
        "sheet", in: NavWindow(scene: NavScene(id: scene), store: store), restores: restores,
        policy: .init(legacy: .custom { [4, 5] }))
    }
    #expect(sheet(store, restores: false, scene: "other").item == nil)
    let first = sheet(store)
    #expect(first.item == 4)
    #expect(first.router.path == [5])
    #expect(sheet(store, scene: "second").item == nil)
    try await store.flush()
    let again = sheet(try folder.relaunch())
    #expect(again.item == 4)
    #expect(again.router.path == [5])
    again.item = nil
    try await again.router.flush()
    #expect(sheet(try folder.relaunch()).item == nil)
  }

  @Test("Erasing an account removes its legacy values, and returns the number of values left")
  func erasing() async throws {
    let old = Locked([1: true, 2: true, 3: true])
    func source<R: Sendable>(_ number: Int, _ values: [R]) -> NavLegacyState<R> {
      NavLegacyState.custom {
        old.withLock { $0[number] } == true ? values : nil
      } remove: {
        old.withLock { if number < 3 { $0[number] = nil } }
      }
    }
    let tabs = NavWindow(scene: .main, account: "ada", store: self.store).tabs(
      startingAt: Tab.home, of: NumberRoute.self, migratingFrom: { _ in source(1, [7]) },
      migratingSelection: source(2, [.cart]))
    #expect(tabs.selection == .cart)
    #expect(tabs[.cart].path == [7])
    let sheet = NavPresentation<NumberRoute>(
      "sheet", in: NavWindow(scene: .main, account: "ada", store: self.store), restores: true,
      policy: .init(legacy: source(3, [4])))
    #expect(sheet.item == 4)
    let left = try await store.eraseAccount("ada")
    #expect(old.withLock { $0 } == [3: true])
    #expect(left == 1)
  }
}
