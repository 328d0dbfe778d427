import Testing

@testable import NavStore

/// The route of any type, without a store.
@Suite struct AnyRouteTests {
  private typealias Shop = Mixed.Shop
  private typealias Auth = Mixed.Auth

  @Test("It takes a route of any type, which can be read again")
  func readable() {
    let route: any NavRoute = Auth.code(phone: "123")
    let routes = [AnyNavRoute(Shop.product(id: 7)), AnyNavRoute(route)]
    #expect(routes[0].as(Shop.self) == .product(id: 7))
    #expect(routes[0].as(Auth.self) == nil)
    #expect(routes[1].value as? Auth == .code(phone: "123"))
    let code: Auth? = routes[1].as()
    #expect(code == .code(phone: "123"))
    #expect(routes.map { "\(type(of: $0.value))" } == ["Shop", "Auth"])
  }

  @Test("Two are equal where type and route are, and then hash alike")
  func equality() {
    struct Twin: NavRoute {
      static let coding: NavCoding<Self> = .codable(name: "Twin")
      let name: String
    }
    let stranger = NavStore.AnyRoute(Mixed.Stranger(name: "a"))
    #expect(stranger == NavStore.AnyRoute(Mixed.Stranger(name: "a")))
    #expect(stranger != NavStore.AnyRoute(Mixed.Stranger(name: "b")))
    #expect(stranger != NavStore.AnyRoute(Twin(name: "a")))
    #expect(NavStore.AnyRoute(Twin(name: "a")) != stranger)
    let routes: Set = [stranger, NavStore.AnyRoute(Twin(name: "a")), stranger, .init(Shop.cart)]
    #expect(routes.count == 3)
    #expect(stranger.hashValue == NavStore.AnyRoute(Mixed.Stranger(name: "a")).hashValue)

    let path = anyRoutes(Shop.cart, Auth.login)
    #expect(path == anyRoutes(Shop.cart, Auth.login))
    #expect(path != anyRoutes(Auth.login, Shop.cart))
  }

  @Test("A class is not equal to one derived from it, whichever comes first")
  func classes() {
    let base = NavStore.AnyRoute(Base())
    let derived = NavStore.AnyRoute(Derived())
    #expect(base != derived)
    #expect(derived != base)
    #expect(derived == NavStore.AnyRoute(Derived()))
  }
}

// MARK: - A class as a route

private class Base: NavRoute, @unchecked Sendable {
  class var routeForm: NavStore.RouteForm { .init(tag: "Base") }

  init() {}

  required init(from decoder: any Decoder) throws {}

  func encode(to encoder: any Encoder) throws {}

  static func == (a: Base, b: Base) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}

private final class Derived: Base, @unchecked Sendable {
  override class var routeForm: NavStore.RouteForm { .init(tag: "Derived") }
}
