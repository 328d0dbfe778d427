import Foundation
import NavStore
import Observation
import TestSupport
import Testing

@testable import NavRouting

@MainActor
@Suite("Routers, tabs and sheets of an erased account") struct ErasedAccountTests {
  let folder: TemporaryFolder
  let store: NavStore
  private static let account = "ada-5550123"

  init() throws {
    folder = try TemporaryFolder()
    store = try NavStore(url: folder.store)
  }

  enum Tab: String, Codable, Hashable, Sendable { case home, feed }

  struct Selection: Codable, Hashable, Sendable { var item: Int? }

  /// A router, a value, tabs and other objects of one window, all of one account.
  @MainActor struct WindowObjects {
    let router: NavRouter<NumberRoute>
    let draft = ScreenValue<String>("draft", first: "")
    let tabs: NavTabs<Tab, NumberRoute>
    let split: NavSplit<Selection, NumberRoute>
    let columns: NavSplit<Selection, NumberRoute>
    let sheet: NavPresentation<NumberRoute>
    let window: WindowContext

    init(_ store: NavStore, account: String?, scene: String = "main") {
      self.init(in: NavWindow(scene: NavScene(id: scene), account: account, store: store))
    }

    init(in window: NavWindow) {
      router = NavRouter(in: window)
      draft.screen = NavScreen(stack: router, spot: .root)
      tabs = NavTabs(.home, in: window)
      split = NavSplit(Selection(), in: window)
      columns = NavSplit(Selection(), in: window, named: "columns", keepsDetails: true)
      sheet = NavPresentation("sheet", in: window, restores: true)
      self.window = window.shared
      self.window.firstStack = tabs.stack(of: .home)
    }

    /// Changes every object, with `number` as the new route or value.
    func use(_ number: Int) {
      let route = NumberRoute(number: number)
      _ = window.canGoBack
      draft.current = "draft \(number)"
      router.push(route)
      tabs.selection = .feed
      window.select(tabs.stack(of: .feed))
      tabs[.feed].push(route)
      split.select(Selection(item: number), path: [route])
      split.columnVisibility = .all
      columns.select(Selection(item: number), path: [route])
      sheet.present(route, path: [route])
    }

    /// The content of all objects as one text, which tests compare.
    var shown: String {
      let stacks = [
        router, tabs[.home], tabs[.feed], split.detail, columns.detail, sheet.router,
      ].map { "\($0.path.map(\.number))" }
      let selected = "\(tabs.selection) \(split.selection.item ?? 0) \(columns.selection.item ?? 0)"
      let stack = window.list?.selectedStack ?? window.firstStack
      let rest = "\(split.columnVisibility) \(sheet.item?.number ?? 0) \(stack)"
      return "\(stacks.joined()) \(selected) \(rest) \(window.canGoBack) '\(draft.current)'"
    }

    static let atFirst = "[][][][][][] home 0 0 automatic 0 tab:tabs.home false ''"
  }

  private func relaunched(account: String? = account) throws -> WindowObjects {
    WindowObjects(try folder.relaunch(), account: account.orSignedOut)
  }

  enum Way: CaseIterable, Sendable { case erasing, starting, everything }

  /// Erases the account in one of the ways. Returns when the erasure is complete.
  private func erase(_ way: Way) async throws {
    switch way {
    case .erasing: try await store.eraseAccount(Self.account)
    case .everything: try await store.eraseEverything()
    case .starting:
      store.startErasingAccount(Self.account)
      try await store.flush()
      while try folder.holds(Self.account) { await Task.yield() }
    }
  }

  @Test(
    "Objects of an erased account show their first content, saved or not",
    arguments: Way.allCases, [true, false])
  func showNothing(_ way: Way, isSaved: Bool) async throws {
    let objects = WindowObjects(store, account: Self.account)
    let hers = WindowObjects(store, account: "bob")
    objects.use(1)
    if way != .everything { hers.use(7) }
    let bobs = hers.shown
    if isSaved { try await store.flush() }
    try await erase(way)
    #expect(objects.shown == WindowObjects.atFirst)
    #expect(hers.shown == bobs)
    try await store.flush()
    try await store.close()
    #expect(try !folder.holds(Self.account))
    #expect(try relaunched().shown == WindowObjects.atFirst)
    let again = try relaunched(account: "bob")
    _ = again.window.canGoBack
    #expect(again.shown == bobs)
  }

  @Test(
    "Later changes of an erased account's objects never reach the file",
    arguments: Way.allCases, [true, false])
  func bringNothingBack(_ way: Way, wereUsed: Bool) async throws {
    let objects = WindowObjects(store, account: Self.account)
    if wereUsed { objects.use(1) }
    try await store.flush()
    try await erase(way)
    objects.use(2)
    #expect(objects.router.path == [2], "Changes are kept in memory.")
    #expect(objects.tabs.selection == .feed)
    #expect(objects.split.selection.item == 2)
    for router in [objects.router, objects.tabs[.home], objects.split.detail, objects.sheet.router]
    {
      #expect(router.problem?.reason == .accountErased)
    }
    try await store.flush()
    let found = try relaunched()
    #expect(found.shown == WindowObjects.atFirst)
    #expect(try await found.router.store.seen(NumberRoute.self, account: Self.account).isEmpty)
    try await store.close()
    #expect(try !folder.holds(Self.account))
  }

  @Test("A window made after the erasure of its account is empty, and is saved")
  func signInAgain() async throws {
    let old = WindowObjects(store, account: Self.account)
    old.use(1)
    try await erase(.erasing)
    let new = WindowObjects(store, account: Self.account)
    #expect(new.shown == WindowObjects.atFirst)
    new.use(3)
    old.use(2)
    let shown = new.shown
    #expect(shown.hasPrefix("[3][][3][3][3][3] feed 3 3"))
    try await store.flush()
    let again = try relaunched()
    _ = again.window.canGoBack
    #expect(again.shown == shown)
    #expect(again.router.problem == nil)
  }

  @Test("A window made after another process erased the account is saved")
  func erasedElsewhere() async throws {
    let old = WindowObjects(store, account: Self.account)
    old.use(1)
    try await store.flush()
    let other = try folder.relaunch()
    try await other.eraseAccount(Self.account)
    let new = WindowObjects(store, account: Self.account)
    #expect(new.shown == WindowObjects.atFirst && new.router.problem == nil)
    old.use(2)
    new.use(3)
    #expect(old.router.problem?.reason == .accountErased)
    let shown = new.shown
    try await store.flush()
    let again = try relaunched()
    _ = again.window.canGoBack
    #expect(again.shown == shown && shown.hasPrefix("[3]"))
  }

  @Test("Nothing is saved after the start of an erasure, and a failed erasure is reported")
  func starting() async throws {
    let objects = WindowObjects(store, account: Self.account)
    objects.use(1)
    try await store.flush()
    objects.use(2)
    store.startErasingAccount(Self.account)
    objects.use(3)
    #expect(objects.router.problem?.reason == .accountErased)
    #expect(await reason { try await objects.router.flush() } == .accountErased)
    while try folder.holds(Self.account) { await Task.yield() }
    #expect(try relaunched().shown == WindowObjects.atFirst)

    var failures = store.saveFailures.makeAsyncIterator()
    store.startErasingAccount("")
    #expect(await failures.next()?.code == .invalidArgument)
  }

  private func reason(_ body: () async throws -> Void) async -> NavStore.Error.Reason? {
    do {
      try await body()
      return nil
    } catch {
      return (error as? NavStore.Error)?.reason
    }
  }

  @Test(
    "Signed-out objects are empty after an erasure, and are saved again", arguments: [true, false])
  func signedOut(everything: Bool) async throws {
    let objects = WindowObjects(store, account: nil)
    objects.use(1)
    if everything { try await store.eraseEverything() } else { try await store.eraseSignedOut() }
    #expect(objects.shown == WindowObjects.atFirst)
    objects.use(2)
    let shown = objects.shown
    try await store.flush()
    let again = try relaunched(account: nil)
    _ = again.window.canGoBack
    #expect(again.shown == shown)
  }

  @Test("Observers are notified of an erasure")
  func observation() async throws {
    let objects = WindowObjects(store, account: Self.account)
    objects.use(1)
    let notifications = Counter()
    withObservationTracking {
      _ = (objects.tabs.selection, objects.split.selection)
    } onChange: {
      notifications.increment()
    }
    try await erase(.erasing)
    for _ in 0..<1_000 where notifications.value == 0 { await Task.yield() }
    #expect(notifications.value == 1)
  }
}
