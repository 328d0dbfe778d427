import Foundation
import NavStore
import Observation
import TestSupport
import Testing

@testable import NavRouting

/// Selected or presented routes that are removed, forgotten or rewritten.
@MainActor
@Suite struct RemovedSelectionTests {
  typealias Split = NavSplit<NumberRoute?, NumberRoute>
  typealias Tabs = NavTabs<NumberRoute, NumberRoute>

  let folder: TemporaryFolder
  let store: NavStore

  init() throws {
    folder = try TemporaryFolder()
    store = try NavStore(url: folder.store)
  }

  private func split(_ keepsDetails: Bool = false, _ store: NavStore? = nil) -> Split {
    Split(nil, in: NavWindow(scene: .main, store: store ?? self.store), keepsDetails: keepsDetails)
  }

  private func tabs(_ store: NavStore? = nil) -> Tabs {
    Tabs(1, in: NavWindow(scene: .main, store: store ?? self.store))
  }

  private func sheet(_ store: NavStore? = nil) -> NavPresentation<NumberRoute> {
    NavPresentation(
      "sheet", in: NavWindow(scene: .main, store: store ?? self.store), restores: true)
  }

  /// Waits until all objects have been notified of changes that were made on other threads.
  private func settle() async {
    for _ in 0..<3 { await mainQueue() }
  }

  private func remove(_ number: Int) async throws {
    try await store.history(of: NumberRoute.self, account: nil).removeRoutes { $0.number == number }
  }

  private func forget(_ number: Int) async throws {
    try await store.history(of: NumberRoute.self, account: nil).forget(
      .item(NumberRoute(number: number)))
  }

  @Test(
    "A removed route is deselected, and its detail is emptied", arguments: [true, false])
  func split(isSaved: Bool) async throws {
    let split = split()
    split.select(7, path: [1, 2])
    if isSaved { try await store.flush() }
    let notifications = Counter()
    withObservationTracking {
      _ = split.selection
    } onChange: {
      notifications.increment()
    }
    try await remove(7)
    #expect(split.selection == nil)
    await settle()
    #expect(notifications.value == 1)
    #expect(split.detail.path.isEmpty)
    #expect(!split.detail.canGoBack)
    try await store.flush()
    let again = self.split(false, try folder.relaunch())
    #expect(again.selection == nil)
    #expect(again.detail.path.isEmpty)
  }

  @Test("A removal without a live split view deletes the selection and its detail from the file")
  func splitInFile() async throws {
    do {
      let split = split()
      split.select(7, path: [1, 2])
      try await store.flush()
    }
    let other = try folder.relaunch()
    try await other.history(of: NumberRoute.self, account: nil).removeRoutes { $0 == 7 }
    let again = self.split(false, try folder.relaunch())
    #expect(again.selection == nil)
    #expect(again.detail.path.isEmpty)
  }

  @Test(
    "A removed selection is deselected, also with a stack for each selection",
    arguments: [true, false])
  func perSelection(keepsDetails: Bool) async throws {
    let split = split(keepsDetails)
    split.select(7, path: [1, 2])
    try await remove(7)
    #expect(split.selection == nil)
    #expect(split.detail.path == [])
    try await store.flush()
    let again = self.split(keepsDetails, try folder.relaunch())
    #expect(again.selection == nil)
    #expect(again.detail.path == [])
  }

  @Test("A forgotten selection is still shown, but not restored")
  func forgotten() async throws {
    let split = split()
    split.selection = 7
    let tabs = tabs()
    tabs.selection = 8
    let sheet = sheet()
    sheet.present(9, path: [10])
    try await store.flush()
    for number in 7...9 { try await forget(number) }
    await settle()
    #expect(split.selection == 7)
    #expect(tabs.selection == 8)
    #expect(sheet.item == 9)
    split.detail.push(1)
    tabs[8].push(2)
    sheet.router.push(3)
    split.columnVisibility = .all
    try await store.flush()
    let store = try folder.relaunch()
    #expect(self.split(false, store).selection == nil)
    #expect(self.tabs(store).selection == 1)
    #expect(self.sheet(store).item == nil)
    for number in 7...9 {
      let history = store.history(of: NumberRoute.self, account: nil)
      #expect(try await history.erase(.item(NumberRoute(number: number))) == 0)
      // The name of the stack of tab 8 contains the route. The stack was changed after the route
      // was forgotten, so the bytes of the name stay in the file.
      if number != 8 { #expect(try !isStored(number)) }
    }
  }

  @Test(
    "Erasing dates removes a shown selection from the file", arguments: [false, true])
  func dates(isSaved: Bool) async throws {
    let split = split(false)
    let window = NavWindow(scene: .main, store: store)
    // Makes a visit of the selected route in the history, on another stack.
    window.router(NumberRoute.self).push(7)
    try await store.flush()
    split.select(7, path: [1])
    if isSaved { try await store.flush() }
    try await store.history(of: NumberRoute.self, account: nil).erase(
      .dates(.distantPast..<(.distantFuture)))
    await settle()
    #expect(split.selection == 7 && split.detail.path == [1])
    split.detail.push(2)
    try await store.flush()
    let again = self.split(false, try folder.relaunch())
    #expect(again.selection == nil)
    let history = store.history(of: NumberRoute.self, account: nil)
    #expect(try await history.erase(.item(NumberRoute(number: 7))) == 0)
    #expect(try !isStored(7) && isStored(2))
  }

  @Test("If the selected tab is removed, the first tab is selected")
  func removedTab() async throws {
    let tabs = tabs()
    tabs.selection = 2
    tabs[2].push(5)
    try await store.flush()
    tabs.selection = 3
    try await remove(3)
    #expect(tabs.selection == 1)
    await settle()
    tabs[1].push(6)
    try await store.flush()
    #expect(
      try await store.history(of: NumberRoute.self, account: nil).visits().map(\.route) == [6, 5])
    #expect(self.tabs(try folder.relaunch()).selection == 1)
  }

  @Test("If the selected tab is removed, Back in a shared list starts from the first tab")
  func sharedTabs() async throws {
    let tabs = tabs()
    tabs.shareHistory()
    tabs.selection = 2
    await mainQueue()
    tabs.selection = 3
    try await remove(3)
    await settle()
    #expect(tabs.selection == 1)
    #expect(tabs.back())
    await settle()
    #expect(tabs.selection != 1)
  }

  @Test("A rewrite changes selections and presented items")
  func rewrite() async throws {
    let split = split(false)
    split.select(7, path: [1])
    let tabs = tabs()
    tabs.selection = 7
    let sheet = sheet()
    sheet.present(7, path: [2])
    try await store.history(of: NumberRoute.self, account: nil).replaceRoutes {
      $0 == NumberRoute(number: 7) ? 70 : nil
    }
    #expect(split.selection == 70)
    #expect(split.detail.path == [1])
    #expect(tabs.selection == 70)
    #expect(sheet.item == 70)
    try await store.flush()
    let store = try folder.relaunch()
    #expect(self.split(false, store).selection == 70)
    #expect(self.tabs(store).selection == 70)
    #expect(self.sheet(store).item == 70)
    #expect(self.sheet(store).router.path == [2])
  }

  @Test(
    "A sheet and its stack are closed when the presented item is removed",
    arguments: [true, false])
  func sheet(isSaved: Bool) async throws {
    let sheet = sheet()
    sheet.present(9, path: [10, 11])
    if isSaved { try await store.flush() }
    try await remove(9)
    #expect(sheet.item == nil)
    #expect(sheet.router.path.isEmpty)
    try await store.flush()
    let again = self.sheet(try folder.relaunch())
    #expect(again.item == nil)
    #expect(again.router.path.isEmpty)
    sheet.present(12)
    #expect(sheet.router.path.isEmpty && !sheet.router.canGoBack)
  }

  @Test("A saved sheet that is not shown is removed with its item")
  func sheetInFile() async throws {
    do {
      sheet().present(9, path: [10])
      try await store.flush()
    }
    try await folder.relaunch().history(of: NumberRoute.self, account: nil).removeRoutes { $0 == 9 }
    let again = self.sheet(try folder.relaunch())
    #expect(again.item == nil)
    #expect(again.router.path.isEmpty)
  }

  @Test("A selection that is never stored is deselected when it is removed")
  func transient() async throws {
    let split = NavSplit<SecretRoute?, NumberRoute>(nil, in: NavWindow(scene: .main, store: store))
    split.selection = .code("a")
    try await store.flush()
    try await store.history(of: SecretRoute.self, account: nil).replaceRoutes {
      $0 == .code("a") ? .code("b") : $0
    }
    #expect(split.selection == .code("b"))
    try await store.history(of: SecretRoute.self, account: nil).removeRoutes { $0 == .code("b") }
    #expect(split.selection == nil)
  }

  @Test("Erasing a selected item removes its bytes, also if the selection has its own stack")
  func erasedSelection() async throws {
    let split = split(true)
    split.select(7, path: [1])
    split.select(8, path: [7])
    try await store.flush()
    #expect(try isStored(7) && isStored(8))
    try await store.history(of: NumberRoute.self, account: nil).erase(.item(NumberRoute(number: 7)))
    #expect(try !isStored(7) && isStored(8))
  }

  /// Returns whether the bytes of a route are in the file or its WAL.
  private func isStored(_ number: Int) throws -> Bool {
    try ["", "-wal"].contains { suffix in
      let url = URL(fileURLWithPath: folder.store.path + suffix)
      return try Data(contentsOf: url).range(of: Data(#""number":\#(number)}"#.utf8)) != nil
    }
  }
}
