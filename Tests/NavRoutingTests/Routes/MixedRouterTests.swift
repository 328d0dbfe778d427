import Foundation
import NavStore
import Observation
import TestSupport
import Testing

@testable import NavRouting

/// Routers on stacks of several route types, and of types that aren't Codable.
@MainActor
@Suite struct MixedRouterTests {
  private typealias Screen = AnyScreen<TwoTypes<ShopRoute, SignInRoute>>
  private typealias Refused = AnyScreen<TwoTypes<ShopRoute, Impostor>>

  let folder: TemporaryFolder
  let store: NavStore

  init() throws {
    folder = try TemporaryFolder()
    // Each read of the clock returns a time one second after that of the previous read.
    let seconds = Counter()
    var configuration = NavStore.Configuration()
    configuration.clock = {
      seconds.increment()
      return Date(timeIntervalSince1970: 1_700_000_000 + Double(seconds.value))
    }
    store = try NavStore(url: folder.store, configuration: configuration)
  }

  private func router() -> NavRouter<Screen> {
    NavRouter(in: NavWindow(scene: "main", store: self.store))
  }

  @Test("Making a router of several types or with a storage type opens, reads and saves nothing")
  func isFree() async throws {
    for _ in 0..<100 {
      _ = router()
      _ = NavRouter<Letter>(in: NavWindow(scene: .main, store: self.store))
      _ = NavRouter<Refused>(in: NavWindow(scene: .main, store: self.store))
    }
    try await store.flush()
    #expect(try store.scenes().isEmpty)
  }

  @Test("A stack of several types, its list and its history are restored after a relaunch")
  func relaunch() async throws {
    let router = router()
    router.push(ShopRoute.cart)
    try await router.flush()
    router.push(SignInRoute.login)
    try await router.flush()
    router.push(contentsOf: anyRoutes(SignInRoute.code(phone: "1"), SignInRoute.code(phone: "2")))
    try await router.flush()
    #expect(router.replaceTop(with: Screen(ShopRoute.product(id: 7))))
    try await router.flush()
    let path: [Screen] = anyRoutes(
      ShopRoute.cart, SignInRoute.login, SignInRoute.code(phone: "1"), ShopRoute.product(id: 7))
    #expect(router.path == path)
    #expect(router.back())
    try await store.close()

    let reopened = try NavStore(url: folder.store)
    let again = NavRouter<Screen>(in: NavWindow(scene: "main", store: reopened))
    #expect(again.path == anyRoutes(ShopRoute.cart, SignInRoute.login))
    #expect(again.restoration.path == again.path)
    #expect(again.problem == nil)
    #expect(again.forward())
    #expect(again.path == path)
    let recent = try await reopened.history(of: ShopRoute.self, account: nil).items()
    #expect(recent.map(\.route) == [.product(id: 7), .cart])
  }

  @Test("Operations and bindings change a mixed path like an array")
  func operations() async throws {
    let router = router()
    router.path = anyRoutes(ShopRoute.cart, SignInRoute.login)
    router.path.append(Screen(ShopRoute.product(id: 1)))
    router.path.append(Screen(SignInRoute.login))
    #expect(router.path.count == 4)
    #expect(router.pop(2) == 2)
    #expect(router.path == anyRoutes(ShopRoute.cart, SignInRoute.login))
    router.path.removeLast(2)
    #expect(router.path.isEmpty)
    router.push(Screen(ShopRoute.cart))
    router.push(contentsOf: anyRoutes(SignInRoute.login, ShopRoute.cart))
    let route: any NavRoute = SignInRoute.code(phone: "1")
    router.push(route)
    #expect(router.popToRoot() == 4)
    try await router.flush()
    #expect(try store.restore(Screen.self, in: "main").path.isEmpty)
  }

  @Test("Setting the path to equal elements saves nothing")
  func noChange() async throws {
    let router = router()
    router.path = anyRoutes(
      ShopRoute.cart, SignInRoute.code(phone: "a longer one than fits in a word"))
    try await router.flush()
    let before = try #require(try store.restore(Screen.self, in: "main").savedAt)
    let session = router.session
    router.path = router.path.map { $0 }
    session.core.endTurn()
    try await router.flush()
    #expect(try store.restore(Screen.self, in: "main").savedAt == before)
    router.pop()
    try await router.flush()
    #expect(try store.restore(Screen.self, in: "main").savedAt != before)
  }

  @Test("Observers of a mixed path are notified of a change")
  func observation() async {
    let router = router()
    await confirmation { notified in
      withObservationTracking {
        _ = router.path
      } onChange: {
        notified()
      }
      router.push(ShopRoute.cart)
    }
  }

  @Test("A type that is not registered is shown but not stored, and its router reports it")
  func unregistered() async throws {
    struct Stranger: NavRoute {
      static let coding: NavCoding<Self> = .codable(name: "Stranger")
      let name: String
    }
    let router = router()
    router.push(ShopRoute.cart)
    router.push(Stranger(name: "x"))
    let error = await #expect(throws: NavStore.Error.self) { try await router.flush() }
    #expect(error?.code == .unsupportedRoute)
    #expect(router.path.last?.as(Stranger.self)?.name == "x")
    #expect(router.problem?.code == .unsupportedRoute)
    try await store.close()
    let reopened = try NavStore(url: folder.store)
    #expect(try reopened.restore(Screen.self, in: "main").path == anyRoutes(ShopRoute.cart))
  }

  @Test("A router with an invalid coding works in memory and reports the problem")
  func badRoutes() {
    let router = NavRouter<Refused>(in: NavWindow(scene: .main, store: self.store))
    router.push(ShopRoute.cart)
    router.session.core.endTurn()
    router.push(Impostor.cart)
    #expect(router.back())
    #expect(router.path == anyRoutes(ShopRoute.cart))
    #expect(router.problem?.code == .unsupportedRoute)
  }

  @Test("Routers share a mixed stack, and a typed router on the same stack is refused")
  func sharing() async throws {
    let first = router()
    let second = router()
    first.push(ShopRoute.cart)
    #expect(second.path == anyRoutes(ShopRoute.cart))
    #expect(first.session === second.session)
    let typed = NavRouter<ShopRoute>(in: NavWindow(scene: "main", store: self.store))
    #expect(typed.path.isEmpty)
    #expect(typed.problem?.code == .unsupportedRoute)
    let beside = NavRouter<ShopRoute>(in: NavWindow(scene: "beside", store: self.store))
    beside.push(.product(id: 1))
    #expect(beside.problem == nil)
  }

  @Test("A router of a type that isn't Codable saves up to the element without a stored route")
  func mapped() async throws {
    let router = NavRouter<Letter>(in: NavWindow(scene: "main", store: self.store))
    router.push(Letter(text: "a"))
    try await router.flush()
    router.push(Letter(text: ""))
    router.push(Letter(text: "c"))
    try await router.flush()
    #expect(router.problem == nil)
    #expect(router.path.map(\.text) == ["a", "", "c"])
    #expect(router.back())
    #expect(router.path.map(\.text) == ["a"])
    #expect(router.forward())
    #expect(router.path.map(\.text) == ["a", "", "c"])
    try await store.close()

    let reopened = try NavStore(url: folder.store)
    let again = NavRouter<Letter>(in: NavWindow(scene: "main", store: reopened))
    #expect(again.path.map(\.text) == ["a"])
    #expect(again.restoration.failures.isEmpty)
    let visits = try await reopened.history(of: StoredLetter.self, account: nil).visits()
    #expect(visits.map(\.route.text) == ["c", "a"])
  }
}

private enum SignInRoute: NavRoute {
  static let coding: NavCoding<Self> = .codable(name: "SignInRoute")

  case login
  case code(phone: String)
}

/// A route type with the tag that `ShopRoute` already uses.
private enum Impostor: NavRoute {
  static let coding: NavCoding<Self> = .codable(name: "ShopRoute")

  case cart
}

/// A letter, which is stored as another type. A letter with an empty text is not stored.
private struct Letter: NavElement {
  let text: String

  static let coding = NavCoding<Letter>.stored(as: StoredLetter.self) {
    $0.text.isEmpty ? nil : StoredLetter(text: $0.text)
  } from: {
    Letter(text: $0.text)
  }
}

private struct StoredLetter: NavRoute {
  static let coding: NavCoding<Self> = .codable(name: "StoredLetter")
  let text: String
}
