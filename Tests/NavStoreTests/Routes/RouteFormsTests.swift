import NavStoreInspection
import TestSupport
import Testing

@testable import NavStore

/// Operations on elements of every coding: routes of one type, mixed routes and routes with a
/// storage type.
@Suite struct RouteFormsTests {
  private typealias Shop = Mixed.Shop
  private typealias Auth = Mixed.Auth
  private typealias SignIn = RouteRulesTests.SignIn

  private let temporary: TemporaryStore
  private var store: NavStore { temporary.store }

  init() throws {
    temporary = try TemporaryStore()
  }

  @Test("Each store has its own payload limit for stacks of several types")
  func limits() async throws {
    var small = NavStore.Configuration()
    small.limits.payloadBytes = 16
    let other = NavStore(inMemory: small)
    let path: [Mixed.Screen] = anyRoutes(Shop.product(id: 1_234_567))
    try store.save(path, in: "mixed")
    #expect(errorCode { try other.save(path, in: "main") } == .invalidArgument)
    try store.save(path + path, in: "mixed")
  }

  @Test("An element whose stored type is local and unnamed is rejected by each call")
  func unstable() async throws {
    struct Local: NavRoute {
      let name: String
    }
    struct Mapped: NavElement {
      let name: String

      static let coding = NavCoding<Mapped>.stored(as: Local.self) {
        Local(name: $0.name)
      } from: {
        Mapped(name: $0.name)
      }
    }
    #expect(errorCode { try store.session(of: Mapped.self, in: "main") } == .unsupportedRoute)
    let mapped = store.history(of: Mapped.self, account: nil)
    #expect(await code { _ = try await mapped.items() } == .unsupportedRoute)
    let typed = store.history(of: Local.self, account: nil)
    #expect(errorCode { try typed.itemKey(of: Local(name: "")) } == .unsupportedRoute)
  }

  @Test("A rewrite of elements of several types changes several types, also into each other")
  func mixedRewrite() async throws {
    let session = try store.session(of: Mixed.Screen.self, in: "mixed")
    session.replaceRoot(with: Mixed.Screen(Auth.login))
    for route: Mixed.Screen in anyRoutes(Shop.cart, Auth.login, Shop.category("a")) {
      session.push(route)
    }
    try store.save([Shop.cart, .category("a")], in: "typed")
    let typed = try store.session(of: Shop.self, in: "typed")
    let count = try await store.history(of: Mixed.Screen.self, account: nil).replaceRoutes {
      route in
      switch route.route {
      case let shop as Shop where shop == .cart: Mixed.Screen(Shop.category("cart"))
      case let auth as Auth where auth == .login: Mixed.Screen(Mixed.Article.cover)
      default: route
      }
    }
    #expect(count == 2)
    let expected: [Mixed.Screen] = anyRoutes(
      Shop.category("cart"), Mixed.Article.cover, Shop.category("a"))
    #expect(session.path == expected)
    #expect(session.root == Mixed.Screen(Mixed.Article.cover))
    #expect(typed.path == [.category("cart"), .category("a")])
    let recent = try await store.history(of: Mixed.Screen.self, account: nil).items()
    #expect(Set(recent.map(\.route)) == Set(expected))
    try await expectConsistent(temporary)
    try temporary.reopenAfterKill()
    #expect(try store.restore(Mixed.Screen.self, in: "mixed").path == expected)
    #expect(try store.restore(Shop.self, in: "typed").path == [.category("cart"), .category("a")])
    let old = Mixed.Screen(Shop.category("a"))
    let new = Mixed.Screen(Shop.product(id: 1))
    #expect(
      try await store.history(of: Mixed.Screen.self, account: nil).replaceRoutes {
        $0 == old ? new : nil
      } == 1)
    #expect(
      try store.restore(Shop.self, in: "typed").path == [.category("cart"), .product(id: 1)])
  }

  @Test("A removal of elements of several types affects stacks of every coding")
  func mixedRemoval() async throws {
    let session = try store.session(of: Mixed.Screen.self, in: "mixed")
    for route: Mixed.Screen in anyRoutes(Shop.cart, Auth.login, Shop.category("a")) {
      session.push(route)
    }
    let typed = try store.session(of: Shop.self, in: "typed")
    typed.push(contentsOf: [.category("b"), .cart])
    let mapped = try store.session(of: ArticleNumber.self, in: "mapped")
    for number: ArticleNumber in [1, 2, 3] { mapped.push(number) }
    let gone: [Mixed.Screen] = anyRoutes(Shop.cart, Auth.login, Mixed.Article.page(2))
    let removal = try await store.history(of: Mixed.Screen.self, account: nil).removeRoutes {
      route in
      gone.contains(route)
    }
    #expect(removal == 4)
    #expect(session.path == anyRoutes(Shop.category("a")))
    #expect(typed.path == [.category("b")])
    #expect(mapped.path == [1, 3])
    try await expectConsistent(temporary)
    try temporary.reopenAfterKill()
    #expect(
      try store.restore(Mixed.Screen.self, in: "mixed").path == anyRoutes(Shop.category("a")))
    #expect(try store.restore(ArticleNumber.self, in: "mapped").path == [1, 3])
  }

  @Test("A rewrite and a removal with a storage type affect stacks of every coding")
  func mapped() async throws {
    let session = try store.session(of: ArticleNumber.self, in: "mapped")
    for number: ArticleNumber in [1, 2, 3] { session.push(number) }
    let typed = try store.session(of: Mixed.Article.self, in: "typed")
    typed.push(contentsOf: [.page(1), .page(2), .page(13), .cover])
    let mixed = try store.session(of: Mixed.Screen.self, in: "mixed")
    mixed.push(Shop.cart)
    mixed.push(Mixed.Article.page(2))
    let history = store.history(of: ArticleNumber.self, account: nil)
    #expect(try await history.replaceRoutes { $0 == 2 ? 20 : $0 } == 1)
    #expect(session.path == [1, 20, 3])
    #expect(typed.path == [.page(1), .page(20), .page(13), .cover])
    #expect(mixed.path == anyRoutes(Shop.cart, Mixed.Article.page(20)))

    #expect(try await history.removeRoutes { $0 == 20 || $0 == 1 } == 5)
    #expect(session.path == [3])
    #expect(typed.path == [.page(13), .cover], "A route that the coding refuses is kept")
    #expect(mixed.path == anyRoutes(Shop.cart))
    #expect(try await history.items().map(\.route) == [3])
    try await expectConsistent(temporary)
    try temporary.reopenAfterKill()
    #expect(try store.restore(ArticleNumber.self, in: "mapped").path == [3])

    let reason = await reason { _ = try await history.replaceRoutes { _ in 0 } }
    #expect(reason == .notStored, "A stored route can't become a route that is never stored.")
    #expect(try store.restore(ArticleNumber.self, in: "mapped").path == [3])
  }

  @Test("An item can be forgotten and erased by elements of any coding")
  func forget() async throws {
    try store.save([.page(1), .page(2)] as [Mixed.Article], in: "typed")
    let session = try store.session(of: ArticleNumber.self, in: "mapped")
    for number: ArticleNumber in [1, 3, 4] { session.push(number) }
    #expect(try await store.history(of: ArticleNumber.self, account: nil).forget(.item(1)) == 2)
    #expect(
      try await store.history(of: ArticleNumber.self, account: nil).forget(.item(0)) == 0,
      "The element is never stored.")
    let mixed = store.history(of: Mixed.Screen.self, account: nil)
    #expect(try await mixed.erase(.item(Mixed.Screen(Mixed.Article.page(3)))) == 1)
    let stranger = Mixed.Screen(Mixed.Stranger(name: "x"))
    #expect(await code { try await mixed.forget(.item(stranger)) } == .unsupportedRoute)
    #expect(
      try await store.history(of: Mixed.Article.self, account: nil).items().map(\.route) == [
        .page(4), .page(2),
      ])
    let other = store.history(of: ArticleNumber.self, account: "ada")
    #expect(try await other.forget(.item(4)) == 0, "The item belongs to another account.")
    #expect(session.path == [1, 3, 4], "The session still shows the forgotten screen.")
    try temporary.reopenAfterKill()
    #expect(try store.restore(ArticleNumber.self, in: "mapped").path == [4])
  }

  @Test("Kinds and items can be forgotten by elements of any coding")
  func scopes() async throws {
    let session = try store.session(of: Mixed.Screen.self, in: "main")
    for route: Mixed.Screen in anyRoutes(
      Shop.cart, Mixed.Article.page(1), Shop.category("a"), Mixed.Article.page(2))
    {
      session.push(route)
    }
    let numbers = store.history(of: ArticleNumber.self, account: nil)
    let mixed = store.history(of: Mixed.Screen.self, account: nil)
    #expect(try await numbers.forget(.items { $0.route == 1 }) == 1)
    #expect(try await numbers.forget(.kind("page")) == 1)
    #expect(try await store.history(of: Shop.self, account: nil).forget(.kind("category")) == 1)
    #expect(try await mixed.forget(.items { $0.route.as(Shop.self) == .cart }) == 1)
    #expect(try await store.history(of: Mixed.Screen.self, account: nil).visits().isEmpty)
  }

  @Test("Queries and trees with any coding follow changes")
  func updates() async throws {
    let session = try store.session(of: Mixed.Screen.self, in: "main")
    session.push(Mixed.Article.page(1))
    session.push(Shop.cart)
    var trees = store.history(of: Mixed.Screen.self, account: nil).treeUpdates(in: "main")
      .makeAsyncIterator()
    var numberTrees = store.history(of: ArticleNumber.self, account: nil).treeUpdates(in: "main")
      .makeAsyncIterator()
    var items = store.history(of: ArticleNumber.self, account: nil).updates(.frequent())
      .makeAsyncIterator()
    #expect(await trees.next()?.nodes.map(\.route) == anyRoutes(Mixed.Article.page(1), Shop.cart))
    #expect(await numberTrees.next()?.nodes.map(\.route) == [1, nil])
    #expect(await items.next()?.map(\.route) == [1])
    session.push(Mixed.Article.page(2))
    try await store.flush()
    #expect(await trees.next()?.nodes.last?.route == Mixed.Screen(Mixed.Article.page(2)))
    #expect(await numberTrees.next()?.nodes.last?.route == 2)
    #expect(await items.next()?.count == 2)
  }

  @Test("Routes that are never stored are rewritten and removed in stacks of every coding")
  func transient() async throws {
    struct Mapped: NavElement {
      let code: String
      static let coding = NavCoding<Mapped>.stored(as: SignIn.self) {
        .otp(code: $0.code)
      } from: { route in
        guard case .otp(let code) = route else { throw CancellationError() }
        return Mapped(code: code)
      }
    }
    typealias Screen = AnyScreen<TwoTypes<SignIn, Shop>>
    let mapped = try store.session(of: Mapped.self, in: "mapped")
    mapped.push(contentsOf: [Mapped(code: "a"), Mapped(code: "b")])
    let mixed = try store.session(of: Screen.self, in: "mixed")
    mixed.push(Shop.cart)
    mixed.push(SignIn.otp(code: "a"))
    mixed.push(SignIn.otp(code: "b"))
    let typed = try store.session(of: SignIn.self, in: "typed")
    typed.push(contentsOf: [.otp(code: "a"), .otp(code: "b")])
    try await store.history(of: SignIn.self, account: nil).replaceRoutes {
      $0 == .otp(code: "a") ? .otp(code: "c") : $0
    }
    #expect(mixed.path == anyRoutes(Shop.cart, SignIn.otp(code: "c"), SignIn.otp(code: "b")))
    #expect(mapped.path.map(\.code) == ["c", "b"])
    try await store.history(of: Screen.self, account: nil).removeRoutes {
      $0.as(SignIn.self) == .otp(code: "b")
    }
    #expect(mixed.path == anyRoutes(Shop.cart, SignIn.otp(code: "c")))
    #expect(typed.path == [.otp(code: "c")])
    #expect(mapped.path.map(\.code) == ["c"])
    try await store.history(of: Mapped.self, account: nil).removeRoutes { $0.code == "c" }
    #expect(mapped.path.isEmpty)
    #expect(mixed.path == anyRoutes(Shop.cart))
    #expect(typed.path.isEmpty)
  }

  @Test("Changes affect only their account")
  func accounts() async throws {
    for account in [nil, "ada"] {
      try store.save([Shop.cart, .category("a")], in: "main", account: account)
    }
    let history = store.history(of: Shop.self, account: "ada")
    try await history.replaceRoutes { $0 == .cart ? .product(id: 1) : nil }
    #expect(try store.restore(Shop.self, in: "main").path == [.cart, .category("a")])
    try await history.removeRoutes { $0 == .category("a") }
    #expect(try store.restore(Shop.self, in: "main", account: "ada").path == [.product(id: 1)])
    #expect(try store.restore(Shop.self, in: "main").path == [.cart, .category("a")])
    try await store.history(of: Shop.self, account: nil).removeRoutes { _ in true }
    #expect(try store.restore(Shop.self, in: "main").path.isEmpty)
    #expect(try store.restore(Shop.self, in: "main", account: "ada").path == [.product(id: 1)])
    let long = store.history(of: Shop.self, account: String(repeating: "k", count: 513))
    #expect(
      await code { try await long.removeRoutes { _ in true } } == .invalidArgument)
  }
}
