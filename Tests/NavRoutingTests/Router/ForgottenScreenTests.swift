import NavRouting
import NavStore
import TestSupport
import Testing

/// Forgets all history while a pushed settings screen is shown, so that this screen is forgotten,
/// too.
@MainActor
@Suite("Forgotten screens of a router")
struct ForgottenScreenTests {
  @Test("After a kill, the app restores only screens pushed after its history was cleared")
  func killed() async throws {
    let launches = try Launches()
    let first = try await launches.launch(
      "guard=off", "show: push:1 push:9 clear push:2 push:3 report kill")
    #expect(first.signal == 9)
    #expect(first.reports.map(\.stack) == [[1, 9, 2, 3]])
    let next = try await launches.launch("guard=off", "show: report")
    #expect(next.reports.map(\.stack) == [[2, 3]])
  }

  @Test("A binding that still contains a forgotten screen does not record it again")
  func binding() async throws {
    let folder = try TemporaryFolder()
    let store = try folder.relaunch()
    let router = NavRouter<ShopRoute>(in: NavWindow(scene: .main, store: store))
    router.path = [.category("shoes"), .cart]
    try await router.flush()
    try await store.history(of: ShopRoute.self, account: nil).erase(.item(ShopRoute.cart))
    #expect(router.path == [.category("shoes"), .cart])
    router.path = [.category("shoes"), .cart, .product(id: 7)]
    try await router.flush()
    // The category's screen was covered by the other screens from the start, so it was never seen.
    #expect(
      try await store.history(of: ShopRoute.self, account: nil).visits().map(\.route) == [
        .product(id: 7)
      ])
    let restored = try store.restore(ShopRoute.self, in: "main").path
    let relaunched = try folder.relaunch()
    let next = NavRouter<ShopRoute>(in: NavWindow(scene: .main, store: relaunched))
    #expect(next.path == [.category("shoes"), .product(id: 7)])
    #expect(next.path == restored)
  }

  @Test("Back shows a forgotten screen again, and a launch does not restore it")
  func back() async throws {
    let folder = try TemporaryFolder()
    let store = try folder.relaunch()
    let router = NavRouter<ShopRoute>(in: NavWindow(scene: .main, store: store))
    for route in [ShopRoute.category("shoes"), .cart] {
      router.push(route)
      try await router.flush()
    }
    try await store.history(of: NumberRoute.self, account: nil).erase(.all)
    router.push(.product(id: 7))
    try await router.flush()
    router.back()
    #expect(router.path == [.category("shoes"), .cart])
    router.forward()
    try await router.flush()
    let relaunched = try folder.relaunch()
    #expect(
      NavRouter<ShopRoute>(in: NavWindow(scene: .main, store: relaunched)).path == [.product(id: 7)]
    )
  }
}
