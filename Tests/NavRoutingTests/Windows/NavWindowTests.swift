import Foundation
import NavStore
import NavStoreInspection
import Observation
import TestSupport
import Testing

@testable import NavRouting

/// The settings of a window that apply to every object in the window.
@MainActor
@Suite("A window and its objects") struct NavWindowTests {
  typealias WindowObjects = ErasedAccountTests.WindowObjects
  typealias Tab = ErasedAccountTests.Tab

  let folder: TemporaryFolder
  let store: NavStore
  let window: NavWindow

  init() throws {
    folder = try TemporaryFolder()
    let store = try NavStore(url: folder.store)
    self.store = store
    window = NavWindow(scene: .main, account: "ada", store: store)
  }

  private func settle() async {
    for _ in 0..<3 { await mainQueue() }
  }

  private func window(of account: String?) -> NavWindow {
    NavWindow(scene: .main, account: account, store: store)
  }

  @Test("Every object of a window shows only the data of the window's account")
  func account() async throws {
    let objects = WindowObjects(in: window)
    objects.use(1)
    let adas = objects.shown
    let bob = WindowObjects(in: window(of: "bob"))
    #expect(bob.shown == WindowObjects.atFirst)
    bob.use(7)
    let bobs = bob.shown
    #expect(objects.shown == adas)
    #expect(
      WindowObjects(in: window(of: "ada")).shown == adas, "Two windows share one stack per key")
    let signedOut = WindowObjects(in: window(of: nil))
    #expect(signedOut.shown == WindowObjects.atFirst)
    try await store.flush()
    await settle()
    #expect(signedOut.shown == WindowObjects.atFirst)
    try await store.close()

    let later = try folder.relaunch()
    for (account, shown) in [("ada", adas), ("bob", bobs), (nil, WindowObjects.atFirst)] {
      #expect(
        WindowObjects(in: NavWindow(scene: .main, account: account, store: later)).shown == shown)
    }
    for (account, number) in [("ada", 1), ("bob", 7)] {
      let visits = try await later.history(of: NumberRoute.self, account: account.orSignedOut)
        .visits()
      #expect(Set(visits.map(\.route.number)) == [number], "Showing a stack again adds no visit")
    }
    #expect(try await later.history(of: NumberRoute.self, account: nil).visits().isEmpty)
  }

  @Test("A late change of an old window is saved for that window's account")
  func sameTurn() async throws {
    let adas = window.router(NumberRoute.self)
    adas.push(1)
    let bobs = window(of: "bob").router(NumberRoute.self)
    bobs.push(2)
    adas.push(3)
    #expect(adas.path == [1, 3])
    #expect(adas.session.account == "ada")
    try await store.flush()
    #expect(
      try await store.history(of: NumberRoute.self, account: "ada").visits().map(\.route) == [3])
    #expect(
      try await store.history(of: NumberRoute.self, account: "bob").visits().map(\.route) == [2])
  }

  @Test("After an account switch, only the new account's selected tab counts as shown")
  func shownTab() async throws {
    let adas = NavTabs<Tab, NumberRoute>(.home, in: window)
    adas[.home].push(1)
    adas.selection = .feed
    adas[.feed].push(2)
    let tabs = NavTabs<Tab, NumberRoute>(.home, in: window(of: "bob"))
    tabs[.feed].push(3)
    tabs[.home].push(4)
    try await store.flush()
    let history = store.history(of: NumberRoute.self, account: "bob")
    #expect(try await history.visits().map(\.route) == [4], "The hidden tab adds no visit")
    tabs.selection = .feed
    try await store.flush()
    #expect(try await history.visits().map(\.route) == [3, 4])
  }

  @Test("An invalid account works in memory, and is never treated as signed out")
  func invalidAccount() async throws {
    window(of: nil).router(NumberRoute.self).push(1)
    for account in ["", String(repeating: "a", count: 513)] {
      let window = window(of: account)
      let router = window.router(NumberRoute.self)
      #expect(router.path == [] && window.account == account)
      router.push(2)
      #expect(router.path == [2])
      #expect(router.problem?.code == .invalidArgument)
      #expect(window.problem?.code == .invalidArgument)
      for flush in [router.flush, window.flush] {
        await #expect {
          try await flush()
        } throws: { ($0 as? NavStore.Error)?.code == .invalidArgument }
      }
    }
    try await store.flush()
    #expect(try store.restore(NumberRoute.self, in: "main").path == [1])
  }

  @Test("A value of a window belongs to its account, and is not in a redacted dump")
  func ownValues() async throws {
    window.setValue([3, 1], named: "openTabs")
    #expect(window(of: "bob").value([Int].self, named: "openTabs") == nil)
    #expect(window(of: "ada").value(named: "openTabs") == [3, 1])
    let dump = try await store.dump(redacting: false)
    #expect(dump.contains("openTabs") && dump.contains("[3,1]"))
    let redacted = try await store.dump()
    #expect(!redacted.contains("openTabs") && !redacted.contains("ada") && redacted != dump)
    window.setValue(nil, named: "openTabs")
    #expect(window.value([Int].self, named: "openTabs") == nil)
  }

  @Test("Values set by the app are listed and removed by name, and internal values are not listed")
  func valueNames() async throws {
    NavTabs<Tab, NumberRoute>(.home, in: window).selection = .feed
    for name in ["tab:size", "openTabs", ":", "draft"] { window.setValue(1, named: name) }
    let names = [":", "draft", "openTabs", "tab:size"]
    #expect(window.valueNames == names)
    try await store.flush()
    #expect(window.valueNames == names && window(of: "bob").valueNames.isEmpty)
    window.setValue(nil, named: "openTabs")
    window.setValue(nil, named: "tab:size")
    window.setValue(nil, named: "none")
    #expect(window.valueNames == [":", "draft"])
    try await store.flush()
    #expect(window.valueNames == [":", "draft"])
    #expect(window.value(Int.self, named: "draft") == 1)
    #expect(NavTabs<Tab, NumberRoute>(.home, in: window).selection == .feed)

    let router = window.router(NumberRoute.self)
    router.push(1)
    for owner in [NavValueOwner.screen, .item, .window] {
      router.setValue(7, named: "place", of: owner)
      router.setValue(nil, named: "place", of: owner)
      try await store.flush()
      #expect(router.value(Int.self, named: "place", of: owner) == nil)
    }
  }

  @Test("A window of an erased account saves nothing, and a later window saves again")
  func erased() async throws {
    let router = window.router(NumberRoute.self)
    router.push(1)
    let unused = window(of: "ada")
    try await store.eraseAccount("ada")
    router.push(2)
    for window in [window, unused] {
      #expect(window.problem?.reason == .accountErased)
      let late = window.router(NumberRoute.self, stack: "late")
      late.push(3)
      #expect(late.problem?.reason == .accountErased)
      window.setValue(1, named: "late")
      #expect(window.value(Int.self, named: "late") == nil)
      NavTabs<Tab, NumberRoute>(.home, in: window).selection = .feed
    }
    try await store.flush()
    let later = window(of: "ada")
    let again = later.router(NumberRoute.self)
    #expect(again.path == [] && again.problem == nil)
    again.push(4)
    try await store.flush()
    #expect(try store.restore(NumberRoute.self, in: "main", account: "ada").path == [4])
    #expect(
      try store.restore(NumberRoute.self, in: "main", stack: "late", account: "ada").path == [])
    #expect(later.value(Int.self, named: "late") == nil)
    #expect(NavTabs<Tab, NumberRoute>(.home, in: later).selection == .home)
  }

  @Test("A window returns the same router each time, and is released with its routers")
  func routers() throws {
    weak var gone: NavWindow?
    weak var router: NavRouter<NumberRoute>?
    do {
      let window = NavWindow(scene: "closing", store: store)
      gone = window
      router = window.router()
      #expect(window.router(NumberRoute.self) === router)
      #expect(window.router(NumberRoute.self, stack: "other") !== router)
      router?.push(1)
      #expect(router?.window === window)
      #expect(window.backForward.canGoBack == false)
    }
    #expect(gone == nil)
    #expect(router == nil)
    #expect(try store.session(of: NumberRoute.self, in: "closing").path == [1])
  }

  @Test("The history of a window is the history of its account")
  func history() async throws {
    window.router(NumberRoute.self).push(1)
    let bobs = window(of: "bob")
    bobs.router(NumberRoute.self).push(2)
    try await store.flush()
    #expect(try await bobs.history(of: NumberRoute.self).items().map(\.route) == [2])
    #expect(try await window.history(of: NumberRoute.self).items().map(\.route) == [1])
  }

  @Test("A link that requires an account opens in a window that has one")
  func links() throws {
    let window = NavWindow(scene: "links", store: store)
    let links = NavDeepLinks<NumberRoute>(schemes: ["app"]) {
      NavLinkPattern("number/{id}", NumberRoute.init(number:)).requiringSignIn()
    }
    let router = window.router(NumberRoute.self)
    window.receive(links, in: router)
    #expect(window.open(try #require(URL(string: "app://number/7"))) == .pending)
    let bobs = NavWindow(scene: "links", account: "bob", store: store)
    bobs.receive(links, in: bobs.router())
    #expect(bobs.router(NumberRoute.self).path == [7] && router.path == [])
  }

  @Test("A value that the app owns is recorded, and restored for its account")
  func values() async throws {
    let tab = window.shared.ownValue(named: "tab", with: Tab.home)
    #expect(tab.current == .home)
    tab.save(.feed)
    let bobs = window(of: "bob")
    #expect(
      bobs.shared.ownValue(named: "tab", with: Tab.feed).current == .home,
      "The app's property still has ada's value")
    #expect(tab.value == .feed)
    try await store.flush()
    let later = NavWindow(scene: .main, account: "ada", store: store)
    #expect(later.shared.ownValue(named: "tab", with: Tab.home).current == .feed)
    try await store.eraseAccount("ada")
    await settle()
    #expect(tab.value == .home)
  }

  @Test("A value that is a route is reset when the route is removed")
  func routeValue() async throws {
    let shown = window.shared.ownValue(named: "shown", with: NumberRoute?.none)
    shown.save(7)
    try await store.flush()
    try await store.history(of: NumberRoute.self, account: "ada").removeRoutes { $0 == 7 }
    await settle()
    #expect(shown.value == nil)
  }
}
