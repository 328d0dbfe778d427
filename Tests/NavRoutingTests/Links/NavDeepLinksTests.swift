import Foundation
import NavStoreTesting
import Observation
import Testing

@testable import NavRouting

@MainActor
@Suite struct NavDeepLinksTests {
  let store = NavStore.inMemory()
  let clock = ManualClock()

  func router(
    scene: String = "main", stack: String = ""
  ) -> NavRouter<LinkedRoute> {
    NavRouter(in: NavWindow(scene: NavScene(id: scene), store: self.store), stack: stack)
  }

  func links(
    _ links: NavDeepLinks<LinkedRoute> = .shop()
  ) -> NavDeepLinks<LinkedRoute> {
    links.clock = { [clock] in clock.now }
    return links
  }

  func dropped(_ pattern: String, _ reason: String) -> NavLinkRefusal {
    NavLinkRefusal(.dropped, "A link to \"\(pattern)\" was kept and dropped: \(reason).")
  }

  func url(_ text: String) throws -> URL {
    try #require(URL(string: text))
  }

  @Test(
    "The reference links reset to the root first, in one change; the old stack is one Back away")
  func referenceLinks() async throws {
    let router = router()
    let links = links()
    links.attach(to: router)
    router.push(contentsOf: [.category("shoes"), .product(id: 1)])
    try await router.flush()
    let rows: [(String, LinkedRoute)] = [
      ("app://product?id=42", .product(id: 42)), ("app://profile?user=7", .profile(user: 7)),
      ("app://cart", .cart),
    ]
    var before = router.path
    for (link, route) in rows {
      #expect(links.open(try url(link)) == .opened([route]))
      #expect(router.path == [route])
      try await router.flush()
      #expect(router.back())
      #expect(router.path == before)
      #expect(router.forward())
      before = router.path
      try await router.flush()
    }
    #expect(router.session.backForward.entries.count == 5)
    let visits = try await store.history(of: LinkedRoute.self, account: nil).visits()
    #expect(
      visits.map(\.route) == [.cart, .profile(user: 7), .product(id: 42), .product(id: 1)])
  }

  @Test("A link that cannot be opened changes nothing, and is reported")
  func refusals() async throws {
    let router = router()
    let links = links()
    links.attach(to: router)
    router.push(.cart)
    try await router.flush()
    let revision = router.session.revision
    var reported: [NavDeepLinks<LinkedRoute>.Outcome] = []
    links.onOutcome = { reported.append($1) }
    for link in [
      "app://product?id=abc", "app://checkout", "https://example.org/cart", "app://even/1",
    ] {
      guard case .refused = links.open(try url(link)) else {
        Issue.record("\(link) was not refused")
        continue
      }
    }
    #expect(reported.count == 4)
    #expect(router.session.revision == revision)
    #expect(router.path == [.cart])
  }

  @Test("Every way in leads to the same links")
  func waysIn() throws {
    typealias Open = (NavDeepLinks<LinkedRoute>) -> NavDeepLinks<LinkedRoute>.Outcome
    let links = NavDeepLinks<LinkedRoute>(schemes: ["app"], hosts: ["example.com"]) {
      NavLinkPattern("cart", .cart).named("com.example.cart")
      NavLinkPattern("product?id={id}", LinkedRoute.product(id:))
    }
    let router = router()
    links.attach(to: router)
    let json = String(decoding: try JSONEncoder().encode(LinkedRoute.product(id: 3)), as: UTF8.self)
    let web = try url("https://example.com/product?id=4")
    let rows: [(Open, [LinkedRoute])] = [
      ({ $0.open(web) }, [.product(id: 4)]),
      ({ $0.open([.cart, .home]) }, [.cart, .home]),
      ({ $0.open([]) }, []),
      ({ $0.open(payload: ["link": "app://cart"]) }, [.cart]),
      ({ $0.open(payload: ["link": web]) }, [.product(id: 4)]),
      ({ $0.open(payload: ["route": json]) }, [.product(id: 3)]),
      ({ $0.open(payload: ["route": Data(json.utf8)]) }, [.product(id: 3)]),
      ({ $0.open(payload: ["deep": "app://cart"], linkKey: "deep") }, [.cart]),
      ({ $0.open(payload: [:], named: "com.example.cart") }, [.cart]),
      ({ $0.open(payload: [:], named: "app://product?id=5") }, [.product(id: 5)]),
      (
        { $0.open(payload: ["link": "app://product?id=6"], named: "com.example.any") },
        [.product(id: 6)]
      ),
    ]
    for (open, routes) in rows {
      router.popToRoot()
      #expect(open(links) == .opened(routes))
      #expect(router.path == routes)
    }
    let refused: [(Open, NavLinkRefusal)] = [
      ({ $0.open(payload: ["aps": [String: String]()]) }, .badPayload),
      ({ $0.open(payload: ["link": 7]) }, .badPayload),
      ({ $0.open(payload: ["route": "{}"]) }, .badPayload),
      ({ $0.open(payload: ["route": 7]) }, .badPayload),
      ({ $0.open(payload: ["link": "app://tab"]) }, .unknownPath),
      ({ $0.open(payload: ["link": String(repeating: "a", count: 10_000)]) }, .tooLong),
      ({ $0.open(payload: [:], named: "com.example.any") }, .unknownName),
    ]
    for (open, refusal) in refused { #expect(open(links) == .refused(refusal)) }
  }

  @Test("One delivery through two entrances opens once; a link that is tapped again opens again")
  func duplicates() throws {
    let links = links(.shop(whileRunning: .pushOnTop))
    let router = router()
    links.attach(to: router)
    #expect(links.open(try url("app://cart")) == .opened([.cart]))
    #expect(links.open(try url("https://example.com/cart")) == .ignored)
    #expect(router.path == [.cart])
    router.push(.home)
    #expect(links.open(try url("app://cart")) == .opened([.cart]), "The user has gone on")
    #expect(router.path == [.cart, .home, .cart])
    clock.advance(by: .seconds(3))
    #expect(links.open(try url("app://cart")) == .opened([.cart]), "Tapped again later")
    #expect(router.path == [.cart, .home, .cart], "It is on top already")
  }

  @Test("A delivery with an id opens once, however late it comes again")
  func identified() throws {
    let links = links()
    let router = router()
    links.attach(to: router)
    #expect(links.open(try url("app://cart"), id: "a") == .opened([.cart]))
    router.push(.home)
    clock.advance(by: .seconds(3_600))
    #expect(links.open(try url("app://cart"), id: "a") == .ignored)
    #expect(router.path == [.cart, .home])
    #expect(links.open(try url("app://cart"), id: "b") == .opened([.cart]))
    #expect(links.open(try url("app://cart")) == .ignored, "The same through another entrance")
  }

  @Test("A link before the router waits for it")
  func waiting() async throws {
    let links = links()
    var outcomes: [NavDeepLinks<LinkedRoute>.Outcome] = []
    links.onOutcome = { outcomes.append($1) }
    #expect(links.open(try url("app://product?id=42")) == .waiting)
    #expect(links.open(try url("app://product?id=42")) == .ignored)
    let router = router()
    links.attach(to: router)
    #expect(router.path == [.product(id: 42)])
    #expect(outcomes == [.waiting, .ignored, .opened([.product(id: 42)])])
    links.attach(to: router)
    #expect(outcomes.count == 3)
    links.attach(to: nil)
    #expect(links.open(try url("app://cart")) == .waiting)
    clock.advance(by: .seconds(601))
    links.attach(to: router)
    #expect(outcomes.last == .refused(dropped("cart", "it became too old")))
    #expect(router.path == [.product(id: 42)])
  }

  @Test("A router that is gone opens nothing and is not held")
  func weakRouter() throws {
    let links = links()
    weak var gone: NavRouter<LinkedRoute>?
    do {
      let router = router()
      gone = router
      links.attach(to: router)
    }
    #expect(gone == nil)
    #expect(links.open(try url("app://cart")) == .waiting)
  }

  @Test("Links that wait are kept up to a number, the newest ones")
  func manyWaiting() throws {
    let links = links()
    for id in 0..<20 { links.open(try url("app://product?id=\(id)")) }
    var opened: [NavDeepLinks<LinkedRoute>.Outcome] = []
    links.onOutcome = { opened.append($1) }
    let router = router()
    links.attach(to: router)
    #expect(opened == (12..<20).map { .opened([.product(id: $0)]) })
    #expect(router.path == [.product(id: 19)])
  }

  @Test("A pattern opens in its place, and brings it up first")
  func places() throws {
    let links = NavDeepLinks<LinkedRoute>(schemes: ["app"]) {
      NavLinkPattern("cart", .cart).in("cart")
      NavLinkPattern("profile?user={user}", LinkedRoute.profile(user:)).in("you")
      NavLinkPattern("category/{name}", LinkedRoute.category)
    }
    let shop = router()
    let cart = router(stack: "cart")
    var selected = "shop"
    links.attach(to: shop)
    links.attach(to: cart, as: "cart") { selected = "cart" }
    #expect(links.open(try url("app://cart")) == .opened([.cart]))
    #expect(selected == "cart")
    #expect(shop.path.isEmpty)
    #expect(cart.path == [.cart])
    #expect(links.open(try url("app://profile?user=1")) == .waiting, "Not in another place")
    let you = router(stack: "you")
    links.attach { link in
      link.open(in: you) { selected = link.place }
    }
    #expect(you.path == [.profile(user: 1)])
    #expect(selected == "you")
    #expect(links.open(try url("app://category/a")) == .opened([.category("a")]))
    #expect(shop.path == [.category("a")])
  }

  @Test("A link is opened in a way of the app's own, and only where it is handed over for that")
  func ownWay() throws {
    let links = links()
    var path: [LinkedRoute] = []
    var told: [NavDeepLinks<LinkedRoute>.Link] = []
    links.onOutcome = { link, _ in told.append(link) }
    // A link holds who opens it, and `told` would be held by that.
    defer { links.onOutcome = nil }
    links.attach { link in
      path = link.routes
      return .opened(link.routes)
    }
    #expect(links.open(try url("app://cart")) == .opened([.cart]))
    #expect(path == [.cart])
    #expect(told.map(\.url) == [try url("app://cart")])
    let router = router()
    router.push(.home)
    #expect(told[0].open(in: router) == .ignored)
    links.open(try url("app://nowhere"))
    #expect(told[1].routes.isEmpty)
    #expect(told[1].open(in: router) == .ignored)
    #expect(router.path == [.home], "A link that was refused does not lead to the root screen")
  }

  @Test("The rule to keep the stack also holds while the app runs")
  func keepStack() throws {
    let links = links(.shop(whileRunning: .keepStack))
    let router = router()
    links.attach(to: router)
    #expect(links.open(try url("app://cart")) == .ignored)
    #expect(router.path.isEmpty)
  }
}
