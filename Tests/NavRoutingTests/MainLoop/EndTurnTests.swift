import NavRouting
import NavStoreTesting
import Testing

@MainActor
@Suite("The end of a turn in tests", .navStore)
struct EndTurnTests {
  @Test("A push after the end of a turn is another visit and another entry")
  func visits() async throws {
    let window = NavWindow(scene: .main)
    let router = window.router(ShopRoute.self)
    router.push(.cart)
    router.push(.product(id: 1))
    NavStore.standard.endTurn()
    router.push(.product(id: 2))
    NavStore.standard.endTurn()
    NavStore.standard.endTurn()
    #expect(router.backForward.backEntries.count == 2)
    #expect(router.back() && router.path == [.cart, .product(id: 1)])
    let seen = try await window.history(of: ShopRoute.self).items().map(\.route)
    #expect(seen == [.product(id: 2), .product(id: 1)])
  }

  @Test("The end of a turn makes an entry of the selected tab and its path")
  func tabs() async {
    enum Tab: String, Codable, CaseIterable { case shop, cart }
    let window = NavWindow(scene: .main)
    let tabs = window.tabs(Tab.self, of: ShopRoute.self)
    _ = window.backForward
    tabs[.shop].path = [.product(id: 1)]
    NavStore.standard.endTurn()
    tabs.selection = .cart
    tabs[.cart].path = [.cart]
    NavStore.standard.endTurn()
    #expect(window.backForward.back())
    #expect(tabs.selection == .shop && tabs[.shop].path == [.product(id: 1)])
  }
}
