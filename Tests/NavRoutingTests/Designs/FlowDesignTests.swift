import Foundation
import NavStore
import TestSupport
import Testing

@testable import NavRouting

/// The flows of the fourth design: what a root shows, and what a logout leaves.
@MainActor
@Suite("Flows with a logout") struct FlowDesignTests {
  typealias App = CommandDesign.App
  typealias Flow = CommandDesign.Flow
  typealias MainRoute = CommandDesign.MainRoute

  let folder: TemporaryFolder
  let store: NavStore

  init() throws {
    folder = try TemporaryFolder()
    store = try folder.relaunch()
  }

  @Test(
    "From splash to signed out to signed in, each with routes of its own",
    arguments: Ending.allCases)
  func rootSwitch(_ ending: Ending) async throws {
    let app = App(store)
    #expect(app.flow.current == .splash)
    #expect(app.flow.show(.signedOut))
    app.auth.push(contentsOf: [.signIn, .reset(email: "ada@example.com")])
    #expect(app.flow.current == .signedOut)

    let second = App(try await folder.relaunch(after: ending, of: store))
    #expect(second.flow.current == .signedOut, "The splash screen is for the first launch")
    #expect(second.auth.path == [.signIn, .reset(email: "ada@example.com")])
    #expect(second.flow.signIn(as: "ada"))
    #expect(second.flow.current == .signedIn)
    second.main.push(contentsOf: [.feed, .post(id: 1)])

    let third = App(try await folder.relaunch(after: ending, of: second.store), account: "ada")
    #expect(third.flow.current == .signedIn)
    #expect(third.main.path == [.feed, .post(id: 1)])
    #expect(third.auth.path == [.signIn, .reset(email: "ada@example.com")], "A stack of its own")
    #expect(third.main.restoration.losses.isEmpty)
  }

  @Test("The same root switch on one router, by its root route", arguments: Ending.allCases)
  func rootRoute(_ ending: Ending) async throws {
    enum Root: NavRoute {
      static let routeForm = NavStore.RouteForm(tag: "FlowDesign.Root")
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
    NavRouter(in: NavWindow(store: store, scene: "main"))
  }

  /// Where the user is when the session ends.
  enum Screen: CaseIterable {
    case root, deep, otherTab, sheet, midTurn
  }

  @Test(
    "A logout from any screen leads to sign-in, swaps the stacks out and erases what it should",
    arguments: Screen.allCases)
  func logout(_ screen: Screen) async throws {
    let app = App(store)
    let (events, send) = AsyncStream.makeStream(of: NavFlow<Flow>.Event.self)
    let listening = Task { try await app.flow.follow(events) }
    app.flow.show(.signedOut)
    app.auth.push(contentsOf: [.signIn, .signUp])
    try await store.flush()
    #expect(app.flow.signIn(as: "bob"))
    app.main.push(.note("of bob, who stays"))
    try await store.flush()
    #expect(app.flow.signIn(as: "ada"))
    let main = app.main
    let tabs = NavTabs<Int, MainRoute>(0, in: app.window)
    let sheet = NavPresentation<MainRoute>(in: app.window, restores: true)
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
    #expect(try folder.holds("erase-me"), "The test would find them")

    send.yield(.signedOut(erasing: true))
    send.finish()
    try await listening.value
    #expect(app.flow.current == .signedOut)
    #expect(app.window.account.isEmpty)
    #expect(app.auth.path.isEmpty, "It resets to the sign-in screen")
    #expect(!app.auth.canGoBack)
    #expect(main.path.isEmpty && tabs[1].path.isEmpty && !sheet.isPresented)
    // Somebody still holds on to what was hers: a flow that needs an account has nobody's stack.
    main.push(.note("erase-me-late"))
    tabs[0].push(.note("nobody's"))
    sheet.present(.note("nobody's"))
    try await store.flush()
    #expect(try !folder.holds("erase-me"), "Its bytes are gone from the file and its log")
    #expect(try folder.holds("of bob, who stays"))

    let reopened = try await folder.relaunch(after: .killed, of: store)
    let again = App(reopened)
    #expect(again.flow.current == .signedOut)
    #expect(again.auth.path.isEmpty)
    #expect(try await reopened.seen(MainRoute.self, account: "ada").isEmpty)
    #expect(again.flow.signIn(as: "ada"))
    #expect(again.main.path.isEmpty)
    #expect(!again.main.canGoBack)
    #expect(again.flow.signIn(as: "bob"))
    #expect(again.main.path == [.note("of bob, who stays")])
    #expect(try !folder.holds("erase-me"))
  }

  @Test(
    "A logout that erases nothing only swaps the stacks; they are there at the next sign-in",
    arguments: Ending.allCases)
  func logoutKeeping(_ ending: Ending) async throws {
    let app = App(store, account: "ada")
    let (events, send) = AsyncStream.makeStream(of: NavFlow<Flow>.Event.self)
    let listening = Task { try await app.flow.follow(events) }
    #expect(app.flow.show(.signedIn))
    app.main.push(contentsOf: [.feed, .account])
    send.yield(.signedOut(erasing: false))
    send.finish()
    try await listening.value
    #expect(app.flow.current == .signedOut)
    #expect(app.main.path.isEmpty)

    let again = App(try await folder.relaunch(after: ending, of: store))
    #expect(again.flow.current == .signedOut)
    #expect(again.flow.signIn(as: "ada"))
    #expect(again.main.path == [.feed, .account])
    #expect(try await again.store.seen(MainRoute.self).isEmpty, "Nobody else sees her history")
    #expect(try await again.store.seen(MainRoute.self, account: "ada") == [.account])
  }
}
