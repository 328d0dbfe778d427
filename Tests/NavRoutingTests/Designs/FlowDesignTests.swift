import Foundation
import NavStore
import TestSupport
import Testing

@testable import NavRouting

/// The sign-in gate of the fourth reference design: the screen that its root view shows, and the
/// data that remains after a logout.
@MainActor
@Suite("A sign-in gate with a logout") struct FlowDesignTests {
  typealias App = CommandDesign.App
  typealias MainRoute = CommandDesign.MainRoute

  let folder: TemporaryFolder
  let store: NavStore

  init() throws {
    folder = try TemporaryFolder()
    store = try folder.relaunch()
  }

  @Test(
    "The app shows splash, then sign-in, then main screens, each with routes of its own",
    arguments: Ending.allCases)
  func rootSwitch(_ ending: Ending) async throws {
    let app = App(store)
    #expect(try app.stage == .splash)
    try app.leaveSplash()
    app.auth.push(contentsOf: [.signIn, .reset(email: "ada@example.com")])
    #expect(try app.stage == .signIn)

    let second = App(try await folder.relaunch(after: ending, of: store))
    #expect(try second.stage == .signIn, "The splash screen is for the first launch")
    #expect(second.auth.path == [.signIn, .reset(email: "ada@example.com")])
    second.signIn(as: "ada")
    #expect(try second.stage == .main)
    second.main.push(contentsOf: [.feed, .post(id: 1)])

    let third = App(try await folder.relaunch(after: ending, of: second.store), account: "ada")
    #expect(try third.stage == .main)
    #expect(third.main.path == [.feed, .post(id: 1)])
    #expect(third.auth.path == [], "The sign-in screens are a stack of the signed-out account")
    #expect(third.main.restoration.failures.isEmpty)
  }

  @Test(
    "One router switches between splash, signed-out and signed-in roots",
    arguments: Ending.allCases)
  func rootRoute(_ ending: Ending) async throws {
    enum Root: NavRoute {
      static let coding: NavCoding<Self> = .codable(name: "FlowDesign.Root")
      case splash, signedOut, signedIn, screen(Int)
    }
    var store = store
    #expect(restored(store, as: Root.self).root == nil)
    for root in [Root.splash, .signedOut, .signedIn] {
      let router = restored(store, as: Root.self)
      router.push(contentsOf: [.screen(1), .screen(2)])
      try await router.flush()
      #expect(router.replaceRoot(with: root, animated: false))
      #expect(router.path.isEmpty)
      #expect(!router.canGoBack)
      store = try await folder.relaunch(after: ending, of: store)
      let again = self.restored(store, as: Root.self)
      #expect(again.root == root)
      #expect(again.path.isEmpty)
    }
  }

  private func restored<R: NavRoute>(_ store: NavStore, as type: R.Type) -> NavRouter<R> {
    NavRouter(in: NavWindow(scene: "main", store: store))
  }

  /// The screen that the user sees when the logout begins.
  enum Screen: CaseIterable {
    case root, deep, otherTab, sheet, midTurn
  }

  @Test(
    "A logout from any screen shows sign-in and erases the account's data, but no other account's",
    arguments: Screen.allCases)
  func logout(_ screen: Screen) async throws {
    let app = App(store)
    try app.leaveSplash()
    app.auth.push(contentsOf: [.signIn, .signUp])
    try await store.flush()
    app.signIn(as: "bob")
    app.main.push(.note("of bob, who stays"))
    try await store.flush()
    app.signIn(as: "ada")
    let main = app.main
    let tabs = NavTabs<Int, MainRoute>(0, in: app.window)
    let sheet = NavPresentation<MainRoute>("sheet", in: app.window, restores: true)
    main.push(.note("erase-me-main"))
    main.setTitle("erase-me-title")
    try main.session.setVisitState("erase-me-draft", named: "draft")
    try await store.flush()
    switch screen {
    case .root: main.popToRoot()
    case .deep: main.push(contentsOf: (1...40).map { .post(id: $0) })
    case .otherTab:
      tabs[1].push(.note("erase-me-tab"))
      tabs.selection = 1
    case .sheet:
      sheet.present(.note("erase-me-sheet"))
      sheet.router.push(.note("erase-me-in-sheet"))
    case .midTurn: break
    }
    if screen != .midTurn { try await store.flush() }
    if screen == .midTurn { main.push(.note("erase-me-turn")) }
    #expect(try folder.holds("erase-me"), "The text is in the file before the logout")

    try await app.signOut(erasing: true)
    #expect(try app.stage == .signIn)
    #expect(app.window.account == nil)
    #expect(app.auth.path.isEmpty, "Sign-in begins at its first screen")
    #expect(!app.auth.canGoBack)
    #expect(main.path.isEmpty && tabs[1].path.isEmpty && !(sheet.item != nil))
    // Changes routers of the old window after the logout, as views that still have these routers
    // may do. The changes must stay in memory.
    main.push(.note("erase-me-late"))
    tabs[0].push(.note("erase-me-late"))
    sheet.present(.note("erase-me-late"))
    try await store.flush()
    #expect(try !folder.holds("erase-me"), "The bytes are erased from the file and its WAL")
    #expect(try folder.holds("of bob, who stays"))

    let reopened = try await folder.relaunch(after: .killed, of: store)
    let again = App(reopened)
    #expect(try again.stage == .signIn)
    #expect(again.auth.path.isEmpty)
    #expect(try await reopened.seen(MainRoute.self, account: "ada").isEmpty)
    again.signIn(as: "ada")
    #expect(again.main.path.isEmpty)
    #expect(!again.main.canGoBack)
    again.signIn(as: "bob")
    #expect(again.main.path == [.note("of bob, who stays")])
    #expect(try !folder.holds("erase-me"))
  }

  @Test(
    "A logout without erasing keeps the stacks for the next sign-in", arguments: Ending.allCases)
  func logoutKeeping(_ ending: Ending) async throws {
    let app = App(store, account: "ada")
    #expect(try app.stage == .main)
    app.main.push(contentsOf: [.feed, .account])
    try await app.signOut()
    #expect(try app.stage == .splash)
    #expect(app.main.path.isEmpty)

    let again = App(try await folder.relaunch(after: ending, of: store))
    #expect(try again.stage == .splash)
    again.signIn(as: "ada")
    #expect(again.main.path == [.feed, .account])
    #expect(
      try await again.store.seen(MainRoute.self).isEmpty,
      "Ada's visits are not in the signed-out history")
    #expect(try await again.store.seen(MainRoute.self, account: "ada") == [.account])
  }

  @Test("A link that requires an account is pending until the user signs in")
  func parkedLink() throws {
    let app = App(store)
    let links = NavDeepLinks<MainRoute>(schemes: ["app"]) {
      NavLinkPattern("post/{id}", MainRoute.post(id:)).requiringSignIn()
    }
    app.window.receive(links, in: app.main)
    #expect(app.window.open(try #require(URL(string: "app://post/7"))) == .pending)
    app.auth.push(.signUp)
    #expect(app.main.path == [])
    app.signIn(as: "ada")
    app.window.receive(links, in: app.main)
    #expect(app.main.path == [.post(id: 7)])
    #expect(app.auth.path == [])
  }
}
