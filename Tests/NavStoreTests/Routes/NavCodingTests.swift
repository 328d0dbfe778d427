import TestSupport
import Testing

@testable import NavStore

/// Routes that codings refuse, and changes to stacks through the history of one route type or of
/// several types.
@Suite struct NavCodingTests {
  private typealias Shop = Mixed.Shop
  private typealias Auth = Mixed.Auth

  private let temporary: TemporaryStore
  private var store: NavStore { temporary.store }

  init() throws {
    temporary = try TemporaryStore()
  }

  @Test("An element that is stored as itself is rejected, also among several types")
  func itself() async throws {
    enum Itself: NavRoute {
      case only

      static let coding = NavCoding<Itself>.stored(as: Itself.self, { $0 }, from: { $0 })
    }
    enum MixedItself: NavRoute {
      case only

      static let coding = NavCoding<MixedItself>.mixed(Shop.self, MixedItself.self) {
        $0
      } wrap: {
        $0 as? MixedItself
      }
    }
    func expectRefused<Element: NavElement>(_ element: Element) async {
      let type = Element.self
      #expect(errorCode { try store.save([element], in: "main") } == .unsupportedRoute)
      #expect(errorCode { try store.restore(type, in: "main") } == .unsupportedRoute)
      #expect(errorCode { try store.session(of: type, in: "main") } == .unsupportedRoute)
      let code = await code { _ = try await store.history(of: type, account: nil).items() }
      #expect(code == .unsupportedRoute)
    }
    await expectRefused(Itself.only)
    await expectRefused(MixedItself.only)
    await expectRefused(AnyScreen<TwoTypes<Shop, Itself>>(Shop.cart))
    try store.save([Shop.cart], in: "main")
  }

  @Test("A route for which wrap returns nil or throws is a failure and is kept in the file")
  func refusedByWrap() async throws {
    for refused: any NavRoute in [Auth.login, Shop.cart] as [any NavRoute] {
      let path: [Mixed.Screen] = anyRoutes(Shop.category("a"), refused, Mixed.Article.cover)
      try store.save(path, in: "main")
      try temporary.reopenAfterKill()
      let cut = try store.restore(PickyScreen.self, in: "main")
      #expect(cut.path.map(\.text) == [#"category("a")"#])
      #expect(cut.failures.map(\.position) == [1, 2])
      #expect(cut.failures.map(\.cause) == [.mappingFailed, .aboveFailure])
      let recent = try await store.history(of: PickyScreen.self, account: nil).items()
      #expect(recent.map(\.route.text) == ["cover"])
      try temporary.reopenAfterKill()
      #expect(try store.restore(Mixed.Screen.self, in: "main").path == path)
    }
  }

  @Test("A rewrite to a route that wrap refuses changes the file, and keeps the shown screen")
  func rewriteRefusedByWrap() async throws {
    let session = try store.session(of: PickyScreen.self, in: "main")
    session.push(PickyScreen(route: Shop.category("a")))
    session.push(PickyScreen(route: Shop.category("b")))
    let shop = store.history(of: Shop.self, account: nil)
    #expect(try await shop.replaceRoutes { $0 == .category("a") ? .cart : nil } == 1)
    #expect(session.path.map(\.text) == [#"category("a")"#, #"category("b")"#])
    try temporary.reopenAfterKill()
    #expect(try store.restore(Shop.self, in: "main").path == [.cart, .category("b")])
  }

  @Test("Changes by one type affect stacks of several types, shown and saved, and vice versa")
  func changesByType() async throws {
    let path: [Mixed.Screen] = anyRoutes(Shop.category("a"), Auth.login, Shop.cart)
    try store.save(path, in: "saved")
    try store.save([Shop.category("a"), .product(id: 1), .cart], in: "saved by type")
    try temporary.reopenAfterKill()
    let shown = try store.session(of: Mixed.Screen.self, in: "shown")
    shown.push(contentsOf: path)
    let shownByType = try store.session(of: Shop.self, in: "shown by type")
    shownByType.push(contentsOf: [.category("a"), .product(id: 1), .cart])

    let shop = store.history(of: Shop.self, account: nil)
    try await shop.replaceRoutes { $0 == .category("a") ? .category("b") : nil }
    try await shop.removeRoutes { $0 == .cart }
    try await store.history(of: Auth.self, account: nil).removeRoutes { $0 == .login }
    #expect(shown.path == anyRoutes(Shop.category("b")))
    #expect(shownByType.path == [.category("b"), .product(id: 1)])

    let mixed = store.history(of: Mixed.Screen.self, account: nil)
    try await mixed.replaceRoutes {
      $0 == Mixed.Screen(Shop.category("b")) ? Mixed.Screen(Shop.category("c")) : nil
    }
    try await mixed.removeRoutes { $0 == Mixed.Screen(Shop.product(id: 1)) }
    #expect(shown.path == anyRoutes(Shop.category("c")))
    #expect(shownByType.path == [.category("c")])

    try temporary.reopenAfterKill()
    for scene in ["saved", "shown"] {
      let stack = try store.restore(Mixed.Screen.self, in: NavScene(id: scene)).path
      #expect(stack == anyRoutes(Shop.category("c")))
      #expect(
        try store.restore(Shop.self, in: NavScene(id: scene + " by type")).path == [.category("c")])
    }
    try await expectConsistent(temporary)
  }
}

/// An element whose coding refuses every `Auth` route with an error, and the cart with `nil`.
private struct PickyScreen: NavElement {
  let route: any NavRoute

  var text: String { "\(route)" }

  static let coding = NavCoding<PickyScreen>.mixed(
    Mixed.Shop.self, Mixed.Auth.self, Mixed.Article.self, unwrap: \.route
  ) { route in
    if route is Mixed.Auth { throw Flaky.Refusal() }
    return route as? Mixed.Shop == .cart ? nil : PickyScreen(route: route)
  }

  static func == (a: Self, b: Self) -> Bool { a.text == b.text }

  func hash(into hasher: inout Hasher) {
    hasher.combine(text)
  }
}
