import Foundation
import NavStoreTesting
import Observation
import Testing

@testable import NavRouting

@MainActor
@Suite struct SceneLinksTests {
  let store: NavStore
  let clock = ManualClock()

  init() {
    var configuration = NavStore.Configuration()
    configuration.clock = { [clock] in clock.now }
    store = NavStore(inMemory: configuration)
  }

  func window(_ account: String? = nil, scene: String = "main") -> NavWindow {
    NavWindow(scene: NavScene(id: scene), account: account, store: store)
  }

  func url(_ text: String) throws -> URL {
    try #require(URL(string: text))
  }

  /// The URLs and outcomes that a receiver of links has reported.
  @MainActor
  final class Outcomes {
    var all: [NavLinkOutcome] = []
    var urls: [String] = []

    func add(_ url: URL, _ outcome: NavLinkOutcome) {
      urls.append(url.absoluteString)
      all.append(outcome)
    }
  }

  @Test("A link that replaces the path is one change, and Back leads to the old path")
  func replacing() async throws {
    let window = window()
    let router = window.router(LinkedRoute.self)
    window.receive(.shop(.replacePath), in: router)
    router.push(contentsOf: [.category("shoes"), .product(id: 1)])
    try await router.flush()
    let rows: [(String, LinkedRoute)] = [
      ("app://product?id=42", .product(id: 42)), ("app://profile?user=7", .profile(user: 7)),
      ("app://cart", .cart),
    ]
    var before = router.path
    for (link, route) in rows {
      #expect(window.open(try url(link)) == .opened)
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

  @Test("A link pushes its path unless it is on top, and a link to the root shows the root screen")
  func pushing() throws {
    let window = window()
    let router = window.router(LinkedRoute.self)
    window.receive(.shop(), in: router)
    router.push(.home)
    #expect(window.open(try url("app://category/a/product/1")) == .opened)
    #expect(router.path == [.home, .category("a"), .product(id: 1)])
    clock.advance(by: .seconds(3))
    #expect(window.open(try url("app://category/a/product/1")) == .opened)
    #expect(router.path.count == 3)
    #expect(window.open(try url("app://home")) == .opened)
    #expect(router.path == [])
  }

  @Test("A link that can't be opened changes nothing, is reported, and is not logged")
  func refusals() throws {
    let window = window()
    let router = window.router(LinkedRoute.self)
    let outcomes = Outcomes()
    window.receive(.shop(), in: router, onOutcome: outcomes.add)
    router.push(.cart)
    let revision = router.session.revision
    let log = LogRecorder(of: "secret")
    let rows: [(String, NavLinkRefusal)] = [
      ("app://product?id=secret", .invalidValue("id")), ("app://secret", .unsupported),
      ("https://secret.org/cart", .unsupported), ("app://even/1", .declined),
    ]
    for (link, refusal) in rows { #expect(window.open(try url(link)) == .refused(refusal)) }
    #expect(outcomes.all == rows.map { .refused($0.1) })
    #expect(router.session.revision == revision)
    #expect(router.path == [.cart])
    #expect(log.lines == [])
  }

  @Test("The problems of a table are logged once")
  func problems() {
    let links = NavDeepLinks<LinkedRoute>(schemes: ["https"]) { NavLinkPattern("a#log-me", .cart) }
    let log = LogRecorder(of: "log-me")
    #expect(links.problems.count == 2)
    #expect(log.lines.isEmpty)
    let window = window()
    for _ in 0..<2 { window.receive(links, in: window.router(LinkedRoute.self)) }
    #expect(log.lines.count == 1)
  }

  @Test("Links are received as URLs, as text, and by name")
  func waysIn() throws {
    let links = NavDeepLinks<LinkedRoute>(
      schemes: ["app"], hosts: ["example.com"], rule: .replacePath
    ) {
      NavLinkPattern("cart", .cart).named("com.example.cart")
      NavLinkPattern("product?id={id}", LinkedRoute.product(id:))
    }
    let window = window()
    let router = window.router(LinkedRoute.self)
    window.receive(links, in: router)
    let web = try url("https://example.com/product?id=4")
    let rows: [(Any?, String?, [LinkedRoute])] = [
      (web, nil, [.product(id: 4)]),
      ("app://product?id=6", "com.example.any", [.product(id: 6)]),
      (nil, "com.example.cart", [.cart]),
      (nil, "app://product?id=5", [.product(id: 5)]),
    ]
    for (link, name, path) in rows {
      #expect(window.open(link: link, named: name) == .opened)
      #expect(router.path == path)
    }
    for (link, name) in [(nil, nil), (7, nil), (nil, "com.example.any")] as [(Any?, String?)] {
      #expect(window.open(link: link, named: name) == .refused(.unsupported))
    }
  }

  @Test("A delivery through two entry points opens once, and a later tap opens the link again")
  func duplicates() throws {
    let window = window()
    let router = window.router(LinkedRoute.self)
    window.receive(.shop(), in: router)
    #expect(window.open(try url("app://cart")) == .opened)
    #expect(window.open(try url("https://example.com/cart")) == .ignored)
    #expect(router.path == [.cart])
    router.push(.home)
    #expect(window.open(try url("app://cart")) == .opened, "The user has navigated")
    #expect(router.path == [.cart, .home, .cart])
    clock.advance(by: .seconds(3))
    #expect(window.open(try url("app://cart")) == .opened, "Tapped again later")
    #expect(router.path == [.cart, .home, .cart], "The cart is on top already")
  }

  @Test("A delivery with an identifier opens once, even if it arrives again much later")
  func identified() throws {
    let window = window()
    let router = window.router(LinkedRoute.self)
    window.receive(.shop(), in: router)
    #expect(window.open(try url("app://cart"), id: "a") == .opened)
    router.push(.home)
    clock.advance(by: .seconds(3_600))
    #expect(window.open(try url("app://cart"), id: "a") == .ignored)
    #expect(router.path == [.cart, .home])
    #expect(window.open(try url("app://cart"), id: "b") == .opened)
    #expect(
      window.open(try url("app://cart")) == .ignored,
      "The same delivery through another entry point")
  }

  @Test("A link is pending until its stack exists, and is dropped when it is too old")
  func pending() throws {
    let window = window()
    let outcomes = Outcomes()
    #expect(window.open(try url("app://product?id=42")) == .pending)
    #expect(window.open(try url("app://product?id=42")) == .ignored)
    #expect(window.pendingLinks == [try url("app://product?id=42")])
    var router: NavRouter? = window.router(LinkedRoute.self, stack: "a")
    window.receive(.shop(), in: try #require(router), onOutcome: outcomes.add)
    #expect(router?.path == [.product(id: 42)])
    #expect(window.pendingLinks == [])
    #expect(outcomes.all == [.opened])

    weak var gone: NavRouter<LinkedRoute>?
    do {
      let other = NavRouter<LinkedRoute>(in: self.window(scene: "other"))
      gone = other
      self.window(scene: "other").receive(.shop(), in: other, onOutcome: outcomes.add)
    }
    #expect(gone == nil, "A router is not retained")
    let other = self.window(scene: "other")
    #expect(other.open(try url("app://cart")) == .pending)
    #expect(other.open(try url("app://nowhere")) == .refused(.unsupported), "The table is kept")
    clock.advance(by: .seconds(601))
    #expect(other.pendingLinks == [])
    router = other.router(LinkedRoute.self)
    other.receive(.shop(), in: try #require(router), onOutcome: outcomes.add)
    #expect(
      outcomes.all == [
        .opened, .pending, .refused(.unsupported), .refused(.superseded),
      ])
    #expect(router?.path == [])
  }

  @Test("The newest eight pending links are kept for a stack")
  func manyPending() throws {
    let window = window()
    for id in 0..<20 { window.open(try url("app://product?id=\(id)")) }
    let router = window.router(LinkedRoute.self)
    let outcomes = Outcomes()
    window.receive(.shop(), in: router, onOutcome: outcomes.add)
    #expect(outcomes.urls == (12..<20).map { "app://product?id=\($0)" })
    #expect(router.path == (12..<20).map { .product(id: $0) })
  }

  @Test("A body that adds a pending link after it has read the pending links is called again")
  func observedBody() async throws {
    let window = window()
    window.receive(.shop(), in: window.router(LinkedRoute.self), mayOpen: { _ in false })
    let url = try url("app://product?id=1")
    var counts: [Int] = []
    NavMainLoop.observe(window) { window in
      counts.append(window.pendingLinks.count)
      if counts.count == 1 { window.open(url) }
    }
    await mainQueue()
    await mainQueue()
    #expect(counts == [0, 1])
  }

  @Test("A rule ignores links")
  func ignoring() throws {
    let window = window()
    let router = window.router(LinkedRoute.self)
    window.receive(.shop(.ignore), in: router)
    #expect(window.open(try url("app://cart")) == .ignored)
    #expect(router.path.isEmpty)
  }
}
