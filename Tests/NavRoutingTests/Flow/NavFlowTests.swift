import Foundation
import NavStore
import TestSupport
import Testing

@testable import NavRouting

@MainActor
@Suite struct NavFlowTests {
  enum Stage: String, Codable, Sendable {
    case splash, signIn, main, admin
  }

  let folder: TemporaryFolder
  let store: NavStore

  init() throws {
    folder = try TemporaryFolder()
    store = try NavStore(url: folder.store)
  }

  private func flow(account: String = "", _ store: NavStore? = nil) -> NavFlow<Stage> {
    flow(in: NavWindow(store: store ?? self.store, account: account))
  }

  private func flow(in window: NavWindow) -> NavFlow<Stage> {
    NavFlow(
      Stage.splash, signedOut: .signIn, signedIn: .main, needingAccount: [.admin], in: window)
  }

  private func relaunched(account: String = "") throws -> NavFlow<Stage> {
    flow(account: account, try NavStore(url: folder.store))
  }

  @Test("From the splash screen to signed out to signed in, each with routes of its own")
  func stages() async throws {
    let window = NavWindow(store: store)
    let flow = flow(in: window)
    #expect(flow.current == .splash)
    try await store.flush()
    #expect(try store.scenes().isEmpty)
    #expect(!flow.show(.main), "It needs an account")
    #expect(flow.current == .splash)
    flow.show(.signIn)
    let signIn = flow.router(for: .signIn, as: SecretRoute.self)
    signIn.push(contentsOf: [.page(1), .code("4711")])
    #expect(!flow.signIn(as: ""))
    #expect(flow.signIn(as: "ada"))
    #expect(flow.current == .main)
    #expect(window.account == "ada")
    let main = flow.router(for: .main, as: ShopRoute.self)
    main.push(.cart)
    #expect(main.session.account == "ada")
    try await store.flush()

    #expect(try relaunched(account: "ada").current == .main)
    let again = try relaunched(account: "ada")
    #expect(again.router(for: .main, as: ShopRoute.self).path == [.cart])
    #expect(again.router(for: .signIn, as: SecretRoute.self).path == [.page(1)])
    try await store.close()
    #expect(try Data(contentsOf: folder.store).range(of: Data("4711".utf8)) == nil)
  }

  @Test("A flow that needs an account comes back only with one")
  func restoring() async throws {
    let flow = flow(account: "ada")
    flow.show(.admin)
    try await store.flush()
    #expect(try relaunched().current == .signIn)
    #expect(try relaunched(account: "ada").current == .admin)
    #expect(try relaunched(account: "bob").current == .admin)
    try await flow.signOut()
    try await store.flush()
    #expect(try relaunched().current == .signIn)
    #expect(try relaunched(account: "ada").current == .main, "The keychain knows better")
  }

  @Test("Signing out leads to the sign-in screen from anywhere, and swaps the stacks")
  func signingOut() async throws {
    let window = NavWindow(store: store)
    let flow = flow(in: window)
    flow.show(.signIn)
    flow.router(for: .signIn, as: SecretRoute.self).push(contentsOf: [.page(1), .page(2)])
    flow.signIn(as: "ada")
    let old = flow.router(for: .main, as: ShopRoute.self)
    old.push(contentsOf: [.cart, .product(id: 1)])
    let tabs = NavTabs<Stage, NumberRoute>(.main, in: window)
    tabs[.main].push(5)
    try await flow.signOut()
    #expect(flow.current == .signIn)
    #expect(window.account.isEmpty)
    let signIn = flow.router(for: .signIn, as: SecretRoute.self)
    #expect(signIn.path.isEmpty)
    #expect(!signIn.canGoBack)
    old.push(.product(id: 99))
    tabs[.main].push(99)
    flow.signIn(as: "bob")
    #expect(flow.router(for: .main, as: ShopRoute.self).path.isEmpty)
    flow.router(for: .main, as: ShopRoute.self).push(.category("bob"))
    flow.signIn(as: "ada")
    #expect(flow.router(for: .main, as: ShopRoute.self).path == [.cart, .product(id: 1)])
    try await store.flush()
    let again = try NavStore(url: folder.store)
    let adas = try again.restore(ShopRoute.self, in: "main", stack: "flow.main", account: "ada")
    #expect(adas.stack == [.cart, .product(id: 1)])
    let bobs = try again.restore(ShopRoute.self, in: "main", stack: "flow.main", account: "bob")
    #expect(bobs.stack == [.category("bob")])
    let tab = try again.restore(NumberRoute.self, in: "main", stack: "tab.main", account: "ada")
    #expect(tab.stack == [5], "What came later is nobody's")
  }

  @Test("Erasing takes all that the account had, and nothing of anybody else")
  func erasing() async throws {
    let window = NavWindow(store: store)
    let flow = flow(in: window)
    flow.show(.signIn)
    flow.router(for: .signIn, as: SecretRoute.self).push(.page(1))
    try await store.flush()
    flow.signIn(as: "ada")
    let old = flow.router(for: .main, as: ShopRoute.self)
    old.push(.category("forget me"))
    let elsewhere = NavRouter<ShopRoute>(
      in: NavWindow(store: self.store, scene: "other", account: "ada"))
    elsewhere.push(.cart)
    let tabs = NavTabs<Stage, NumberRoute>(.main, in: window)
    tabs.selection = .admin
    try await flow.signOut(erasing: true)
    old.push(.category("forget me"))
    tabs.selection = .splash
    try await store.flush()
    #expect(elsewhere.path.isEmpty)
    let again = try NavStore(url: folder.store)
    #expect(try await again.history(of: ShopRoute.self, account: "ada").visits().isEmpty)
    #expect(
      try again.sceneValue(Stage.self, named: "tab.selected", in: "main", account: "ada") == nil)
    #expect(
      try await again.history(of: SecretRoute.self).visits().map(\.route) == [.page(1)],
      "What was seen while nobody was signed in is nobody's")
    #expect(try relaunched().current == .signIn)
  }

  @Test("A flow that nobody holds is gone, with its routers")
  func suspend() throws {
    weak var gone: NavFlow<Stage>?
    weak var router: NavRouter<SecretRoute>?
    do {
      let flow = flow()
      gone = flow
      router = flow.router(for: .signIn)
      #expect(router?.path == [])
    }
    #expect(gone == nil)
    #expect(router == nil)
  }

  @Test("A sign-in screen that was not made yet starts at its root after signing out")
  func lateRouter() async throws {
    let flow = flow()
    flow.show(.signIn)
    flow.router(for: .signIn, as: SecretRoute.self).push(.page(1))
    flow.signIn(as: "ada")
    try await store.flush()

    let again = try relaunched(account: "ada")
    #expect(again.current == .main)
    try await again.signOut()
    let signIn = again.router(for: .signIn, as: SecretRoute.self)
    #expect(signIn.path.isEmpty)
    try await signIn.flush()
    let last = try relaunched()
    #expect(last.router(for: .signIn, as: SecretRoute.self).path.isEmpty)
  }

  @Test("Signing in and out as a stream of events says")
  func events() async throws {
    let window = NavWindow(store: store)
    let flow = flow(in: window)
    let (events, send) = AsyncStream.makeStream(of: NavFlow<Stage>.Event.self)
    send.yield(.signedIn(account: "ada"))
    send.yield(.signedOut(erasing: false))
    send.yield(.signedIn(account: "bob"))
    send.yield(.signedOut(erasing: true))
    send.yield(.signedIn(account: "eve"))
    send.finish()
    try await flow.follow(events)
    #expect(window.account == "eve")
    #expect(flow.current == .main)
  }
}
