import Foundation
import NavStore
import Observation
import TestSupport
import Testing

@testable import NavRouting

@MainActor
@Suite struct NavRouterTests {
  let folder: TemporaryFolder
  let store: NavStore

  init() throws {
    folder = try TemporaryFolder()
    store = try NavStore(url: folder.store)
  }

  private func router(scene: String = "main") -> NavRouter<ShopRoute> {
    NavRouter(in: NavWindow(scene: NavScene(id: scene), store: self.store))
  }

  @Test("Making routers opens nothing, reads nothing and saves nothing")
  func isFree() async throws {
    for index in 0..<100 { _ = router(scene: "scene \(index)") }
    try await store.flush()
    #expect(try store.scenes().isEmpty)
  }

  @Test("The stack, the list and the history are restored after a relaunch")
  func relaunch() async throws {
    let router = router()
    router.push(.category("shoes"))
    try await router.flush()
    router.push(.product(id: 7))
    try await router.flush()
    router.back()
    try await router.flush()
    try await store.close()

    let reopened = try NavStore(url: folder.store)
    let again = NavRouter<ShopRoute>(in: NavWindow(scene: "main", store: reopened))
    #expect(again.path == [.category("shoes")])
    #expect(again.restoration.path == [.category("shoes")])
    #expect(again.restoration.failures.isEmpty)
    #expect(again.restoration.savedAt != nil)
    #expect(
      again.session.backForward.entries.map(\.route) == [nil, .category("shoes"), .product(id: 7)])
    #expect(again.session.backForward.index == 1)
    #expect(again.forward())
    #expect(again.path == [.category("shoes"), .product(id: 7)])
    let recent = try await reopened.history(of: ShopRoute.self, account: nil).items()
    #expect(recent.map(\.route) == [.product(id: 7), .category("shoes")])
  }

  @Test("Each operation changes the path like an array")
  func operations() async throws {
    let router = router()
    router.push(.cart)
    #expect(router.path == [.cart])
    router.push(contentsOf: [.category("a"), .product(id: 1)])
    #expect(router.path == [.cart, .category("a"), .product(id: 1)])
    #expect(router.replaceTop(with: .product(id: 2)))
    #expect(router.path == [.cart, .category("a"), .product(id: 2)])
    #expect(router.pop() == 1)
    #expect(router.path == [.cart, .category("a")])
    router.path.append(.product(id: 3))
    #expect(router.path == [.cart, .category("a"), .product(id: 3)])
    #expect(router.pop(2) == 2)
    #expect(router.path == [.cart])
    #expect(router.pop(5) == 1, "A pop is clamped to the depth")
    #expect(router.path.isEmpty)
    #expect(router.pop() == 0)
    #expect(!router.replaceTop(with: .cart), "There is nothing to replace at the root screen")
    router.path = [.product(id: 1), .product(id: 2), .product(id: 3)]
    #expect(router.popToRoot() == 3)
    #expect(router.path.isEmpty)
    try await router.flush()
    #expect(router.session.path == router.path)
  }

  @Test("Screens passed through in one turn leave no visit and no entry")
  func netChange() async throws {
    let router = router()
    router.push(contentsOf: [.cart, .category("a"), .product(id: 1)])
    try await router.flush()
    while router.path.count > 1 { router.path.removeLast() }
    router.path.append(.product(id: 9))
    try await router.flush()

    #expect(router.path == [.cart, .product(id: 9)])
    #expect(
      router.session.backForward.entries.map(\.route) == [nil, .product(id: 1), .product(id: 9)])
    let visits = try await store.history(of: ShopRoute.self, account: nil).visits()
    #expect(visits.map(\.route) == [.product(id: 9), .product(id: 1)])
  }

  @Test("A turn that ends at its first path is not a change")
  func noNetChange() async throws {
    let router = router()
    router.push(.cart)
    try await router.flush()
    router.pop()
    router.push(.cart)
    try await router.flush()
    #expect(router.session.backForward.entries.count == 2)
    #expect(try await store.history(of: ShopRoute.self, account: nil).visits().count == 1)
  }

  @Test("A flush or a query includes the changes of an open turn")
  func flushEndsTheTurn() async throws {
    let router = router()
    router.push(.cart)
    try await store.flush()
    router.push(.product(id: 1))
    let visits = try await store.history(of: ShopRoute.self, account: nil).visits()
    #expect(visits.map(\.route) == [.product(id: 1), .cart])
  }

  @Test("Two routers on one stack share it, and each sees the other's changes")
  func sharing() async throws {
    let first = router()
    let second = router()
    first.push(.cart)
    #expect(second.path == [.cart])
    second.push(.product(id: 1))
    #expect(first.path == [.cart, .product(id: 1)])
    #expect(first.session === second.session)
    first.back()
    #expect(second.path == first.path)
  }

  @Test("Observers of a router are notified of its changes and of changes by another router")
  func observation() async throws {
    let first = router()
    let second = router()
    await confirmation { notified in
      withObservationTracking {
        _ = first.path
      } onChange: {
        notified()
      }
      first.push(.cart)
    }
    let (changes, changed) = AsyncStream.makeStream(of: Void.self)
    withObservationTracking {
      _ = first.canGoBack
    } onChange: {
      changed.yield()
    }
    second.push(.product(id: 1))
    var iterator = changes.makeAsyncIterator()
    await iterator.next()
    #expect(first.path == [.cart, .product(id: 1)])
  }

  @Test("Changes by a router that is released before its turn ends are saved")
  func droppedRouter() async throws {
    do {
      let router = router()
      router.push(.cart)
    }
    try await store.flush()
    #expect(try store.restore(ShopRoute.self, in: "main").path == [.cart])
  }

  @Test("Back, forward and go return whether they changed the path")
  func backForward() async throws {
    let router = router()
    #expect(!router.canGoBack)
    #expect(!router.back())
    for id in 1...3 {
      router.push(.product(id: id))
      try await router.flush()
    }
    #expect(router.canGoBack)
    #expect(!router.canGoForward)
    #expect(router.go(by: -2))
    #expect(router.path == [.product(id: 1)])
    #expect(!router.go(by: 3))
    #expect(router.path == [.product(id: 1)])
    #expect(router.go(to: 0))
    #expect(router.path.isEmpty)
    #expect(!router.go(to: 4))
    #expect(!router.go(to: -1))
    #expect(router.forward())
    #expect(router.path == [.product(id: 1)])
  }

  @Test("Back in the turn of a push returns to the path before the turn")
  func pushThenBack() async throws {
    let router = router()
    router.push(.cart)
    try await router.flush()
    router.push(.product(id: 1))
    #expect(router.canGoBack)
    #expect(router.back())
    #expect(router.path == [.cart])
    try await router.flush()
    #expect(
      try await store.history(of: ShopRoute.self, account: nil).visits().map(\.route) == [.cart])
    #expect(router.forward())
    try await router.flush()
    let visits = try await store.history(of: ShopRoute.self, account: nil).visits()
    #expect(visits.map(\.route) == [.product(id: 1), .cart], "Seen now, for the first time")
  }

  @Test("A router of a closed store works in memory and reports the problem")
  func closedStore() async throws {
    try await store.close()
    let router = router()
    router.push(.cart)
    router.session.core.endTurn()
    router.push(.product(id: 1))
    #expect(router.back())
    #expect(router.path == [.cart])
    #expect(router.problem?.code == .closed)
    await #expect(throws: NavStore.Error.self) { try await router.flush() }
  }

  @Test("A router skips a stack that is expired by its restore policy")
  func policy() async throws {
    let router = router()
    router.push(.cart)
    try await router.flush()
    try await store.close()

    var configuration = NavStore.Configuration()
    configuration.clock = { Date() + 3_600 }
    let later = try NavStore(url: folder.store, configuration: configuration)
    let again = NavRouter<ShopRoute>(
      in: NavWindow(scene: "main", store: later), policy: .init(expiresAfter: .seconds(60)))
    #expect(again.path.isEmpty)
    #expect(again.restoration.skippedReason == .expired)
    #expect(again.forward())
    #expect(again.path == [.cart])
  }

  @Test("A router with another route type on a used stack has a problem, and changes nothing")
  func otherType() async throws {
    struct OtherRoute: NavRoute {
      static let coding: NavCoding<Self> = .codable(name: "Other")
      let name: String
    }
    let router = router()
    router.push(.cart)
    let other = NavRouter<OtherRoute>(in: NavWindow(scene: "main", store: self.store))
    other.push(OtherRoute(name: "x"))
    #expect(other.problem?.code == .unsupportedRoute)
    try await router.flush()
    #expect(try store.restore(ShopRoute.self, in: "main").path == [.cart])
  }
}
