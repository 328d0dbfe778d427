import Foundation
import Testing

@testable import NavStore

/// Stacks of several route types, on a real file, with relaunches.
@Suite struct MixedRouteTests {
  private typealias Shop = Mixed.Shop
  private typealias Auth = Mixed.Auth

  private let folder: TemporaryStore
  private var store: NavStore { folder.store }

  init() throws {
    folder = try TemporaryStore()
  }

  @Test("A path of three types survives a relaunch, and is what was saved")
  func relaunch() async throws {
    try store.save(Mixed.path, as: Mixed.routes, in: "main")
    let reopened = try await folder.reopen()
    let restoration = try reopened.restore(Mixed.routes, in: "main")
    #expect(restoration.stack == Mixed.path)
    #expect(restoration.losses.isEmpty)
    #expect(restoration.savedAt != nil)
    let session = try reopened.session(of: Mixed.routes, in: "main")
    #expect(session.path == Mixed.path)
    session.push(Auth.code(phone: "1"))
    #expect(session.replaceTop(with: Shop.cart))
    session.set(session.path.dropFirst())
    try await reopened.flush()
    let again = try await folder.reopen()
    #expect(
      try again.restore(Mixed.routes, in: "main").stack
        == anyRoutes(Auth.login, Mixed.Article.page(7), Shop.cart))
  }

  @Test("A type that the routes leave out is a loss; the full routes give everything back")
  func missingType() async throws {
    try store.save(Mixed.path, as: Mixed.routes, in: "main")
    let fewer = NavStore.Routes.mixed([Mixed.Article.self, Shop.self])
    var store = try await folder.reopen()
    let cut = try store.restore(fewer, in: "main")
    #expect(cut.stack == anyRoutes(Shop.category("shoes")))
    #expect(cut.losses.map(\.position) == [1, 2])
    #expect(cut.losses.map(\.reason) == [.unknownTag, .onLostRoute])
    #expect(cut.losses.first?.tag == "Mixed.Auth")

    store = try await folder.reopen()
    #expect(try store.restore(Mixed.routes, in: "main").stack == Mixed.path)

    // The older build goes on from what it has: the newer one finds the old stack in the list.
    store = try await folder.reopen()
    let older = try store.session(of: fewer, in: "main")
    older.push(Shop.cart)
    try await store.flush()
    store = try await folder.reopen()
    let newer = try store.session(of: Mixed.routes, in: "main")
    #expect(newer.path == anyRoutes(Shop.category("shoes"), Shop.cart))
    #expect(newer.back())
    #expect(newer.path == Mixed.path)
  }

  @Test("Two types under one tag, or under an alias of the other, are refused wherever used")
  func duplicateTags() async throws {
    enum Other: NavRoute {
      static let routeForm = NavStore.RouteForm(tag: "Mixed.Shop")
      case other
    }
    enum Heir: NavRoute {
      static let routeForm = NavStore.RouteForm(tag: "Heir", aliases: ["Mixed.Auth"])
      case heir
    }
    for routes in [
      NavStore.Routes.mixed(Shop.self, Other.self), .mixed(Heir.self, Auth.self, Shop.self),
    ] {
      let path = anyRoutes(Shop.cart)
      #expect(errorCode { try routes.check() } == .unsupportedRoute)
      #expect(errorCode { try store.save(path, as: routes, in: "main") } == .unsupportedRoute)
      #expect(errorCode { try store.restore(routes, in: "main") } == .unsupportedRoute)
      #expect(errorCode { try store.session(of: routes, in: "main") } == .unsupportedRoute)
      let error = await #expect(throws: NavStore.Error.self) {
        try await store.history(of: routes, account: nil).items()
      }
      #expect(error?.code == .unsupportedRoute)
    }
    try NavStore.Routes.mixed(Shop.self, Auth.self, Shop.self).check()
    try NavStore.Routes.mixed([]).check()

    // One tag for another type in the same store, outside of them.
    _ = try store.session(of: Mixed.routes, in: "main")
    #expect(errorCode { try store.session(of: Other.self, in: "other") } == .unsupportedRoute)
    #expect(errorCode { try store.session(of: Heir.self, in: "other") } == .unsupportedRoute)
  }

  @Test("A type whose name changes between builds is refused")
  func unstableTag() {
    struct Local: NavRoute {
      let name: String
    }
    #expect(errorCode { try NavStore.Routes.mixed(Local.self).check() } == .unsupportedRoute)
  }

  @Test("Saving a type that is not registered throws and changes nothing")
  func unregisteredSave() async throws {
    try store.save(Mixed.path, as: Mixed.routes, in: "main")
    var path = Mixed.path
    path += anyRoutes(Mixed.Stranger(name: "x"), Shop.cart)
    let code = errorCode { try store.save(path, as: Mixed.routes, in: "main") }
    #expect(code == .unsupportedRoute)
    #expect(try store.restore(Mixed.routes, in: "main").stack == Mixed.path)
    let reopened = try await folder.reopen()
    #expect(try reopened.restore(Mixed.routes, in: "main").stack == Mixed.path)
  }

  @Test("Saving throws for a type that is not registered though the session shows it already")
  func unregisteredSaveOfWhatIsShown() throws {
    let session = try store.session(of: Mixed.routes, in: "main")
    session.push(Mixed.Stranger(name: "x"))
    let path = session.path
    let code = errorCode { try store.save(path, as: Mixed.routes, in: "main") }
    #expect(code == .unsupportedRoute)
  }

  @Test("A session keeps a type that is not registered in memory only, and what stands on it too")
  func unregisteredInSession() async throws {
    let session = try store.session(of: Mixed.routes, in: "main")
    session.push(Shop.cart)
    session.push(Mixed.Stranger(name: "secret"))
    session.push(Auth.login)
    #expect(await code { try await store.flush() } == .unsupportedRoute)
    #expect(session.path.texts == ["cart", #"Stranger(name: "secret")"#, "login"])
    #expect(session.back() && session.back() && session.forward())
    #expect(session.path.last == NavStore.AnyRoute(Mixed.Stranger(name: "secret")))
    let visits = try await store.history(of: Mixed.routes, account: nil).visits()
    #expect(visits.map(\.route) == anyRoutes(Auth.login, Shop.cart))

    let reopened = try await folder.reopen()
    #expect(try reopened.restore(Mixed.routes, in: "main").stack == anyRoutes(Shop.cart))
    #expect(try !Data(contentsOf: folder.url).contains(Data("secret".utf8)))
  }

  @Test("Faces with the same types share a session; other routes or another type are refused")
  func sharing() throws {
    let session = try store.session(of: Mixed.routes, in: "main")
    session.push(Shop.cart)
    let same = NavStore.Routes.mixed(Mixed.Article.self, Auth.self, Shop.self, Auth.self)
    #expect(try store.session(of: same, in: "main") === session)
    #expect(try store.restore(same, in: "main").stack == anyRoutes(Shop.cart))
    let fewer = NavStore.Routes.mixed(Shop.self)
    #expect(errorCode { try store.session(of: fewer, in: "main") } == .unsupportedRoute)
    #expect(errorCode { try store.session(of: Shop.self, in: "main") } == .unsupportedRoute)
    #expect(errorCode { try store.save([Shop.cart], in: "main") } == .unsupportedRoute)

    // But a stack of one of its types beside it is no second type under one tag.
    try store.save([Shop.product(id: 1)], in: "other")
    #expect(try store.restore(Shop.self, in: "other").stack == [.product(id: 1)])
  }

  @Test("The history of a type holds its visits in mixed stacks, and the other way round")
  func history() async throws {
    let session = try store.session(of: Mixed.routes, in: "mixed")
    session.push(Shop.product(id: 1))
    session.push(Auth.login)
    session.push(Shop.cart)
    try store.save([Shop.product(id: 1), .product(id: 2)], in: "typed")
    try store.save([Mixed.Stranger(name: "x")], in: "stranger")

    let shop = try await store.history(of: Shop.self, account: nil).items()
    #expect(shop.map(\.route) == [.product(id: 2), .cart, .product(id: 1)])
    #expect(shop.map(\.id).first == "Mixed.Shop.product#2")
    let mixed = try await store.history(of: Mixed.routes, account: nil).items()
    #expect(
      mixed.map(\.route)
        == anyRoutes(Shop.product(id: 2), Shop.cart, Auth.login, Shop.product(id: 1)))
    #expect(mixed.map(\.kind) == ["product", "cart", "login", "product"])
    #expect(
      try await store.history(of: .mixed(Auth.self), account: nil).items().map(\.visitCount) == [1]
    )

    let visits = try await store.history(of: Mixed.routes, account: nil).visits(limit: 2)
    #expect(visits.map(\.route) == anyRoutes(Shop.product(id: 2), Shop.cart))
    let older = try await store.history(of: Mixed.routes, account: nil).visits(
      limit: 9, after: visits.last)
    #expect(older.map(\.route) == anyRoutes(Auth.login, Shop.product(id: 1)))

    let cart = try #require(visits.last)
    let stack = try await store.history(of: Mixed.routes, account: nil).path(of: cart)
    #expect(stack.stack == anyRoutes(Shop.product(id: 1), Auth.login, Shop.cart))
    let ofShop = try await store.history(of: Shop.self, account: nil).path(ofVisit: cart.id)
    #expect(ofShop.stack == [.product(id: 1)])
    #expect(ofShop.losses.map(\.reason) == [.unknownTag, .onLostRoute])
  }

  @Test("A typed stack can become a mixed one, and back")
  func fromTypedToMixed() async throws {
    try store.save([Shop.category("a"), .cart], in: "main")
    var store = try await folder.reopen()
    #expect(
      try store.restore(Mixed.routes, in: "main").stack == anyRoutes(Shop.category("a"), Shop.cart))
    try store.save(anyRoutes(Shop.category("a"), Auth.login), as: Mixed.routes, in: "main")
    store = try await folder.reopen()
    let typed = try store.restore(Shop.self, in: "main")
    #expect(typed.stack == [.category("a")])
    #expect(typed.losses.map(\.reason) == [.unknownTag])
  }

  @Test("Each type keeps its own renames: one old case name may mean two things")
  func renames() async throws {
    // What an old build had saved: `category` of a type that is `Article` today.
    enum Leaf: NavRoute {
      static let routeForm = NavStore.RouteForm(tag: "Mixed.Leaf")
      case category(Int)
    }
    try store.save([Leaf.category(7)], in: "main")
    try store.save([Shop.category("a")], in: "other")
    let reopened = try await folder.reopen()
    #expect(
      try reopened.restore(Mixed.routes, in: "main").stack == anyRoutes(Mixed.Article.page(7)))
    let recent = try await reopened.history(of: Mixed.routes, account: nil).items()
    #expect(recent.map(\.route) == anyRoutes(Shop.category("a"), Mixed.Article.page(7)))
    #expect(recent.map(\.kind) == ["category", "page"])
  }

  @Test("A path that is over a limit is refused whole")
  func limits() throws {
    var configuration = NavStore.Configuration()
    configuration.limits.payloadBytes = 64
    configuration.limits.stackDepth = 3
    let store = NavStore.inMemory(configuration: configuration)
    try store.save(Mixed.path, as: Mixed.routes, in: "main")
    let long = anyRoutes(Auth.login, Shop.category(String(repeating: "x", count: 64)))
    #expect(errorCode { try store.save(long, as: Mixed.routes, in: "main") } == .invalidArgument)
    let deep = anyRoutes(Shop.cart, Shop.cart, Shop.cart, Shop.cart)
    #expect(errorCode { try store.save(deep, as: Mixed.routes, in: "main") } == .invalidArgument)
    #expect(errorCode { try store.save(deep, as: Mixed.routes, in: "") } == .invalidArgument)
    #expect(try store.restore(Mixed.routes, in: "main").stack == Mixed.path)
  }

  @Test("Restoring fails, discards or replaces where the policy says so")
  func policies() async throws {
    try store.save(Mixed.path, as: Mixed.routes, in: "main")
    let fewer = NavStore.Routes.mixed(Shop.self, Mixed.Article.self)
    var policy = NavStore.RestorePolicy<NavStore.AnyRoute>()
    policy.salvage = .fail
    var store = try await folder.reopen()
    #expect(
      errorCode { try store.restore(fewer, in: "main", policy: policy) } == .codingFailed)
    policy.salvage = .replaceLosses { _ in NavStore.AnyRoute(Shop.cart) }
    let replaced = try store.restore(fewer, in: "main", policy: policy)
    #expect(replaced.stack == anyRoutes(Shop.category("shoes"), Shop.cart, Mixed.Article.page(7)))
    store = try await folder.reopen()
    #expect(try store.restore(Mixed.routes, in: "main").stack == Mixed.path)
  }
}
