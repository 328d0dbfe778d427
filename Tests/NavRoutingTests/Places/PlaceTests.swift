import NavRouting
import NavStoreTesting
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@MainActor
@Suite("Portable places") struct PlaceTests {
  /// One of the user's devices, which has a store of its own.
  private struct Device {
    let temporary: TemporaryStore

    init() throws { temporary = try TemporaryStore() }

    @MainActor func window(account: String? = nil) -> NavWindow {
      NavWindow(scene: .main, account: account, store: temporary.store)
    }
  }

  private let phone: Device
  private let mac: Device

  init() throws {
    (phone, mac) = (try Device(), try Device())
  }

  private func sent(_ place: NavPlace?) throws -> NavPlace {
    let data = try JSONEncoder().encode(try #require(place))
    return try JSONDecoder().decode(NavPlace.self, from: data)
  }

  @Test("A place opens on another device, and Back leads to that device's former path")
  func stack() async throws {
    let router = phone.window().router(ShopRoute.self)
    router.push(contentsOf: [.category("shoes"), .product(id: 7)])
    router.setTitle("Boots", for: .product(id: 7))
    let place = try sent(router.place)
    #expect(place.title == "Boots")
    #expect(place == router.place)

    let other = mac.window().router(ShopRoute.self)
    other.push(.cart)
    try await other.flush()
    let opened = try other.open(place)
    #expect(opened.path == [.category("shoes"), .product(id: 7)] && opened.failures.isEmpty)
    #expect(other.path == opened.path)
    try await other.flush()
    let seen = try await other.window.history(of: ShopRoute.self).items().map(\.route)
    #expect(seen == [.product(id: 7), .cart], "A covered screen is not a visit.")
    try await mac.temporary.relaunch(afterCrash: true)
    let again = mac.window().router(ShopRoute.self)
    #expect(again.path == opened.path)
    #expect(again.back() && again.path == [.cart])
  }

  enum Checkout: NavRoute {
    case cart, payment(card: String), done

    var routeTraits: NavRouteTraits {
      if case .payment = self { .init(isStored: false) } else { .init() }
    }
  }

  @Test("A place has no forgotten screen, and ends below a screen that is never stored")
  func projection() async throws {
    let router = phone.window().router(Checkout.self)
    router.push(contentsOf: [.cart, .payment(card: "4711"), .done])
    let data = try JSONEncoder().encode(try #require(router.place))
    #expect(data.range(of: Data("4711".utf8)) == nil)
    let other = mac.window().router(Checkout.self)
    #expect(try other.open(try sent(router.place)).path == [.cart])

    router.path = [.done, .cart]
    try await router.window.history(of: Checkout.self).forget(.item(.done))
    #expect(router.path == [.done, .cart], "A forgotten screen is shown until the user leaves it.")
    #expect(try other.open(try sent(router.place)).path == [.cart])
  }

  @Test("A place includes the root, and another root replaces the root")
  func root() throws {
    let router = phone.window().router(ShopRoute.self)
    router.replaceRoot(with: .category("shoes"), path: [.product(id: 7)])
    let place = try sent(router.place)
    let other = mac.window().router(ShopRoute.self)
    other.push(.cart)
    try other.open(place)
    #expect(other.root == .category("shoes") && other.path == [.product(id: 7)])
    mac.temporary.store.endTurn()
    other.push(.cart)
    mac.temporary.store.endTurn()
    try other.open(place)
    #expect(other.path == [.product(id: 7)])
    mac.temporary.store.endTurn()
    #expect(other.back() && other.path == [.product(id: 7), .cart])
  }

  enum Tab: String, Codable, CaseIterable { case shop, cart, account }
  enum FewerTabs: String, Codable, CaseIterable { case shop, account }

  @Test("A place of tabs selects its tab, and a place of a missing tab changes nothing")
  func tabs() throws {
    let tabs = phone.window().tabs(Tab.self, of: ShopRoute.self)
    tabs.selection = .cart
    tabs[.cart].path = [.product(id: 7)]
    tabs[.shop].path = [.cart]
    let place = try sent(tabs.place)

    let others = mac.window().tabs(Tab.self, of: ShopRoute.self)
    others[.shop].path = [.category("shoes")]
    try others.open(place)
    #expect(others.selection == .cart && others[.cart].path == [.product(id: 7)])
    #expect(others[.shop].path == [.category("shoes")])

    let fewer = mac.window(account: "ada").tabs(FewerTabs.self, of: ShopRoute.self, named: "few")
    #expect(reason { try fewer.open(place, allowsOtherAccounts: true) } == .invalidArgument)
    #expect(fewer.selection == .shop && fewer[.shop].path.isEmpty)
    // A place of a single stack, without a selected tab, is opened in the tab that is selected.
    let one = try sent(tabs[.shop].place)
    try others.open(one)
    #expect(others.selection == .cart && others[.cart].path == [.cart])
  }

  struct Selection: Codable, Hashable { var mailbox: String? }

  @Test("A place of a split view selects and opens its detail")
  func split() throws {
    let split = phone.window().split(startingAt: Selection(), of: ShopRoute.self)
    split.select(Selection(mailbox: "inbox"), path: [.product(id: 7)])
    let place = try sent(split.place)
    let other = mac.window().split(startingAt: Selection(), of: ShopRoute.self)
    try other.open(place)
    #expect(other.selection.mailbox == "inbox" && other.detail.path == [.product(id: 7)])
  }

  @Test("A place of another account is refused, unless the app allows it")
  func accounts() throws {
    let router = phone.window(account: "ada").router(ShopRoute.self)
    router.push(.cart)
    let place = try sent(router.place)
    let data = try JSONEncoder().encode(place)
    #expect(data.range(of: Data("ada".utf8)) == nil)
    #expect(try mac.window(account: "ada").router(ShopRoute.self).open(place).path == [.cart])
    for account in [nil, "bob"] {
      let other = mac.window(account: account).router(ShopRoute.self)
      #expect(reason { try other.open(place) } == .invalidArgument)
      #expect(other.path.isEmpty && !other.backForward.canGoBack)
      #expect(try other.open(place, allowsOtherAccounts: true).path == [.cart])
    }
  }

  @Test("A stack over 16 KiB has no place")
  func tooLong() {
    let router = phone.window().router(ShopRoute.self)
    router.path = (0..<20).map { .category("\($0)" + String(repeating: "x", count: 700)) }
    #expect(router.place != nil)
    router.path += [.category(String(repeating: "x", count: 3_000))]
    #expect(router.place == nil)
  }

  @Test("A user activity carries a place, and one with other data has none")
  func activity() throws {
    let router = phone.window().router(ShopRoute.self)
    router.push(.cart)
    let place = try #require(router.place)
    #expect(NavPlace(userInfo: place.userInfo) == place)
    #expect(NavPlace(userInfo: nil) == nil && NavPlace(userInfo: ["navPlace": "cart"]) == nil)
    #expect(NavPlace(userInfo: ["navPlace": Data("{\"navPlace\":2}".utf8)]) == nil)
  }

  private func reason(_ body: () throws -> Void) -> NavStore.Error.Code? {
    do {
      try body()
      return nil
    } catch {
      return (error as? NavStore.Error)?.code
    }
  }
}
