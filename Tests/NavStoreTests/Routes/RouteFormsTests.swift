import NavStoreInspection
import TestSupport
import Testing

@testable import NavStore

/// What every form of `Routes` can do: routes of one type, mixed ones and mapped ones.
@Suite struct RouteFormsTests {
  private typealias Shop = Mixed.Shop
  private typealias Auth = Mixed.Auth
  private typealias SignIn = RouteRulesTests.SignIn

  private let temporary: TemporaryStore
  private var store: NavStore { temporary.store }

  /// Numbers, stored as articles; 0 is never stored.
  private let numbers = NavRoutes<Int>.stored(as: Mixed.Article.self) { number in
    number == 0 ? nil : .page(number)
  } from: { article in
    guard case .page(let number) = article, number != 13 else { throw Flaky.Refusal() }
    return number
  }

  init() throws {
    temporary = try TemporaryStore()
  }

  @Test("Types and routes answer alike, and a Routes can be used with several stores")
  func type() async throws {
    let routes = NavRoutes.type(Shop.self)
    try routes.check()
    try store.save([.cart, .product(id: 1)], as: routes, in: "main")
    #expect(try store.restore(Shop.self, in: "main").stack == [.cart, .product(id: 1)])
    let session = try store.session(of: Shop.self, in: "main")
    #expect(try store.session(of: routes, in: "main") === session)
    #expect(
      try await store.history(of: routes, account: nil).items().map(\.route) == [.product(id: 1)])

    var small = NavStore.Configuration()
    small.limits.payloadBytes = 16
    let other = NavStore.inMemory(configuration: small)
    let path = anyRoutes(Shop.product(id: 1_234_567))
    try store.save(path, as: Mixed.routes, in: "mixed")
    let code = errorCode { try other.save(path, as: Mixed.routes, in: "main") }
    #expect(code == .invalidArgument, "A store has its own limit, whoever used the routes before")
    try store.save(path + path, as: Mixed.routes, in: "mixed")
  }

  @Test("A local type without a tag is refused by each use, and by a check")
  func unstable() async throws {
    struct Local: NavRoute {
      let name: String
    }
    let routes = NavRoutes.type(Local.self)
    #expect(errorCode { try routes.check() } == .unsupportedRoute)
    let mapped = NavRoutes<Int>.stored(
      as: Local.self, to: { Local(name: "\($0)") }, from: { _ in 0 })
    #expect(errorCode { try mapped.check() } == .unsupportedRoute)
    let code = await code { _ = try await store.history(of: mapped, account: nil).items() }
    #expect(code == .unsupportedRoute)
    #expect(
      errorCode { try store.history(of: routes, account: nil).itemKey(of: Local(name: "")) }
        == .unsupportedRoute)
  }

  @Test("A rewrite of mixed routes changes several types at once, and one type into another")
  func mixedRewrite() async throws {
    let session = try store.session(of: Mixed.routes, in: "mixed")
    session.replaceRoot(with: AnyNavRoute(Auth.login))
    for route in anyRoutes(Shop.cart, Auth.login, Shop.category("a")) { session.push(route) }
    try store.save([Shop.cart, .category("a")], in: "typed")
    let typed = try store.session(of: Shop.self, in: "typed")
    let count = try await store.history(of: Mixed.routes, account: nil).replaceRoutes { route in
      switch route.value {
      case Shop.cart: AnyNavRoute(Shop.category("cart"))
      case Auth.login: AnyNavRoute(Mixed.Article.cover)
      default: route
      }
    }
    #expect(count == 2)
    let expected = anyRoutes(Shop.category("cart"), Mixed.Article.cover, Shop.category("a"))
    #expect(session.path == expected)
    #expect(session.root == AnyNavRoute(Mixed.Article.cover))
    #expect(typed.path == [.category("cart"), .category("a")])
    let recent = try await store.history(of: Mixed.routes, account: nil).items()
    #expect(Set(recent.map(\.route)) == Set(expected))
    try await expectConsistent(temporary)
    try temporary.reopenAfterKill()
    #expect(try store.restore(Mixed.routes, in: "mixed").stack == expected)
    #expect(try store.restore(Shop.self, in: "typed").stack == [.category("cart"), .category("a")])
    let old = AnyNavRoute(Shop.category("a"))
    let new = AnyNavRoute(Shop.product(id: 1))
    #expect(
      try await store.history(of: Mixed.routes, account: nil).replaceRoutes {
        $0 == old ? new : nil
      } == 1)
    #expect(
      try store.restore(Shop.self, in: "typed").stack == [.category("cart"), .product(id: 1)])
  }

  @Test("A removal of mixed routes takes them out of stacks of all forms")
  func mixedRemoval() async throws {
    let session = try store.session(of: Mixed.routes, in: "mixed")
    for route in anyRoutes(Shop.cart, Auth.login, Shop.category("a")) { session.push(route) }
    let typed = try store.session(of: Shop.self, in: "typed")
    typed.push(contentsOf: [.category("b"), .cart])
    let mapped = try store.session(of: numbers, in: "mapped")
    for number in [1, 2, 3] { mapped.push(number) }
    let removal = try await store.history(of: Mixed.routes, account: nil).removeRoutes { route in
      [AnyNavRoute(Shop.cart), AnyNavRoute(Auth.login), AnyNavRoute(Mixed.Article.page(2))]
        .contains(route)
    }
    #expect(removal == 4)
    #expect(session.path == anyRoutes(Shop.category("a")))
    #expect(typed.path == [.category("b")])
    #expect(mapped.path == [1, 3])
    try await expectConsistent(temporary)
    try temporary.reopenAfterKill()
    #expect(try store.restore(Mixed.routes, in: "mixed").stack == anyRoutes(Shop.category("a")))
    #expect(try store.restore(numbers, in: "mapped").stack == [1, 3])
  }

  @Test("A rewrite and a removal of mapped routes reach mapped, typed and mixed stacks")
  func mapped() async throws {
    let session = try store.session(of: numbers, in: "mapped")
    for number in [1, 2, 3] { session.push(number) }
    let typed = try store.session(of: Mixed.Article.self, in: "typed")
    typed.push(contentsOf: [.page(1), .page(2), .page(13), .cover])
    let mixed = try store.session(of: Mixed.routes, in: "mixed")
    mixed.push(Shop.cart)
    mixed.push(Mixed.Article.page(2))
    let history = store.history(of: numbers, account: nil)
    #expect(try await history.replaceRoutes { $0 == 2 ? 20 : $0 } == 1)
    #expect(session.path == [1, 20, 3])
    #expect(typed.path == [.page(1), .page(20), .page(13), .cover])
    #expect(mixed.path == anyRoutes(Shop.cart, Mixed.Article.page(20)))

    #expect(try await history.removeRoutes { $0 > 10 || $0 == 1 } == 5)
    #expect(session.path == [3])
    #expect(typed.path == [.page(13), .cover], "What the mapping throws for stays")
    #expect(mixed.path == anyRoutes(Shop.cart))
    #expect(try await history.items().map(\.route) == [3])
    try await expectConsistent(temporary)
    try temporary.reopenAfterKill()
    #expect(try store.restore(numbers, in: "mapped").stack == [3])

    let reason = await reason { _ = try await history.replaceRoutes { _ in 0 } }
    #expect(reason == .notStored, "A route that is stored cannot become one that is not")
    #expect(try store.restore(numbers, in: "mapped").stack == [3])
  }

  @Test("One item is forgotten and erased by mixed and mapped routes as by its own type")
  func forget() async throws {
    try store.save([.page(1), .page(2)] as [Mixed.Article], in: "typed")
    let session = try store.session(of: numbers, in: "mapped")
    for number in [1, 3, 4] { session.push(number) }
    #expect(try await store.history(of: numbers, account: nil).forget(.item(1)) == 2)
    #expect(
      try await store.history(of: numbers, account: nil).forget(.item(0)) == 0,
      "It is never stored")
    let mixed = store.history(of: Mixed.routes, account: nil)
    #expect(try await mixed.erase(.item(AnyNavRoute(Mixed.Article.page(3)))) == 1)
    let stranger = AnyNavRoute(Mixed.Stranger(name: "x"))
    #expect(await code { try await mixed.forget(.item(stranger)) } == .unsupportedRoute)
    #expect(
      try await store.history(of: Mixed.Article.self, account: nil).items().map(\.route) == [
        .page(4), .page(2),
      ])
    let other = store.history(of: numbers, account: "ada")
    #expect(try await other.forget(.item(4)) == 0, "It is another account's")
    #expect(session.path == [1, 3, 4], "Who shows it goes on showing it")
    try temporary.reopenAfterKill()
    #expect(try store.restore(numbers, in: "mapped").stack == [4])
  }

  @Test("Kinds, and items by a look at each, are chosen by any form of routes")
  func scopes() async throws {
    let session = try store.session(of: Mixed.routes, in: "main")
    for route in anyRoutes(
      Shop.cart, Mixed.Article.page(1), Shop.category("a"), Mixed.Article.page(2))
    {
      session.push(route)
    }
    #expect(
      try await store.history(of: numbers, account: nil).forget(.items { $0.route == 1 }) == 1)
    #expect(try await store.history(of: numbers, account: nil).forget(.kind("page")) == 1)
    #expect(try await store.history(of: Shop.self, account: nil).forget(.kind("category")) == 1)
    let left = try await store.history(of: Mixed.routes, account: nil).forget(
      .items { $0.route.as(Shop.self) == .cart })
    #expect(left == 1)
    #expect(try await store.history(of: Mixed.routes, account: nil).visits().isEmpty)
  }

  @Test("Answers and trees of mixed and mapped routes follow changes")
  func updates() async throws {
    let session = try store.session(of: Mixed.routes, in: "main")
    session.push(Mixed.Article.page(1))
    session.push(Shop.cart)
    var trees = store.history(of: Mixed.routes, account: nil).treeUpdates(in: "main")
      .makeAsyncIterator()
    var numberTrees = store.history(of: numbers, account: nil).treeUpdates(in: "main")
      .makeAsyncIterator()
    var items = store.history(of: numbers, account: nil).updates(.frequent()).makeAsyncIterator()
    #expect(await trees.next()?.nodes.map(\.route) == anyRoutes(Mixed.Article.page(1), Shop.cart))
    #expect(await numberTrees.next()?.nodes.map(\.route) == [1, nil])
    #expect(await items.next()?.map(\.route) == [1])
    session.push(Mixed.Article.page(2))
    try await store.flush()
    #expect(await trees.next()?.nodes.last?.route == AnyNavRoute(Mixed.Article.page(2)))
    #expect(await numberTrees.next()?.nodes.last?.route == 2)
    #expect(await items.next()?.count == 2)
  }

  @Test(
    "What is never stored is changed by its type also in a mixed stack, and the other way round")
  func transient() async throws {
    let routes = NavRoutes.mixed(SignIn.self, Shop.self)
    let mixed = try store.session(of: routes, in: "mixed")
    mixed.push(Shop.cart)
    mixed.push(SignIn.otp(code: "a"))
    mixed.push(SignIn.otp(code: "b"))
    let typed = try store.session(of: SignIn.self, in: "typed")
    typed.push(contentsOf: [.otp(code: "a"), .otp(code: "b")])
    try await store.history(of: SignIn.self, account: nil).replaceRoutes {
      $0 == .otp(code: "a") ? .otp(code: "c") : $0
    }
    #expect(mixed.path == anyRoutes(Shop.cart, SignIn.otp(code: "c"), SignIn.otp(code: "b")))
    try await store.history(of: routes, account: nil).removeRoutes {
      $0.as(SignIn.self) == .otp(code: "b")
    }
    #expect(mixed.path == anyRoutes(Shop.cart, SignIn.otp(code: "c")))
    #expect(typed.path == [.otp(code: "c")])
  }

  @Test("Changes are of one account")
  func accounts() async throws {
    for account in [nil, "ada"] {
      try store.save([Shop.cart, .category("a")], in: "main", account: account)
    }
    let history = store.history(of: Shop.self, account: "ada")
    try await history.replaceRoutes { $0 == .cart ? .product(id: 1) : nil }
    #expect(try store.restore(Shop.self, in: "main").stack == [.cart, .category("a")])
    try await history.removeRoutes { $0 == .category("a") }
    #expect(try store.restore(Shop.self, in: "main", account: "ada").stack == [.product(id: 1)])
    #expect(try store.restore(Shop.self, in: "main").stack == [.cart, .category("a")])
    try await store.history(of: Shop.self, account: nil).removeRoutes { _ in true }
    #expect(try store.restore(Shop.self, in: "main").stack.isEmpty)
    #expect(try store.restore(Shop.self, in: "main", account: "ada").stack == [.product(id: 1)])
    let long = store.history(of: Shop.self, account: String(repeating: "k", count: 513))
    #expect(
      await code { try await long.removeRoutes { _ in true } } == .invalidArgument)
  }
}
