import Foundation
import NavStore
import Observation
import TestSupport
import Testing

@testable import NavRouting

@MainActor
@Suite("Titles and values of screens") struct ScreenValueTests {
  let folder: TemporaryFolder
  let store: NavStore

  init() throws {
    folder = try TemporaryFolder()
    store = try NavStore(url: folder.store)
  }

  private func router(_ store: NavStore? = nil) -> NavRouter<ShopRoute> {
    let store = store ?? self.store
    return NavRouter(in: NavWindow(scene: "main", store: store))
  }

  private func anchor(
    _ router: NavRouter<ShopRoute>, _ spot: ScreenSpot?
  ) -> ScreenValue<String?> {
    let value = ScreenValue<String?>("scroll", first: nil)
    value.screen = NavScreen(stack: router, spot: spot)
    return value
  }

  @Test("A value is restored with its visit after a relaunch, and not with another visit")
  func relaunch() async throws {
    let router = router()
    router.push(contentsOf: [.category("shoes"), .product(id: 7)])
    try await router.flush()
    let value = anchor(router, ScreenSpot(route: ShopRoute.product(id: 7)))
    #expect(value.current == nil)
    value.current = "row 12"
    #expect(value.current == "row 12")
    anchor(router, .root).current = "top"
    try await router.flush()

    let again = self.router(try folder.relaunch())
    #expect(anchor(again, ScreenSpot(route: ShopRoute.product(id: 7))).current == "row 12")
    #expect(anchor(again, .root).current == "top")
    #expect(anchor(again, ScreenSpot(route: ShopRoute.category("shoes"))).current == nil)
    again.pop()
    try await again.flush()
    again.push(.product(id: 7))
    try await again.flush()
    #expect(
      anchor(again, ScreenSpot(route: ShopRoute.product(id: 7))).current == nil,
      "It is another visit")
  }

  @Test("A value of an item is shared by all of its screens, and restored wherever it is opened")
  func ofItem() async throws {
    func cursor(_ router: NavRouter<ShopRoute>, _ id: Int) -> ScreenValue<Int> {
      let value = ScreenValue("cursor", of: .item, first: 0)
      value.screen = NavScreen(stack: router, spot: ScreenSpot(route: ShopRoute.product(id: id)))
      return value
    }
    let (one, two) = (router(), NavRouter<ShopRoute>(in: NavWindow(scene: "two", store: store)))
    one.push(contentsOf: [.product(id: 8), .product(id: 7)])
    two.push(.product(id: 7))
    let (here, there, other) = (cursor(one, 7), cursor(two, 7), cursor(one, 8))
    #expect((here.current, there.current, other.current) == (0, 0, 0))
    let notifications = Counter()
    withObservationTracking {
      _ = there.current
    } onChange: {
      notifications.increment()
    }
    here.current = 12
    #expect(notifications.value == 1)
    #expect((here.current, there.current, other.current) == (12, 12, 0))
    there.current = 13
    #expect(here.current == 13)
    try await one.flush()
    one.popToRoot()
    two.popToRoot()
    try await one.flush()

    let again = router(try folder.relaunch())
    again.push(.product(id: 7))
    #expect(cursor(again, 7).current == 13)
  }

  @Test("A covered screen reads and writes its own value, not the value of the screen on top")
  func covered() async throws {
    let router = router()
    router.push(.category("shoes"))
    let below = anchor(router, ScreenSpot(route: ShopRoute.category("shoes")))
    below.current = "row 3"
    router.push(.product(id: 7))
    #expect(anchor(router, ScreenSpot(route: ShopRoute.category("shoes"))).current == "row 3")
    below.current = "row 4"
    try await router.flush()
    #expect(anchor(router, ScreenSpot(route: ShopRoute.product(id: 7))).current == nil)

    let again = self.router(try folder.relaunch())
    // The lower screen reads its value while the upper screen is still on the path, as during a
    // back swipe.
    #expect(anchor(again, ScreenSpot(route: ShopRoute.category("shoes"))).current == "row 4")
    let found = try again.session.visitState(String.self, named: "scroll")
    #expect(found == nil)
  }

  @Test("Two visits of one route have separate values")
  func twice() async throws {
    let router = router()
    router.push(.cart)
    let first = anchor(router, ScreenSpot(route: ShopRoute.cart))
    first.current = "one"
    router.push(.cart)
    let second = anchor(router, ScreenSpot(route: ShopRoute.cart))
    second.current = "two"
    first.current = "one again"
    try await router.flush()
    let again = self.router(try folder.relaunch())
    #expect(anchor(again, ScreenSpot(route: ShopRoute.cart)).current == "two")
    again.pop()
    #expect(anchor(again, ScreenSpot(route: ShopRoute.cart)).current == "one again")
  }

  @Test("A value set by a screen that was popped reaches no other screen")
  func leaving() async throws {
    let router = router()
    router.push(contentsOf: [.cart, .product(id: 7)])
    let value = anchor(router, ScreenSpot(route: ShopRoute.product(id: 7)))
    value.current = "row 1"
    try await router.flush()
    router.pop()
    value.current = nil
    #expect(value.current == nil)
    try await router.flush()
    router.forward()
    #expect(anchor(router, ScreenSpot(route: ShopRoute.product(id: 7))).current == "row 1")
    router.back()
    #expect(anchor(router, ScreenSpot(route: ShopRoute.cart)).current == nil)
  }

  @Test("Nil removes a value, and a value of another type or without a screen reads as unset")
  func removing() async throws {
    let router = router()
    router.push(.cart)
    let value = anchor(router, ScreenSpot(route: ShopRoute.cart))
    value.current = "a"
    value.current = nil
    try await router.flush()
    #expect(try router.session.visitState(String.self, named: "scroll") == nil)
    value.current = "b"
    let number = ScreenValue("scroll", first: 7)
    #expect(number.current == 7)
    number.screen = NavScreen(stack: router, spot: nil)
    #expect(number.current == 7)
    let elsewhere = anchor(router, ScreenSpot(route: 5))
    #expect(elsewhere.current == nil)
    elsewhere.current = "memory"
    #expect(elsewhere.current == "memory")
    #expect(try router.session.visitState(String.self, named: "scroll") == "b")
  }

  @Test("Reading a value during a turn does not divide the turn")
  func readingInTurn() async throws {
    let router = router()
    router.push(.cart)
    try await router.flush()
    router.pop()
    #expect(anchor(router, .root).current == nil)
    router.push(.cart)
    try await router.flush()
    #expect(try await store.history(of: ShopRoute.self, account: nil).visits().count == 1)
  }

  @Test("A value without a known screen belongs to the screen on top at its first use")
  func unknown() throws {
    let router = router()
    router.push(.cart)
    let value = anchor(router, nil)
    value.current = "a"
    router.push(.product(id: 1))
    value.current = "b"
    #expect(anchor(router, ScreenSpot(route: ShopRoute.cart)).current == "b")
    #expect(anchor(router, nil).current == nil)
    router.popToRoot()
    let root = anchor(router, nil)
    root.current = "root"
    router.push(.cart)
    root.current = "root too"
    #expect(anchor(router, .root).current == "root too")
  }

  @Test("Observers are notified when a value changes")
  func observing() {
    let value = ScreenValue("draft", first: "")
    let notifications = Counter()
    withObservationTracking {
      #expect(value.current.isEmpty)
    } onChange: {
      notifications.increment()
    }
    value.current = "Dear"
    #expect(notifications.value == 1)
    #expect(value.current == "Dear")
  }

  @Test("A title is set on its own screen, even if another screen covers it")
  func titles() async throws {
    let router = router()
    router.push(.category("shoes"))
    let screen = NavScreen(stack: router, spot: ScreenSpot(route: ShopRoute.category("shoes")))
    router.push(.product(id: 7))
    var spot: ScreenSpot?
    let found = try #require(screen.find(&spot))
    #expect(found.depth == 1)
    router.setTitle("Shoes", at: found)
    try await router.flush()
    var items = try await store.history(of: ShopRoute.self, account: nil).items()
    #expect(items.map(\.title) == [nil], "A screen that was passed through is not a visit")
    router.pop()
    try await router.flush()
    items = try await store.history(of: ShopRoute.self, account: nil).items()
    #expect(items.map(\.title) == ["Shoes", nil])
    router.popToRoot()
    #expect(screen.find(&spot) == nil)
    router.setTitle("Gone", at: found)
    router.setTitle("Root", at: ScreenSpot(route: nil, depth: 0))
    try await router.flush()
    items = try await store.history(of: ShopRoute.self, account: nil).items()
    #expect(items.map(\.title) == ["Shoes", nil])
  }

  @Test("A screen of a mixed stack is found by its element")
  func mixed() {
    typealias Screen = AnyScreen<OneType<ShopRoute>>
    let router = NavRouter<Screen>(in: NavWindow(scene: "mixed", store: self.store))
    router.push(ShopRoute.cart)
    let element = Screen(ShopRoute.cart)
    var spot: ScreenSpot?
    #expect(NavScreen(stack: router, spot: ScreenSpot(route: element)).find(&spot)?.depth == 1)
  }
}
