import Foundation
import NavStore
import NavStoreInspection
import TestSupport
import Testing

@testable import NavRouting

@MainActor
@Suite("A shop with routers") struct ShopRouterDesignTests {
  typealias Route = ShopDesign.Route

  let folder: TemporaryFolder
  let store: NavStore

  init() throws {
    folder = try TemporaryFolder()
    store = try folder.relaunch()
  }

  private func router(_ store: NavStore) -> NavRouter<Route> {
    NavRouter(in: NavWindow(scene: "main", store: store))
  }

  @Test(
    "A stack with screens of every kind is restored after a relaunch", arguments: Ending.allCases)
  func navigates(_ ending: Ending) async throws {
    let router = router(store)
    for route in Route.all {
      router.navigate(to: route)
      try await router.flush()
    }
    let reopened = try await folder.relaunch(after: ending, of: store)
    let again = self.router(reopened)
    #expect(again.path == Route.all)
    #expect(again.restoration.failures.isEmpty)
    #expect(again.session.backForward.entries.map(\.route) == [nil] + Route.all)
    #expect(try await reopened.seen(Route.self) == Route.all)
    #expect(
      try await reopened.history(of: Route.self, account: nil).items().map(\.route)
        == Route.all.reversed())
  }

  @Test(
    "A pop removes one screen, and a pop with a count at most all screens",
    arguments: Ending.allCases)
  func pops(_ ending: Ending) async throws {
    let router = router(store)
    router.push(contentsOf: Route.all)
    #expect(router.pop() == 1)
    #expect(router.path == Array(Route.all.dropLast()))
    #expect(router.pop(3) == 3)
    #expect(router.path == Array(Route.all.prefix(4)))
    try await router.flush()

    let reopened = try await folder.relaunch(after: ending, of: store)
    let again = self.router(reopened)
    #expect(again.path == Array(Route.all.prefix(4)))
    #expect(again.pop(99) == 4, "Clamped to the depth")
    #expect(again.path.isEmpty)
    #expect(again.pop() == 0)
    #expect(again.popToRoot() == 0)
    again.push(contentsOf: [.home, .cart])
    #expect(again.popToRoot() == 2)
    try await again.flush()
    #expect(try self.router(folder.relaunch()).path.isEmpty)
  }

  /// The two ways in which the app completes an order: one call, or a loop that changes the path.
  enum Way: CaseIterable {
    case call, loop
  }

  @Test(
    "A completed order leaves one screen and the confirmation, and no visits of removed screens",
    arguments: Way.allCases, Ending.allCases)
  func completesOrder(_ way: Way, _ ending: Ending) async throws {
    let router = router(store)
    let wayThere: [Route] = [
      .productList(category: "shoes"), .productDetail(id: 42), .cart, .checkout,
    ]
    for route in wayThere {
      router.navigate(to: route)
      try await router.flush()
    }
    switch way {
    case .call: router.completeOrder("A-1")
    case .loop: router.completeOrderInALoop("A-1")
    }
    let confirmed: [Route] = [
      .productList(category: "shoes"), .orderConfirmation(orderId: "A-1"),
    ]
    #expect(router.path == confirmed)
    try await router.flush()
    let seen = wayThere + [.orderConfirmation(orderId: "A-1")]
    #expect(try await store.seen(Route.self) == seen)

    let reopened = try await folder.relaunch(after: ending, of: store)
    let again = self.router(reopened)
    #expect(again.path == confirmed)
    #expect(again.session.backForward.entries.map(\.route) == [nil] + seen)
    #expect(again.back())
    #expect(again.path == wayThere, "Back leads to the checkout, with the whole stack below it")
    #expect(again.forward())
    #expect(again.path == confirmed)
    try await again.flush()
    #expect(try await reopened.seen(Route.self) == seen, "Going back and forward adds no visit")
    let tree = try await reopened.history(of: Route.self, account: nil).tree(in: "main")
    #expect(
      tree.nodes.count == seen.count, "The tree has no branch for screens that were never on top")
  }

  @Test("An order that is completed over several turns is saved")
  func completesOrderOverTurns() async throws {
    let router = router(store)
    router.push(contentsOf: [.productList(category: "a"), .cart, .checkout])
    try await router.flush()
    // Ends a turn after each removal, so that the screens below come on top and are seen.
    while router.path.count > 1 {
      router.path.removeLast()
      router.session.core.endTurn()
    }
    router.path.append(.orderConfirmation(orderId: "A-2"))
    try await router.flush()
    #expect(
      try await store.seen(Route.self) == [
        .checkout, .cart, .productList(category: "a"), .orderConfirmation(orderId: "A-2"),
      ])
    #expect(try folder.relaunch().restore(Route.self, in: "main").path == router.path)
  }

  // MARK: Saved under a key

  @Test("A stack is saved under a key and restored at launch", arguments: Ending.allCases)
  func savesUnderAKey(_ ending: Ending) async throws {
    try store.save(Route.all, in: "navigation-state")
    let reopened = try await folder.relaunch(after: ending, of: store)
    #expect(try reopened.restore(Route.self, in: "navigation-state").path == Route.all)
    #expect(try reopened.restore(Route.self, in: "another-key").path.isEmpty)
    #expect(
      NavRouter<Route>(in: NavWindow(scene: "navigation-state", store: reopened)).path == Route.all)
  }

  @Test("A path of mixed types is saved under a key and by a router", arguments: Ending.allCases)
  func savesMixedPaths(_ ending: Ending) async throws {
    typealias Screen = AnyScreen<TwoTypes<Route, ShopDesign.SignInRoute>>
    let path: [Screen] = anyRoutes(
      Route.cart, ShopDesign.SignInRoute.login, Route.userProfile(userId: 7))
    try store.save(path, in: "navigation-state")
    let router = NavRouter<Screen>(in: NavWindow(scene: "main", store: self.store))
    router.path = path
    router.push(ShopDesign.SignInRoute.otpVerification(phone: "+49-170-5550199"))
    router.push(Route.editProfile)
    #expect(router.depth == 5)
    try await router.flush()

    let reopened = try await folder.relaunch(after: ending, of: store)
    #expect(try reopened.restore(Screen.self, in: "navigation-state").path == path)
    let again = NavRouter<Screen>(in: NavWindow(scene: "main", store: reopened))
    #expect(again.path == path, "It ends below the screen that must not be stored")
    #expect(again.path[1].as(ShopDesign.SignInRoute.self) == .login)
    #expect(again.pop(to: Screen(Route.cart)))
    try await again.flush()
    #expect(try folder.relaunch().restore(Screen.self, in: "main").path == anyRoutes(Route.cart))
    #expect(try !folder.holds("5550199"))
  }
}
