import NavStore
import TestSupport
import Testing

@testable import NavRouting

/// Roots of stacks whose routes are removed or rewritten.
extension RootRouteTests {
  @Test("A removed root leaves an empty path, in a live stack and in the file")
  func removedRoot() async throws {
    let router = NavRouter<NumberRoute>(in: NavWindow(scene: .main, store: self.store))
    router.replaceRoot(with: 100, path: [1])
    try await router.flush()
    router.push(2)
    try await router.flush()
    try await store.history(of: NumberRoute.self, account: nil).removeRoutes { $0 == 100 }
    #expect(router.root == nil && router.path.isEmpty && !router.canGoBack && !router.canGoForward)
    let again: NavRouter<NumberRoute> = try relaunch()
    #expect(again.root == nil && again.path.isEmpty && !again.canGoBack && !again.canGoForward)
    // The visits above the removed root stay in the history.
    let visits = try await store.history(of: NumberRoute.self, account: nil).visits()
    #expect(visits.map(\.route) == [2, 1])
  }

  @Test(
    "A removed, forgotten or erased route is no longer in the restoration",
    arguments: ["removed", "forgotten", "forgotten by another process", "erased"])
  func restoration(change: String) async throws {
    let first = NavRouter<NumberRoute>(
      in: NavWindow(scene: .main, account: "ada", store: self.store))
    first.replaceRoot(with: 100, path: [1, 3])
    first.push(100)
    try await store.close()

    let store = try folder.relaunch()
    let router = NavRouter<NumberRoute>(in: NavWindow(scene: .main, account: "ada", store: store))
    #expect(router.restoration.root == 100)
    #expect(router.restoration.path == [1, 3, 100])
    let history = store.history(of: NumberRoute.self, account: "ada")
    switch change {
    case "removed": try await history.removeRoutes { $0 == 100 || $0 == 3 }
    case "forgotten": try await history.forget(.item(100))
    case "erased": try await store.eraseAccount("ada")
    default:
      let other = try NavStore(url: folder.store)
      try await other.history(of: NumberRoute.self, account: "ada").forget(.item(100))
      router.push(2)
      try await router.flush()
    }
    #expect(router.restoration.root == nil)
    #expect(!router.restoration.path.contains(100))
    #expect(!router.restoration.path.contains(3) || change.hasPrefix("forgotten"))
  }

  @Test("Roots are rewritten, and a removed root is nil, in live stacks and in the file")
  func rewriteAndRemove() async throws {
    let router = NavRouter<NumberRoute>(in: NavWindow(scene: .main, store: self.store))
    let other = NavRouter<NumberRoute>(in: NavWindow(scene: "other", store: self.store))
    let third = NavRouter<NumberRoute>(
      in: NavWindow(scene: "third", account: "ada", store: self.store))
    router.replaceRoot(with: 100)
    other.replaceRoot(with: 200)
    third.replaceRoot(with: 100)
    other.push(5)
    try await store.flush()
    try await store.history(of: NumberRoute.self, account: nil).replaceRoutes {
      $0 == 100 ? 101 : $0
    }
    #expect(router.root == 101)
    #expect(other.root == 200)
    #expect(third.root == 100, "It is the root of another account")
    try await store.history(of: NumberRoute.self, account: nil).removeRoutes {
      $0 == 200
    }
    #expect(other.root == nil)
    #expect(other.path.isEmpty)
    // These pushes store new routes, which must not get the number of the removed root's route.
    other.push(6)
    other.push(200)
    try await store.flush()

    let again = try NavStore(url: folder.store)
    #expect(try again.restore(NumberRoute.self, in: "main").root == 101)
    let restored = try again.restore(NumberRoute.self, in: "other")
    #expect(restored.root == nil)
    #expect(restored.failures.isEmpty)
    #expect(restored.path == [6, 200])
    #expect(try again.restore(NumberRoute.self, in: "third", account: "ada").root == 100)
  }

  @Test("The root of a mixed stack can have any of its types, and follows changes of its own type")
  func mixed() async throws {
    typealias Screen = AnyScreen<TwoTypes<NumberRoute, ShopRoute>>
    let router = NavRouter<Screen>(in: NavWindow(scene: .main, store: self.store))
    router.replaceRoot(with: Screen(ShopRoute.cart))
    router.push(NumberRoute(number: 1))
    router.push(ShopRoute.product(id: 2))
    router.push(NumberRoute(number: 3))
    #expect(router.pop(to: Screen(ShopRoute.product(id: 2)), thenPush: anyRoutes(ShopRoute.cart)))
    try await router.flush()
    try await store.history(of: ShopRoute.self, account: nil).replaceRoutes {
      $0 == .cart ? .category("cart") : $0
    }
    #expect(router.root == Screen(ShopRoute.category("cart")))
    let other = try NavStore(url: folder.store)
    let again = NavRouter<Screen>(in: NavWindow(scene: .main, store: other))
    #expect(again.root == Screen(ShopRoute.category("cart")))
    #expect(
      again.path
        == anyRoutes(
          NumberRoute(number: 1), ShopRoute.product(id: 2), ShopRoute.category("cart")))
    try await store.history(of: ShopRoute.self, account: nil).removeRoutes {
      $0 == .category("cart")
    }
    #expect(router.root == nil && router.path.isEmpty)
  }

  @Test("A root that is never stored also follows rewrites and removals")
  func unstoredRoot() async throws {
    let router = NavRouter<SecretRoute>(in: NavWindow(scene: .main, store: self.store))
    router.replaceRoot(with: .code("a"))
    router.push(.page(1))
    try await store.flush()
    try await store.history(of: SecretRoute.self, account: nil).replaceRoutes {
      $0 == .code("a") ? .code("b") : $0
    }
    #expect(router.root == .code("b"))
    try await store.history(of: SecretRoute.self, account: nil).removeRoutes { $0 == .code("b") }
    #expect(router.root == nil && router.path.isEmpty)
    try await store.flush()
    #expect(try folder.relaunch().restore(SecretRoute.self, in: "main").path.isEmpty)

    router.replaceRoot(with: .code("c"), path: [.page(1)])
    try await store.flush()
    #expect(try folder.relaunch().restore(SecretRoute.self, in: "main").path.isEmpty)
    try await store.history(of: SecretRoute.self, account: nil).replaceRoutes {
      $0 == .code("c") ? .page(0) : $0
    }
    try await store.flush()
    let again: NavRouter<SecretRoute> = try relaunch()
    #expect(again.root == .page(0))
    #expect(again.path == [.page(1)])
  }
}
