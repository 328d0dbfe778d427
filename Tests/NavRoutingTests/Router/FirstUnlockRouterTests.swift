import Foundation
import Observation
import TestSupport
import Testing

@testable import NavRouting
@testable import NavStore

/// Routers, tabs and split views that are created while the store's file is locked, and used before
/// and after the unlock.
@MainActor
@Suite("Routers before the first unlock")
struct FirstUnlockRouterTests {
  private let folder: TemporaryFolder
  private let lock = ManualLock()

  init() throws {
    folder = try TemporaryFolder()
  }

  private func lockedStore() -> NavStore {
    var configuration = NavStore.Configuration(folder: .url(folder.url))
    configuration.protectedData = ProtectedData(
      isAvailable: { [lock] in lock.isOpen }, whenAvailable: lock.whenOpened, locksFiles: true)
    return NavStore.openStandard(configuration)
  }

  private func file() throws -> NavStore {
    try NavStore(url: folder.file("NavStore.sqlite"))
  }

  /// Unlocks the file, and waits until objects on the main actor have been notified.
  private func unlock(_ store: NavStore) async throws {
    lock.unlock()
    try await store.flush()
    for _ in 0..<20 { await Task.yield() }
  }

  @Test(
    "After the unlock, an unused router shows the file's stack, and a changed one keeps its path")
  func routers() async throws {
    let before = try file()
    try before.save([1, 2] as [NumberRoute], in: "main")
    try before.save([3] as [NumberRoute], in: "second")
    try await before.close()
    let store = lockedStore()
    let untouched = NavRouter<NumberRoute>(in: NavWindow(scene: .main, store: store))
    let touched = NavRouter<NumberRoute>(in: NavWindow(scene: "second", store: store))
    #expect(untouched.path == [] && touched.path == [])
    touched.push(7)
    touched.push(8)
    await #expect(throws: NavStore.Error.self) { try await touched.flush() }

    try await unlock(store)
    #expect(untouched.path == [1, 2])
    #expect(untouched.restoration.path == [1, 2])
    #expect(touched.path == [7, 8])
    untouched.push(9)
    try await store.flush()
    let after = try file()
    #expect(try after.restore(NumberRoute.self, in: "main").path == [1, 2, 9])
    #expect(try after.restore(NumberRoute.self, in: "second").path == [7, 8])
    #expect(touched.go(by: -1) && touched.path == [3])
  }

  @Test("Views are notified of the stack restored after the unlock")
  func observed() async throws {
    let before = try file()
    try before.save([1] as [NumberRoute], in: "main")
    try await before.close()
    let store = lockedStore()
    let router = NavRouter<NumberRoute>(in: NavWindow(scene: .main, store: store))
    let changes = Counter()
    withObservationTracking {
      _ = router.path
    } onChange: {
      changes.increment()
    }
    try await unlock(store)
    #expect(changes.value == 1)
  }

  @Test("A turn that is open during the unlock continues")
  func openTurn() async throws {
    let before = try file()
    try before.save([1] as [NumberRoute], in: "main")
    try await before.close()
    let store = lockedStore()
    let router = NavRouter<NumberRoute>(in: NavWindow(scene: .main, store: store))
    router.push(5)
    lock.open()
    #expect(try store.restore(NumberRoute.self, in: "other").path == [])
    router.push(6)
    try await store.flush()
    #expect(router.path == [5, 6])
    #expect(try file().restore(NumberRoute.self, in: "main").path == [5, 6])
  }

  @Test("The unlock restores the selected tab, unless another was selected before")
  func tabs() async throws {
    for selectsAnother in [false, true] {
      let before = try file()
      let old = NavTabs<String, NumberRoute>("home", in: NavWindow(scene: .main, store: before))
      old.selection = "search"
      old["search"].path = [4]
      try await before.flush()
      try await before.close()
      lock.shut()
      let store = lockedStore()
      let tabs = NavTabs<String, NumberRoute>("home", in: NavWindow(scene: .main, store: store))
      #expect(tabs.selection == "home" && tabs["search"].path == [])
      if selectsAnother { tabs.selection = "library" }
      try await unlock(store)
      #expect(tabs.selection == (selectsAnother ? "library" : "search"))
      #expect(tabs["search"].path == [4])
      try await store.close()
    }
  }

  @Test("Back and Forward lead through tabs before the unlock, and the entries are saved after it")
  func tabsGoingBack() async throws {
    let store = lockedStore()
    let window = NavWindow(scene: .main, store: store)
    let tabs = NavTabs<String, NumberRoute>("home", in: window)
    let list = window.backForward
    #expect(!list.canGoBack)
    tabs["home"].push(1)
    store.endTurn()
    tabs.selection = "search"
    tabs["search"].push(2)
    store.endTurn()
    #expect(list.back() && tabs.selection == "home" && tabs["home"].path == [1])
    #expect(list.forward() && tabs.selection == "search" && tabs["search"].path == [2])
    try await unlock(store)
    #expect(tabs.selection == "search" && tabs["search"].path == [2])
    #expect(window.problem == nil)
    try await store.close()

    let relaunched = NavWindow(scene: .main, store: try file())
    let after = NavTabs<String, NumberRoute>("home", in: relaunched)
    #expect(after.selection == "search" && after["search"].path == [2])
    #expect(after["home"].path == [1])
  }
}
