import NavStore
import TestSupport
import Testing

@testable import NavRouting

@MainActor
@Suite("Routers, menus, history and windows") struct WindowRouterTests {
  let folder: TemporaryFolder
  let store: NavStore

  init() throws {
    folder = try TemporaryFolder()
    store = try NavStore(url: folder.store)
  }

  private func router(_ stack: String) -> NavRouter<ShopRoute> {
    NavRouter(in: NavWindow(scene: "main", store: self.store), stack: stack)
  }

  @Test("A router's menu lists its back and forward entries, including the open turn")
  func menu() {
    let router = router("")
    router.push(.category("shoes"))
    #expect(router.backForwardMenu.back.map(\.isRoot) == [true])
    #expect(router.backForwardMenu.index == 1)
    router.back()
    #expect(router.backForwardMenu.forward.map(\.kind) == ["category"])
    #expect(router.go(to: router.backForwardMenu.forward[0].index))
    #expect(router.path == [.category("shoes")])
  }

  @Test("A visit opens with its stack, and only the screen on top at the end of a turn is seen")
  func open() async throws {
    let router = router("")
    router.push(contentsOf: [.category("shoes"), .product(id: 7)])
    try await router.flush()
    router.popToRoot()
    try await router.flush()
    let visit = try #require(
      try await store.history(of: ShopRoute.self, account: nil).visits().first)
    #expect(try router.open(visit))
    #expect(router.path == [.category("shoes"), .product(id: 7)])
    router.pop()
    try await router.flush()
    let visits = try await store.history(of: ShopRoute.self, account: nil).visits()
    #expect(visits.map(\.route) == [.category("shoes"), .product(id: 7)])
    #expect(try router.open(visit))
    try await router.flush()
    #expect(try await store.history(of: ShopRoute.self, account: nil).visits().count == 3)
    try await store.close()
    #expect(throws: NavStore.Error.self) { try router.open(visit) }
  }

  @Test("Several routers of a scene share the window's list, and follow it")
  func window() async throws {
    let list = try store.window(in: "main", selecting: "shop")
    let (shop, cart) = (router("shop"), router("cart"))
    shop.push(.category("shoes"))
    cart.push(.product(id: 1))
    try list.select("cart")
    #expect(cart.path == [.product(id: 1)])
    #expect(list.count == 3)
    cart.push(.product(id: 2))
    #expect(list.back())
    #expect(cart.path == [.product(id: 1)])
    #expect(list.back() && list.selectedStack == "shop")
    #expect(list.back())
    #expect(shop.path.isEmpty)
    #expect(list.go(by: 3) && list.selectedStack == "cart")
    #expect(cart.path == [.product(id: 1), .product(id: 2)])
    try await store.flush()
    let again = try NavStore(url: folder.store)
    #expect(try again.window(in: "main").selectedStack == "cart")
    #expect(try again.window(in: "main").count == 4)
  }
}
