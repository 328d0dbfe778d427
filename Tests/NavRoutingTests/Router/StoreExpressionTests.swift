import NavStore
import TestSupport
import Testing

@testable import NavRouting

/// `store: .inMemory()` is another store each time that it is evaluated.
@MainActor
@Suite("What is given as a store is evaluated once, and not before it is needed")
struct StoreExpressionTests {
  enum Tab: String, Codable { case home, cart }

  /// How many stores were made.
  private let made = Counter()

  /// Each time another store.
  private nonisolated static func make(_ made: Counter) -> NavStore {
    made.increment()
    return .inMemory()
  }

  @Test("Of a router: what is pushed is in the store that it flushes")
  func router() async throws {
    let made = made
    let router = NavRouter<ShopRoute>(in: NavWindow(store: Self.make(made), scene: "main"))
    #expect(made.value == 0, "Making a router is free")
    router.push(.cart)
    try await router.flush()
    #expect(try router.store.restore(ShopRoute.self, in: "main").stack == [.cart])
    #expect(try await router.store.history(of: ShopRoute.self).visits().count == 1)
    #expect(made.value == 1)
  }

  @Test("Of a router of several types, and of a mapped one")
  func otherRouters() async throws {
    let made = made
    let mixed = NavRouter(
      in: NavWindow(store: Self.make(made), scene: "main"), of: .mixed(ShopRoute.self))
    mixed.push(ShopRoute.cart)
    try await mixed.flush()
    #expect(try await mixed.store.history(of: ShopRoute.self).visits().count == 1)
    #expect(made.value == 1)
    let routes = NavStore.Routes<ShopRoute>.stored(as: ShopRoute.self, to: { $0 }, from: { $0 })
    let mapped = NavRouter(in: NavWindow(store: Self.make(made), scene: "main"), of: routes)
    mapped.push(.cart)
    try await mapped.flush()
    #expect(try await mapped.store.history(of: ShopRoute.self).visits().count == 1)
    #expect(made.value == 2)
  }

  @Test("Of tabs: every tab, the selection and the shared list are in one store")
  func tabs() async throws {
    let made = made
    let tabs = NavTabs<Tab, ShopRoute>(.home, in: NavWindow(store: Self.make(made)))
    #expect(made.value == 0)
    let window = tabs.shareHistory(among: [.home, .cart])
    tabs[.home].push(.product(id: 1))
    // Seen, before another tab comes.
    try await tabs[.home].flush()
    tabs.selection = .cart
    tabs[.cart].push(.cart)
    let store = tabs[.home].store
    #expect(tabs[.cart].store === store)
    #expect(tabs.router(for: .cart, as: ShopRoute.self).store === store)
    try await store.flush()
    #expect(try store.sceneValue(Tab.self, named: "tab.selected", in: "main") == .cart)
    #expect(try await store.history(of: ShopRoute.self).visits().count == 2)
    #expect(window.list?.canGoBack == true)
    #expect(made.value == 1)
  }

  @Test("Of a split view: every detail, the selection and the columns are in one store")
  func split() async throws {
    let made = made
    let split = NavSplit<Tab, ShopRoute>(
      .home, in: NavWindow(store: Self.make(made)), detailStack: .perSelection)
    #expect(made.value == 0)
    split.detail.push(.product(id: 1))
    let store = split.detail.store
    try await split.detail.flush()
    split.selection = .cart
    split.columnVisibility = .detailOnly
    split.detail.push(.cart)
    #expect(split.detail.store === store)
    try await store.flush()
    #expect(try store.sceneValue(Tab.self, named: "split.selection", in: "main") == .cart)
    #expect(
      try store.sceneValue(NavColumnVisibility.self, named: "split.columns", in: "main")
        == .detailOnly)
    #expect(try await store.history(of: ShopRoute.self).visits().count == 2)
    #expect(made.value == 1)
  }

  @Test("Of a window: signing out erases in its store")
  func signOut() async throws {
    let made = made
    let window = NavWindow(store: Self.make(made), account: "ada")
    let router = window.router(ShopRoute.self)
    #expect(made.value == 0)
    router.push(.product(id: 1))
    let store = router.store
    try await router.flush()
    #expect(try await store.history(of: ShopRoute.self, account: "ada").visits().count == 1)
    try await window.signOut(erasing: true)
    #expect(try await store.history(of: ShopRoute.self, account: "ada").visits().isEmpty)
    #expect(made.value == 1)
  }

  @Test("Of a presentation and of a window's list")
  func others() async throws {
    let made = made
    let sheet = NavPresentation<ShopRoute>("compose", in: NavWindow(store: Self.make(made)))
    #expect(made.value == 0)
    sheet.present(.cart, path: [.product(id: 1)])
    try await sheet.router.flush()
    #expect(try await sheet.router.store.history(of: ShopRoute.self).visits().count == 1)
    #expect(made.value == 1)
    let window = NavWindow(store: Self.make(made)).backForward
    #expect(made.value == 1)
    _ = (window.list, window.canGoBack, window.list)
    #expect(made.value == 2)
  }

  @Test("An expression that asks for the store itself gets the one that is kept")
  func nested() {
    @MainActor final class Owner { var lazy: LazyStore? }
    let owner = Owner()
    defer { owner.lazy = nil }
    var inner: NavStore?
    let made = made
    let lazy = LazyStore {
      made.increment()
      if made.value == 1 { inner = owner.lazy?.store }
      return .inMemory()
    }
    owner.lazy = lazy
    #expect(lazy.store === inner)
    #expect(lazy.store === inner)
    #expect(made.value == 2)
  }
}
