import Foundation
import Testing

@testable import NavStore

/// Stacks of several route types, on a real file, with relaunches.
@Suite struct RouteRegistryTests {
  private typealias Shop = Mixed.Shop
  private typealias Auth = Mixed.Auth

  private let folder: TemporaryStore
  private var store: NavStore { folder.store }

  init() throws {
    folder = try TemporaryStore()
  }

  @Test("A path of three types survives a relaunch, and is what was saved")
  func relaunch() async throws {
    try store.save(Mixed.path, as: Mixed.registry, in: "main")
    let reopened = try await folder.reopen()
    let restoration = try reopened.restore(as: Mixed.registry, in: "main")
    #expect(restoration.path == Mixed.path)
    #expect(restoration.losses.isEmpty)
    #expect(restoration.savedAt != nil)
    let session = try reopened.session(as: Mixed.registry, for: "main")
    #expect(NavPath(session.path) == Mixed.path)
    session.push(Auth.code(phone: "1"))
    #expect(session.replaceTop(with: Shop.cart))
    session.update(to: NavPath(session.path.dropFirst()))
    try await reopened.flush()
    let again = try await folder.reopen()
    #expect(
      try again.restore(as: Mixed.registry, in: "main").path
        == [Auth.login, Mixed.Article.page(7), Shop.cart])
  }

  @Test("A type missing from the registry is a loss; the full registry gives everything back")
  func missingType() async throws {
    try store.save(Mixed.path, as: Mixed.registry, in: "main")
    let fewer = NavStore.RouteRegistry([Mixed.Article.self, Shop.self])
    var store = try await folder.reopen()
    let cut = try store.restore(as: fewer, in: "main")
    #expect(cut.path == [Shop.category("shoes")])
    #expect(cut.losses.map(\.position) == [1, 2])
    #expect(cut.losses.map(\.reason) == [.unknownTag, .onLostRoute])
    #expect(cut.losses.first?.tag == "Mixed.Auth")

    store = try await folder.reopen()
    #expect(try store.restore(as: Mixed.registry, in: "main").path == Mixed.path)

    // The older build goes on from what it has: the newer one finds the old stack in the list.
    store = try await folder.reopen()
    let older = try store.session(as: fewer, for: "main")
    older.push(Shop.cart)
    try await store.flush()
    store = try await folder.reopen()
    let newer = try store.session(as: Mixed.registry, for: "main")
    #expect(NavPath(newer.path) == [Shop.category("shoes"), Shop.cart])
    #expect(newer.back())
    #expect(NavPath(newer.path) == Mixed.path)
  }

  @Test("Two types under one tag, or under an alias of the other, are refused wherever used")
  func duplicateTags() async throws {
    enum Other: NavRoute {
      static let routeTag = "Mixed.Shop"
      case other
    }
    enum Heir: NavRoute {
      static let routeTag = "Heir"
      static let routeTagAliases = ["Mixed.Auth"]
      case heir
    }
    for registry in [
      NavStore.RouteRegistry(Shop.self, Other.self), .init(Heir.self, Auth.self, Shop.self),
    ] {
      let path: NavPath = [Shop.cart]
      #expect(errorCode { try registry.check() } == .duplicateRouteTag)
      #expect(errorCode { try path.codable(as: registry) } == .duplicateRouteTag)
      #expect(errorCode { try store.save(path, as: registry, in: "main") } == .duplicateRouteTag)
      #expect(errorCode { try store.restore(as: registry, in: "main") } == .duplicateRouteTag)
      #expect(errorCode { try store.session(as: registry, for: "main") } == .duplicateRouteTag)
      let error = await #expect(throws: NavStore.Error.self) {
        try await store.history.recent(as: registry)
      }
      #expect(error?.code == .duplicateRouteTag)
    }
    try NavStore.RouteRegistry(Shop.self, Auth.self, Shop.self).check()
    try NavStore.RouteRegistry().check()

    // One tag for another type in the same store, outside the registry.
    _ = try store.session(as: Mixed.registry, for: "main")
    #expect(errorCode { try store.session(Other.self, for: "other") } == .duplicateRouteTag)
    #expect(errorCode { try store.session(Heir.self, for: "other") } == .duplicateRouteTag)
  }

  @Test("A type whose name changes between builds is refused")
  func unstableTag() {
    struct Local: NavRoute {
      let name: String
    }
    #expect(errorCode { try NavStore.RouteRegistry(Local.self).check() } == .unstableRouteTag)
  }

  @Test("Saving a type that is not registered throws and changes nothing")
  func unregisteredSave() async throws {
    try store.save(Mixed.path, as: Mixed.registry, in: "main")
    var path = Mixed.path
    path.append(Mixed.Stranger(name: "x"))
    path.append(Shop.cart)
    let code = errorCode { try store.save(path, as: Mixed.registry, in: "main") }
    #expect(code == .unregisteredRoute)
    #expect(try store.restore(as: Mixed.registry, in: "main").path == Mixed.path)
    let reopened = try await folder.reopen()
    #expect(try reopened.restore(as: Mixed.registry, in: "main").path == Mixed.path)
  }

  @Test("Saving throws for a type that is not registered though the session shows it already")
  func unregisteredSaveOfWhatIsShown() throws {
    let session = try store.session(as: Mixed.registry, for: "main")
    session.push(Mixed.Stranger(name: "x"))
    let path = NavPath(session.path)
    let code = errorCode { try store.save(path, as: Mixed.registry, in: "main") }
    #expect(code == .unregisteredRoute)
  }

  @Test("A session keeps a type that is not registered in memory only, and what stands on it too")
  func unregisteredInSession() async throws {
    let session = try store.session(as: Mixed.registry, for: "main")
    session.push(Shop.cart)
    session.push(Mixed.Stranger(name: "secret"))
    session.push(Auth.login)
    #expect(await code { try await store.flush() } == .unregisteredRoute)
    #expect(NavPath(session.path).texts == ["cart", #"Stranger(name: "secret")"#, "login"])
    #expect(session.back() && session.back() && session.forward())
    #expect(session.path.last == NavStore.Element(Mixed.Stranger(name: "secret")))
    let visits = try await store.history.visits(as: Mixed.registry)
    #expect(NavPath(visits.map(\.route)) == [Auth.login, Shop.cart])

    let reopened = try await folder.reopen()
    #expect(try reopened.restore(as: Mixed.registry, in: "main").path == [Shop.cart])
    #expect(try !Data(contentsOf: folder.url).contains(Data("secret".utf8)))
  }

  @Test("Faces with the same types share a session; another registry or type is refused")
  func sharing() throws {
    let session = try store.session(as: Mixed.registry, for: "main")
    session.push(Shop.cart)
    let same = NavStore.RouteRegistry(Mixed.Article.self, Auth.self, Shop.self, Auth.self)
    #expect(try store.session(as: same, for: "main") === session)
    #expect(try store.restore(as: same, in: "main").path == [Shop.cart])
    let fewer = NavStore.RouteRegistry(Shop.self)
    #expect(errorCode { try store.session(as: fewer, for: "main") } == .routeTypeMismatch)
    #expect(errorCode { try store.session(Shop.self, for: "main") } == .routeTypeMismatch)
    #expect(errorCode { try store.save([Shop.cart], in: "main") } == .routeTypeMismatch)

    // But a stack of one of its types beside it is no second type under one tag.
    try store.save([Shop.product(id: 1)], in: "other")
    #expect(try store.restore(Shop.self, in: "other").stack == [.product(id: 1)])
  }

  @Test("The history of a type holds its visits in mixed stacks, and the other way round")
  func history() async throws {
    let session = try store.session(as: Mixed.registry, for: "mixed")
    session.push(Shop.product(id: 1))
    session.push(Auth.login)
    session.push(Shop.cart)
    try store.save([Shop.product(id: 1), .product(id: 2)], in: "typed")
    try store.save([Mixed.Stranger(name: "x")], in: "stranger")

    let history = store.history
    let shop = try await history.recent(Shop.self)
    #expect(shop.map(\.route) == [.product(id: 2), .cart, .product(id: 1)])
    #expect(shop.map(\.key).first == "Mixed.Shop.product#2")
    let mixed = try await history.recent(as: Mixed.registry)
    #expect(
      NavPath(mixed.map(\.route)) == [
        Shop.product(id: 2), Shop.cart, Auth.login, Shop.product(id: 1),
      ])
    #expect(mixed.map(\.kind) == ["product", "cart", "login", "product"])
    #expect(try await history.recent(as: .init(Auth.self)).map(\.visitCount) == [1])

    let visits = try await history.visits(as: Mixed.registry, limit: 2)
    #expect(NavPath(visits.map(\.route)) == [Shop.product(id: 2), Shop.cart])
    let older = try await history.visits(as: Mixed.registry, limit: 9, after: visits.next)
    #expect(NavPath(older.map(\.route)) == [Auth.login, Shop.product(id: 1)])

    let cart = try #require(visits.last)
    let stack = try await history.stack(of: cart.id, as: Mixed.registry)
    #expect(stack?.path == [Shop.product(id: 1), Auth.login, Shop.cart])
    let ofShop = try await history.stack(of: cart.id, as: Shop.self)
    #expect(ofShop?.stack == [.product(id: 1)])
    #expect(ofShop?.losses.map(\.reason) == [.unknownTag, .onLostRoute])
  }

  @Test("A typed stack can become a mixed one, and back")
  func fromTypedToMixed() async throws {
    try store.save([Shop.category("a"), .cart], in: "main")
    var store = try await folder.reopen()
    #expect(
      try store.restore(as: Mixed.registry, in: "main").path == [Shop.category("a"), Shop.cart])
    try store.save([Shop.category("a"), Auth.login], as: Mixed.registry, in: "main")
    store = try await folder.reopen()
    let typed = try store.restore(Shop.self, in: "main")
    #expect(typed.stack == [.category("a")])
    #expect(typed.losses.map(\.reason) == [.unknownTag])
  }

  @Test("Each type keeps its own renames: one old case name may mean two things")
  func renames() async throws {
    // What an old build had saved: `category` of a type that is `Article` today.
    enum Leaf: NavRoute {
      static let routeTag = "Mixed.Leaf"
      case category(Int)
    }
    try store.save([Leaf.category(7)], in: "main")
    try store.save([Shop.category("a")], in: "other")
    let reopened = try await folder.reopen()
    #expect(try reopened.restore(as: Mixed.registry, in: "main").path == [Mixed.Article.page(7)])
    let recent = try await reopened.history.recent(as: Mixed.registry)
    #expect(NavPath(recent.map(\.route)) == [Shop.category("a"), Mixed.Article.page(7)])
    #expect(recent.map(\.kind) == ["category", "page"])
  }

  @Test("A path that is over a limit is refused whole")
  func limits() throws {
    var configuration = NavStore.Configuration()
    configuration.limits.payloadBytes = 64
    configuration.limits.stackDepth = 3
    let store = NavStore.inMemory(configuration: configuration)
    try store.save(Mixed.path, as: Mixed.registry, in: "main")
    let long: NavPath = [Auth.login, Shop.category(String(repeating: "x", count: 64))]
    #expect(errorCode { try store.save(long, as: Mixed.registry, in: "main") } == .payloadTooLarge)
    let deep = NavPath([Shop.cart, .cart, .cart, .cart])
    #expect(errorCode { try store.save(deep, as: Mixed.registry, in: "main") } == .stackTooDeep)
    #expect(errorCode { try store.save(deep, as: Mixed.registry, in: "") } == .invalidKey)
    #expect(try store.restore(as: Mixed.registry, in: "main").path == Mixed.path)
  }

  @Test("Restoring fails, discards or replaces where the policy says so")
  func policies() async throws {
    try store.save(Mixed.path, as: Mixed.registry, in: "main")
    let fewer = NavStore.RouteRegistry(Shop.self, Mixed.Article.self)
    var policy = NavStore.RestorePolicy<NavStore.Element>()
    policy.salvage = .fail
    var store = try await folder.reopen()
    #expect(
      errorCode { try store.restore(as: fewer, in: "main", policy: policy) } == .unrestorable)
    policy.salvage = .replaceLosses { _ in NavStore.Element(Shop.cart) }
    let replaced = try store.restore(as: fewer, in: "main", policy: policy)
    #expect(replaced.path == [Shop.category("shoes"), Shop.cart, Mixed.Article.page(7)])
    store = try await folder.reopen()
    #expect(try store.restore(as: Mixed.registry, in: "main").path == Mixed.path)
  }
}
