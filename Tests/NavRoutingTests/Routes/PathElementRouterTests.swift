import NavStore
import TestSupport
import Testing

@testable import NavRouting

/// Routers for the elements of an app's `NavigationPath`.
@MainActor
@Suite struct PathElementRouterTests {
  let folder: TemporaryFolder
  let store: NavStore

  init() throws {
    folder = try TemporaryFolder()
    store = try NavStore(url: folder.store)
  }

  /// Returns a router for routes of these types, like the router that `navPersisted(_:of:)`
  /// creates.
  private func router<First: NavRoute, each Other: NavRoute>(
    of first: First.Type, _ others: repeat (each Other).Type, in store: NavStore
  ) -> NavRouter<PathElement<First, repeat each Other>> {
    NavWindow(scene: "main", store: store).router()
  }

  @Test("A path of routes of several types is mirrored, saved, restored and found in the history")
  func mirroring() async throws {
    let router = router(of: ShopRoute.self, NumberRoute.self, in: store)
    let mirror = PathMirror<PathElement<ShopRoute, NumberRoute>>()
    #expect(mirror.start(router, with: []) == nil)
    let path = [ShopRoute.cart, NumberRoute(number: 1), ShopRoute.product(id: 7)] as [any NavRoute]
    mirror.record(path.map { PathElement(route: $0) }, in: router)
    try await router.flush()
    router.pop()
    #expect(mirror.takeChange()?.compactMap { $0.route as? NumberRoute } == [1])
    #expect(router.forward())
    #expect(router.path.last?.route as? ShopRoute == .product(id: 7))
    try await store.close()

    let again = try folder.relaunch()
    let restored = self.router(of: ShopRoute.self, NumberRoute.self, in: again)
    #expect(restored.path.count == 3)
    let items = try await again.history(of: ShopRoute.self, account: nil).items()
    #expect(items.map(\.route) == [.product(id: 7)])
    try await again.close()

    // A router with fewer route types has another element type. It omits the routes that it can't
    // decode.
    let fewer = self.router(of: ShopRoute.self, in: try folder.relaunch())
    #expect(fewer.path.map { $0.route as? ShopRoute } == [.cart])
    #expect(fewer.restoration.failures.first?.reason == .unknownType)
  }
}
