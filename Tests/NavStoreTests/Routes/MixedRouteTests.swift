import Foundation
import TestSupport
import Testing

@testable import NavStore

/// Stacks with several route types, in a real file and with relaunches.
@Suite struct MixedRouteTests {
  private typealias Shop = Mixed.Shop
  private typealias Auth = Mixed.Auth

  private let folder: TemporaryStore
  private var store: NavStore { folder.store }

  init() throws {
    folder = try TemporaryStore()
  }

  @Test("A path of three route types is restored after a relaunch")
  func relaunch() async throws {
    try store.save(Mixed.path, in: "main")
    let reopened = try await folder.relaunch()
    let restoration = try reopened.restore(Mixed.Screen.self, in: "main")
    #expect(restoration.path == Mixed.path)
    #expect(restoration.failures.isEmpty)
    #expect(restoration.savedAt != nil)
    let session = try reopened.session(of: Mixed.Screen.self, in: "main")
    #expect(session.path == Mixed.path)
    session.push(Auth.code(phone: "1"))
    #expect(session.replaceTop(with: Mixed.Screen(Shop.cart)))
    session.set(session.path.dropFirst())
    try await reopened.flush()
    let again = try await folder.relaunch()
    #expect(
      try again.restore(Mixed.Screen.self, in: "main").path
        == anyRoutes(Auth.login, Mixed.Article.page(7), Shop.cart))
  }

  @Test("A route of a missing type is a failure, and a build with all types restores it")
  func missingType() async throws {
    try store.save(Mixed.path, in: "main")
    typealias Fewer = AnyScreen<TwoTypes<Mixed.Article, Shop>>
    var store = try await folder.relaunch()
    let cut = try store.restore(Fewer.self, in: "main")
    #expect(cut.path == anyRoutes(Shop.category("shoes")))
    #expect(cut.failures.map(\.position) == [1, 2])
    #expect(cut.failures.map(\.reason) == [.unknownType, .aboveFailure])
    #expect(cut.failures.first?.typeName == "Mixed.Auth")

    store = try await folder.relaunch()
    #expect(try store.restore(Mixed.Screen.self, in: "main").path == Mixed.path)

    // The older build continues with the routes that it can read. The newer build can go back to
    // the whole old stack in the back/forward list.
    store = try await folder.relaunch()
    let older = try store.session(of: Fewer.self, in: "main")
    older.push(Shop.cart)
    try await store.flush()
    store = try await folder.relaunch()
    let newer = try store.session(of: Mixed.Screen.self, in: "main")
    #expect(newer.path == anyRoutes(Shop.category("shoes"), Shop.cart))
    #expect(newer.back())
    #expect(newer.path == Mixed.path)
  }

  @Test("Two types with the same tag, or with the other's tag as a former name, are rejected")
  func duplicateTags() async throws {
    enum Other: NavRoute {
      static let coding: NavCoding<Self> = .codable(name: "Mixed.Shop")
      case other
    }
    enum Heir: NavRoute {
      static let coding: NavCoding<Self> = .codable(name: "Heir", formerNames: ["Mixed.Auth"])
      case heir
    }
    func expectRefused<Types>(_ type: AnyScreen<Types>.Type) async {
      let path = [AnyScreen<Types>(Shop.cart)]
      #expect(errorCode { try store.save(path, in: "main") } == .unsupportedRoute)
      #expect(errorCode { try store.restore(type, in: "main") } == .unsupportedRoute)
      #expect(errorCode { try store.session(of: type, in: "main") } == .unsupportedRoute)
      let code = await code { _ = try await store.history(of: type, account: nil).items() }
      #expect(code == .unsupportedRoute)
    }
    await expectRefused(AnyScreen<TwoTypes<Shop, Other>>.self)
    await expectRefused(AnyScreen<ThreeTypes<Heir, Auth, Shop>>.self)

    // A stack that has one route type twice, and a stack without route types, are accepted.
    typealias Twice = AnyScreen<ThreeTypes<Shop, Auth, Shop>>
    #expect(try store.restore(Twice.self, in: "twice").path.isEmpty)
    #expect(try store.restore(AnyScreen<NoType>.self, in: "none").path.isEmpty)

    // `Other` has the tag of `Shop`, and `Heir` has the tag of `Auth` as a former name. Both are
    // rejected even in another scene of the same store.
    _ = try store.session(of: Mixed.Screen.self, in: "main")
    #expect(errorCode { try store.session(of: Other.self, in: "other") } == .unsupportedRoute)
    #expect(errorCode { try store.session(of: Heir.self, in: "other") } == .unsupportedRoute)
  }

  @Test("A type whose name changes between builds is rejected")
  func unstableTag() {
    struct Local: NavRoute {
      let name: String
    }
    typealias Screen = AnyScreen<OneType<Local>>
    #expect(errorCode { try store.session(of: Screen.self, in: "main") } == .unsupportedRoute)
  }

  @Test("Saving a type that is not registered throws and changes nothing")
  func unregisteredSave() async throws {
    try store.save(Mixed.path, in: "main")
    var path = Mixed.path
    path += anyRoutes(Mixed.Stranger(name: "x"), Shop.cart)
    let code = errorCode { try store.save(path, in: "main") }
    #expect(code == .unsupportedRoute)
    #expect(try store.restore(Mixed.Screen.self, in: "main").path == Mixed.path)
    let reopened = try await folder.relaunch()
    #expect(try reopened.restore(Mixed.Screen.self, in: "main").path == Mixed.path)
  }

  @Test("Saving a shown stack with an unregistered type throws")
  func unregisteredSaveOfWhatIsShown() throws {
    let session = try store.session(of: Mixed.Screen.self, in: "main")
    session.push(Mixed.Stranger(name: "x"))
    let path = session.path
    let code = errorCode { try store.save(path, in: "main") }
    #expect(code == .unsupportedRoute)
  }

  @Test("A session keeps an unregistered type in memory, and the stored stack ends below it")
  func unregisteredInSession() async throws {
    let session = try store.session(of: Mixed.Screen.self, in: "main")
    session.push(Shop.cart)
    session.push(Mixed.Stranger(name: "secret"))
    session.push(Auth.login)
    #expect(await code { try await store.flush() } == .unsupportedRoute)
    #expect(session.path.map(\.description) == ["cart", #"Stranger(name: "secret")"#, "login"])
    #expect(session.back() && session.back() && session.forward())
    #expect(session.path.last == Mixed.Screen(Mixed.Stranger(name: "secret")))
    let visits = try await store.history(of: Mixed.Screen.self, account: nil).visits()
    #expect(visits.map(\.route) == anyRoutes(Auth.login, Shop.cart))

    let reopened = try await folder.relaunch()
    #expect(try reopened.restore(Mixed.Screen.self, in: "main").path == anyRoutes(Shop.cart))
    #expect(try !Data(contentsOf: folder.url).contains(Data("secret".utf8)))
  }

  @Test("Sessions of one stack and element type are one object; another type is rejected")
  func sharing() throws {
    let session = try store.session(of: Mixed.Screen.self, in: "main")
    session.push(Shop.cart)
    #expect(try store.session(of: Mixed.Screen.self, in: "main") === session)
    #expect(try store.restore(Mixed.Screen.self, in: "main").path == anyRoutes(Shop.cart))
    typealias Other = AnyScreen<ThreeTypes<Mixed.Article, Auth, Shop>>
    #expect(errorCode { try store.session(of: Other.self, in: "main") } == .unsupportedRoute)
    #expect(errorCode { try store.session(of: Shop.self, in: "main") } == .unsupportedRoute)
    #expect(errorCode { try store.save([Shop.cart], in: "main") } == .unsupportedRoute)

    // A stack of `Shop` in another scene is accepted, because it has the same type `Shop`, not a
    // second type with the tag of `Shop`.
    try store.save([Shop.product(id: 1)], in: "other")
    #expect(try store.restore(Shop.self, in: "other").path == [.product(id: 1)])
  }

  @Test("The history of a type includes its visits in stacks of several types, and vice versa")
  func history() async throws {
    let session = try store.session(of: Mixed.Screen.self, in: "mixed")
    session.push(Shop.product(id: 1))
    session.push(Auth.login)
    session.push(Shop.cart)
    try store.save([Shop.product(id: 1), .product(id: 2)], in: "typed")
    try store.save([Mixed.Stranger(name: "x")], in: "stranger")

    let shop = try await store.history(of: Shop.self, account: nil).items()
    #expect(shop.map(\.route) == [.product(id: 2), .cart, .product(id: 1)])
    #expect(shop.map(\.id).first == "Mixed.Shop.product#2")
    let mixed = try await store.history(of: Mixed.Screen.self, account: nil).items()
    #expect(
      mixed.map(\.route)
        == anyRoutes(Shop.product(id: 2), Shop.cart, Auth.login, Shop.product(id: 1)))
    #expect(mixed.map(\.kind) == ["product", "cart", "login", "product"])
    #expect(
      try await store.history(of: AnyScreen<OneType<Auth>>.self, account: nil).items()
        .map(\.visitCount) == [1])

    let visits = try await store.history(of: Mixed.Screen.self, account: nil).visits(limit: 2)
    #expect(visits.map(\.route) == anyRoutes(Shop.product(id: 2), Shop.cart))
    let older = try await store.history(of: Mixed.Screen.self, account: nil).visits(
      limit: 9, after: visits.last)
    #expect(older.map(\.route) == anyRoutes(Auth.login, Shop.product(id: 1)))

    let cart = try #require(visits.last)
    let stack = try await store.history(of: Mixed.Screen.self, account: nil).path(of: cart)
    #expect(stack.path == anyRoutes(Shop.product(id: 1), Auth.login, Shop.cart))
    let ofShop = try await store.history(of: Shop.self, account: nil).path(ofVisit: cart.id)
    #expect(ofShop.path == [.product(id: 1)])
    #expect(ofShop.failures.map(\.reason) == [.unknownType, .aboveFailure])
  }

  @Test("A stack of one type can become a stack of several types, and vice versa")
  func fromTypedToMixed() async throws {
    try store.save([Shop.category("a"), .cart], in: "main")
    var store = try await folder.relaunch()
    #expect(
      try store.restore(Mixed.Screen.self, in: "main").path
        == anyRoutes(Shop.category("a"), Shop.cart))
    try store.save(anyRoutes(Shop.category("a"), Auth.login) as [Mixed.Screen], in: "main")
    store = try await folder.relaunch()
    let typed = try store.restore(Shop.self, in: "main")
    #expect(typed.path == [.category("a")])
    #expect(typed.failures.map(\.reason) == [.unknownType])
  }

  @Test("Each type has its own renames, so one old case name can have two meanings")
  func renames() async throws {
    // Simulates an old build that saved the case `category` of a type that the newer build calls
    // `Article`.
    enum Leaf: NavRoute {
      static let coding: NavCoding<Self> = .codable(name: "Mixed.Leaf")
      case category(Int)
    }
    try store.save([Leaf.category(7)], in: "main")
    try store.save([Shop.category("a")], in: "other")
    let reopened = try await folder.relaunch()
    #expect(
      try reopened.restore(Mixed.Screen.self, in: "main").path == anyRoutes(Mixed.Article.page(7)))
    let recent = try await reopened.history(of: Mixed.Screen.self, account: nil).items()
    #expect(recent.map(\.route) == anyRoutes(Shop.category("a"), Mixed.Article.page(7)))
    #expect(recent.map(\.kind) == ["category", "page"])
  }

  @Test("A path that exceeds a limit is rejected as a whole")
  func limits() throws {
    var configuration = NavStore.Configuration()
    configuration.limits.payloadBytes = 64
    configuration.limits.stackDepth = 3
    let store = NavStore(inMemory: configuration)
    try store.save(Mixed.path, in: "main")
    let long: [Mixed.Screen] = anyRoutes(
      Auth.login, Shop.category(String(repeating: "x", count: 64)))
    #expect(errorCode { try store.save(long, in: "main") } == .invalidArgument)
    let deep: [Mixed.Screen] = anyRoutes(Shop.cart, Shop.cart, Shop.cart, Shop.cart)
    #expect(errorCode { try store.save(deep, in: "main") } == .invalidArgument)
    #expect(errorCode { try store.save(deep, in: "") } == .invalidArgument)
    #expect(try store.restore(Mixed.Screen.self, in: "main").path == Mixed.path)
  }

  @Test("A restore with a missing type follows the policy")
  func policies() async throws {
    try store.save(Mixed.path, in: "main")
    typealias Fewer = AnyScreen<TwoTypes<Shop, Mixed.Article>>
    var store = try await folder.relaunch()
    #expect(
      errorCode { try store.restore(Fewer.self, in: "main", onUndecodable: .fail) } == .codingFailed
    )
    let replaced = try store.restore(
      Fewer.self, in: "main", onUndecodable: .substitute { _ in Fewer(Shop.cart) })
    #expect(replaced.path == anyRoutes(Shop.category("shoes"), Shop.cart, Mixed.Article.page(7)))
    store = try await folder.relaunch()
    #expect(try store.restore(Mixed.Screen.self, in: "main").path == Mixed.path)
  }
}
