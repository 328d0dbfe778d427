import Foundation
import NavStore
import NavStoreTesting
import TestSupport
import Testing

@testable import NavRouting

/// The shop's deep links, launch by launch on a real file.
@MainActor
@Suite("A shop with deep links") struct ShopLinkDesignTests {
  typealias Route = ShopDesign.Route

  let folder: TemporaryFolder
  let clock = ManualClock()

  init() throws {
    folder = try TemporaryFolder()
  }

  /// One run of the app.
  @MainActor
  final class App {
    let store: NavStore
    let router: NavRouter<Route>
    let links: NavDeepLinks<Route>
    var outcomes: [NavDeepLinks<Route>.Outcome] = []

    init(_ store: NavStore, clock: ManualClock, links: NavDeepLinks<Route> = ShopDesign.links()) {
      self.store = store
      router = NavRouter(in: NavWindow(scene: "main", store: store))
      self.links = links
      links.clock = { clock.now }
      links.onOutcome = { [unowned self] in outcomes.append($1) }
      links.attach(to: router)
    }

    @discardableResult
    func open(_ link: String) throws -> NavDeepLinks<Route>.Outcome {
      links.open(try #require(URL(string: link)))
    }
  }

  private func app(_ store: NavStore? = nil) throws -> App {
    App(try store ?? folder.relaunch(), clock: clock)
  }

  nonisolated static let good: [(String, Route)] = [
    ("app://product?id=42", .productDetail(id: 42)),
    ("app://profile?user=7", .userProfile(userId: 7)),
    ("app://cart", .cart),
  ]

  @Test("The declaration is sound")
  func declaration() throws {
    let links = ShopDesign.links()
    #expect(links.problems.isEmpty)
    for (link, route) in Self.good {
      #expect(links.url(for: route, scheme: "app")?.absoluteString == link)
    }
  }

  @Test(
    "A link resets to the root, then shows its screen: one change, one visit, one Back",
    arguments: zip(good, [Ending.closed, .killed, .closed]))
  func resets(_ link: (String, Route), _ ending: Ending) async throws {
    let first = try app()
    let before: [Route] = [.home, .productList(category: "shoes"), .checkout]
    first.router.push(contentsOf: before)
    try await first.router.flush()
    #expect(try first.open(link.0) == .opened([link.1]))
    #expect(first.router.path == [link.1], "Nothing of what was there is beneath it")
    try await first.router.flush()
    #expect(try await first.store.seen(Route.self) == [.checkout, link.1])

    let second = try app(await folder.relaunch(after: ending, of: first.store))
    #expect(second.router.path == [link.1])
    #expect(second.router.session.backForward.entries.map(\.route) == [nil, .checkout, link.1])
    #expect(second.router.back())
    #expect(second.router.path == before)
  }

  @Test(
    "One that starts the app wins over what was restored, which is one Back away",
    arguments: zip(good, [Ending.killed, .closed, .killed]))
  func atLaunch(_ link: (String, Route), _ ending: Ending) async throws {
    let first = try app()
    first.router.push(contentsOf: [.home, .checkout])
    try await first.router.flush()
    let second = try app(await folder.relaunch(after: ending, of: first.store))
    #expect(try second.open(link.0) == .opened([link.1]))
    #expect(second.router.restoration.stack == [.home, .checkout])
    #expect(second.router.path == [link.1])
    try await second.router.flush()
    let third = try app(await folder.relaunch(after: ending, of: second.store))
    #expect(third.router.path == [link.1])
    #expect(third.router.back())
    #expect(third.router.path == [.home, .checkout])
  }

  nonisolated static let bad: [(String, NavLinkRefusal.Reason, String?)] = [
    ("app://product?id=forty-two", .badValue, "id"),
    ("app://product?id=", .badValue, "id"),
    ("app://product?id=99999999999999999999", .badValue, "id"),
    ("app://product?id=4%202", .badValue, "id"),
    ("app://product", .badValue, "id"),
    ("app://profile?user=me", .badValue, "user"),
    ("app://profile?id=7", .badValue, "user"),
    ("app://wishlist", .unknownPath, nil),
    ("app://cart/7", .unknownPath, nil),
    ("app://", .unknownPath, nil),
    ("https://elsewhere.example/cart", .notOurs, nil),
    ("other://cart", .notOurs, nil),
  ]

  @Test("A bad id or an unknown host changes nothing, and is reported")
  func refuses() async throws {
    let app = try app()
    app.router.push(contentsOf: [.home, .cart])
    try await app.router.flush()
    let (revision, list) = (
      app.router.session.revision, app.router.session.backForward.entries.count
    )
    for (index, (link, reason, parameter)) in Self.bad.enumerated() {
      let outcome = try app.open(link)
      guard case .refused(let refusal) = outcome else {
        Issue.record("\(link) was not refused")
        continue
      }
      #expect(refusal.reason == reason, "\(link)")
      if let parameter { #expect(refusal.description.contains("{\(parameter)}"), "\(link)") }
      #expect(app.outcomes.count == index + 1, "Reported once: \(link)")
      #expect(app.outcomes.last == outcome)
      #expect(app.router.path == [.home, .cart], "\(link)")
    }
    #expect(app.router.session.revision == revision)
    #expect(app.router.session.backForward.entries.count == list)
    try await app.router.flush()
    #expect(try await app.store.seen(Route.self) == [.cart])
    #expect(try folder.relaunch().restore(Route.self, in: "main").stack == [.home, .cart])
  }

  @Test("A link that needs a sign-in waits for it, and opens once", arguments: Ending.allCases)
  func parks(_ ending: Ending) async throws {
    let links = NavDeepLinks<Route>(schemes: ["app"]) {
      NavLinkPattern("profile?user={user}", Route.userProfile(userId:)).requiringSignIn()
    }
    let app = App(try folder.relaunch(), clock: clock, links: links)
    let coordinator = ShopDesign.SignInCoordinator(store: app.store)
    coordinator.onComplete = { app.links.isSignedIn = true }
    #expect(try app.open("app://profile?user=7") == .parked)
    #expect(app.router.path.isEmpty)
    coordinator.router.push(contentsOf: [.login, .otpVerification(phone: "+49-170-5550188")])
    try await app.store.flush()
    coordinator.completeAuth()
    #expect(app.router.path == [.userProfile(userId: 7)])
    #expect(app.outcomes == [.parked, .opened([.userProfile(userId: 7)])])
    app.links.isSignedIn = false
    app.links.isSignedIn = true
    #expect(app.outcomes.count == 2)

    let reopened = try await folder.relaunch(after: ending, of: app.store)
    #expect(try reopened.restore(Route.self, in: "main").stack == [.userProfile(userId: 7)])
    #expect(try !folder.holds("5550188"))
  }
}
