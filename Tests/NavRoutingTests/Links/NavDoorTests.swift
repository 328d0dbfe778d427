import Foundation
import NavStoreTesting
import Observation
import Testing

@testable import NavRouting

@MainActor
@Suite struct NavDoorTests {
  let store = NavStore.inMemory()
  let clock = ManualClock()

  func router(
    scene: String = "main", stack: String = ""
  ) -> NavRouter<LinkedRoute> {
    NavRouter(store: self.store, scene: scene, stack: stack)
  }

  func door(
    _ change: (inout NavDoorSettings) -> Void = { _ in }
  ) -> NavDoor<LinkedRoute> {
    var settings = NavDoorSettings()
    let clock = clock
    settings.clock = { clock.now }
    change(&settings)
    return NavDoor(.shop, settings: settings)
  }

  func url(_ text: String) throws -> URL {
    try #require(URL(string: text))
  }

  @Test(
    "The reference links reset to the root first, in one change; the old stack is one Back away")
  func referenceLinks() async throws {
    let router = router()
    let door = door()
    door.attach(to: router)
    router.push(contentsOf: [.category("shoes"), .product(id: 1)])
    try await router.flush()
    let rows: [(String, LinkedRoute)] = [
      ("app://product?id=42", .product(id: 42)), ("app://profile?user=7", .profile(user: 7)),
      ("app://cart", .cart),
    ]
    var before = router.path
    for (link, route) in rows {
      #expect(door.open(try url(link)) == .opened([route]))
      #expect(router.path == [route])
      try await router.flush()
      #expect(router.back())
      #expect(router.path == before)
      #expect(router.forward())
      before = router.path
      try await router.flush()
    }
    #expect(router.backForward.entries.count == 5)
    let visits = try await store.history(of: LinkedRoute.self).visits()
    #expect(
      visits.map(\.route) == [.cart, .profile(user: 7), .product(id: 42), .product(id: 1)])
  }

  @Test("A link that cannot be opened changes nothing, and is reported")
  func refusals() async throws {
    let router = router()
    let door = door()
    door.attach(to: router)
    router.push(.cart)
    try await router.flush()
    let revision = router.session.revision
    var reported: [NavLinkOutcome<LinkedRoute>] = []
    door.onOutcome = { reported.append($1) }
    for link in [
      "app://product?id=abc", "app://checkout", "https://example.org/cart", "app://even/1",
    ] {
      guard case .refused = door.open(try url(link)) else {
        Issue.record("\(link) was not refused")
        continue
      }
    }
    #expect(reported.count == 4)
    #expect(router.session.revision == revision)
    #expect(router.path == [.cart])
  }

  @Test("Every entrance opens the same door")
  func entrances() throws {
    struct Row {
      let delivery: NavDelivery<LinkedRoute>
      let outcome: NavLinkOutcome<LinkedRoute>
    }
    let links = NavLinks<LinkedRoute>(schemes: ["app"], hosts: ["example.com"]) {
      NavPattern("cart", .cart).named("com.example.cart")
      NavPattern("product?id={id}", LinkedRoute.product(id:))
    }
    let door = NavDoor(links)
    let router = router()
    door.attach(to: router)
    let json = String(decoding: try JSONEncoder().encode(LinkedRoute.product(id: 3)), as: UTF8.self)
    let web = try url("https://example.com/product?id=4")
    let opened = { (routes: LinkedRoute...) in NavLinkOutcome.opened(routes) }
    let refused = { (code: NavLinkRefusal.Code) in
      NavLinkOutcome<LinkedRoute>.refused(NavLinkRefusal(code))
    }
    let rows = [
      Row(delivery: .url(web), outcome: opened(.product(id: 4))),
      Row(delivery: .routes([.cart, .home]), outcome: opened(.cart, .home)),
      Row(delivery: .routes([]), outcome: opened()),
      Row(delivery: .notification(["link": "app://cart"]), outcome: opened(.cart)),
      Row(delivery: .notification(["link": web]), outcome: opened(.product(id: 4))),
      Row(delivery: .notification(["route": json]), outcome: opened(.product(id: 3))),
      Row(delivery: .notification(["route": Data(json.utf8)]), outcome: opened(.product(id: 3))),
      Row(
        delivery: .notification(["deep": "app://cart"], linkKey: "deep"), outcome: opened(.cart)),
      Row(delivery: .notification(["aps": [String: String]()]), outcome: refused(.badPayload)),
      Row(delivery: .notification(["link": 7]), outcome: refused(.badPayload)),
      Row(delivery: .notification(["route": "{}"]), outcome: refused(.badPayload)),
      Row(delivery: .notification(["route": 7]), outcome: refused(.badPayload)),
      Row(delivery: .notification(["link": "app://tab"]), outcome: refused(.unknownPath)),
      Row(
        delivery: .notification(["link": String(repeating: "a", count: 10_000)]),
        outcome: refused(.tooLong)),
      Row(delivery: .shortcut("com.example.cart"), outcome: opened(.cart)),
      Row(delivery: .shortcut("app://product?id=5"), outcome: opened(.product(id: 5))),
      Row(
        delivery: .shortcut("com.example.any", userInfo: ["link": "app://product?id=6"]),
        outcome: opened(.product(id: 6))),
      Row(delivery: .shortcut("com.example.any"), outcome: refused(.unknownName)),
      Row(
        delivery: .activity(type: "NSUserActivityTypeBrowsingWeb", webpageURL: web),
        outcome: opened(.product(id: 4))),
      Row(delivery: .activity(type: "com.example.cart"), outcome: opened(.cart)),
      Row(
        delivery: .activity(type: "com.example.any", userInfo: ["link": "app://product?id=8"]),
        outcome: opened(.product(id: 8))),
      Row(delivery: .activity(type: "com.example.any"), outcome: refused(.unknownName)),
    ]
    for row in rows {
      router.popToRoot()
      #expect(door.open(row.delivery) == row.outcome)
      if case .opened(let routes) = row.outcome { #expect(router.path == routes) }
    }
  }

  @Test("One delivery through two entrances opens once; a link that is tapped again opens again")
  func duplicates() throws {
    let door = door { $0.whileRunning = .pushOnTop }
    let router = router()
    door.attach(to: router)
    #expect(door.open(try url("app://cart")) == .opened([.cart]))
    #expect(door.open(try url("https://example.com/cart")) == .duplicate)
    #expect(router.path == [.cart])
    router.push(.home)
    #expect(door.open(try url("app://cart")) == .opened([.cart]), "The user has gone on")
    #expect(router.path == [.cart, .home, .cart])
    clock.advance(by: .seconds(3))
    #expect(door.open(try url("app://cart")) == .opened([.cart]), "Tapped again later")
    #expect(router.path == [.cart, .home, .cart], "It is on top already")
  }

  @Test("A delivery with an id opens once, however late it comes again")
  func identified() throws {
    let door = door()
    let router = router()
    door.attach(to: router)
    #expect(door.open(try url("app://cart"), id: "a") == .opened([.cart]))
    router.push(.home)
    clock.advance(by: .seconds(3_600))
    #expect(door.open(try url("app://cart"), id: "a") == .duplicate)
    #expect(router.path == [.cart, .home])
    #expect(door.open(try url("app://cart"), id: "b") == .opened([.cart]))
    #expect(door.open(try url("app://cart")) == .duplicate, "The same through another entrance")
  }

  @Test("A link before the router waits for it")
  func waiting() async throws {
    let door = door()
    var outcomes: [NavLinkOutcome<LinkedRoute>] = []
    door.onOutcome = { outcomes.append($1) }
    #expect(door.open(try url("app://product?id=42")) == .waiting)
    #expect(door.open(try url("app://product?id=42")) == .duplicate)
    let router = router()
    door.attach(to: router)
    #expect(router.path == [.product(id: 42)])
    #expect(outcomes == [.waiting, .duplicate, .opened([.product(id: 42)])])
    door.attach(to: router)
    #expect(outcomes.count == 3)
    door.detach()
    #expect(door.open(try url("app://cart")) == .waiting)
    clock.advance(by: .seconds(601))
    door.attach(to: router)
    #expect(outcomes.last == .refused(NavLinkRefusal(.expired, pattern: "cart")))
    #expect(router.path == [.product(id: 42)])
  }

  @Test("A router that is gone opens nothing and is not held")
  func weakRouter() throws {
    let door = door()
    weak var gone: NavRouter<LinkedRoute>?
    do {
      let router = router()
      gone = router
      door.attach(to: router)
    }
    #expect(gone == nil)
    #expect(door.open(try url("app://cart")) == .waiting)
  }

  @Test("Links that wait are kept up to a number, the newest ones")
  func manyWaiting() throws {
    let door = door()
    for id in 0..<20 { door.open(try url("app://product?id=\(id)")) }
    var opened: [NavLinkOutcome<LinkedRoute>] = []
    door.onOutcome = { opened.append($1) }
    let router = router()
    door.attach(to: router)
    #expect(opened == (12..<20).map { .opened([.product(id: $0)]) })
    #expect(router.path == [.product(id: 19)])
  }

  @Test("A pattern opens in its place, and brings it up first")
  func places() throws {
    let links = NavLinks<LinkedRoute>(schemes: ["app"]) {
      NavPattern("cart", .cart).in("cart")
      NavPattern("profile?user={user}", LinkedRoute.profile(user:)).in("you")
      NavPattern("category/{name}", LinkedRoute.category)
    }
    let door = NavDoor(links)
    let shop = router()
    let cart = router(stack: "cart")
    var selected = "shop"
    door.attach(to: shop)
    door.attach(to: cart, as: "cart") { selected = "cart" }
    #expect(door.open(try url("app://cart")) == .opened([.cart]))
    #expect(selected == "cart")
    #expect(shop.path.isEmpty)
    #expect(cart.path == [.cart])
    #expect(door.open(try url("app://profile?user=1")) == .waiting, "Not in another place")
    let you = router(stack: "you")
    door.attach { link in
      selected = link.place
      return link.open(in: you)
    }
    #expect(you.path == [.profile(user: 1)])
    #expect(selected == "you")
    #expect(door.open(try url("app://category/a")) == .opened([.category("a")]))
    #expect(shop.path == [.category("a")])
  }
}
