import Foundation
import NavStore
import NavStoreTesting
import TestSupport
import Testing

@testable import NavRouting

/// The deep links of the shop, the first reference design, in launches on one file.
@MainActor
@Suite("A shop with deep links") struct ShopLinkDesignTests {
  typealias Route = ShopDesign.Route

  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// One launch of the app.
  @MainActor
  final class App {
    let store: NavStore
    let window: NavWindow
    let router: NavRouter<Route>
    var outcomes: [NavLinkOutcome] = []

    init(
      _ store: NavStore, account: String? = nil, links: NavDeepLinks<Route> = ShopDesign.links
    ) {
      self.store = store
      window = NavWindow(scene: "main", account: account, store: store)
      router = window.router()
      window.receive(links, in: router) { [unowned self] in outcomes.append($1) }
    }

    @discardableResult
    func open(_ link: String) throws -> NavLinkOutcome {
      window.open(try #require(URL(string: link)))
    }
  }

  private func app(_ store: NavStore? = nil) throws -> App {
    App(try store ?? folder.relaunch())
  }

  nonisolated static let good: [(String, Route)] = [
    ("app://product?id=42", .productDetail(id: 42)),
    ("app://profile?user=7", .userProfile(userId: 7)),
    ("app://cart", .cart),
  ]

  @Test("The link declaration has no problems, and prints each route as its link")
  func declaration() throws {
    let links = ShopDesign.links
    #expect(links.problems.isEmpty)
    for (link, route) in Self.good {
      #expect(links.url(for: route, scheme: "app")?.absoluteString == link)
    }
  }

  @Test(
    "A link replaces the path in one change, with one visit and one Back entry",
    arguments: zip(good, [Ending.closed, .killed, .closed]))
  func resets(_ link: (String, Route), _ ending: Ending) async throws {
    let first = try app()
    let before: [Route] = [.home, .productList(category: "shoes"), .checkout]
    first.router.push(contentsOf: before)
    try await first.router.flush()
    #expect(try first.open(link.0) == .opened)
    #expect(first.router.path == [link.1], "The former path is not below it")
    try await first.router.flush()
    #expect(try await first.store.seen(Route.self) == [.checkout, link.1])

    let second = try app(await folder.relaunch(after: ending, of: first.store))
    #expect(second.router.path == [link.1])
    #expect(second.router.session.backForward.entries.map(\.route) == [nil, .checkout, link.1])
    #expect(second.router.back())
    #expect(second.router.path == before)
  }

  @Test(
    "A link at launch wins over the restored stack, and Back leads to that stack",
    arguments: zip(good, [Ending.killed, .closed, .killed]))
  func atLaunch(_ link: (String, Route), _ ending: Ending) async throws {
    let first = try app()
    first.router.push(contentsOf: [.home, .checkout])
    try await first.router.flush()
    let second = try app(await folder.relaunch(after: ending, of: first.store))
    #expect(try second.open(link.0) == .opened)
    #expect(second.router.restoration.path == [.home, .checkout])
    #expect(second.router.path == [link.1])
    try await second.router.flush()
    let third = try app(await folder.relaunch(after: ending, of: second.store))
    #expect(third.router.path == [link.1])
    #expect(third.router.back())
    #expect(third.router.path == [.home, .checkout])
  }

  nonisolated static let bad: [(String, NavLinkRefusal)] = [
    ("app://product?id=forty-two", .invalidValue("id")),
    ("app://product?id=", .invalidValue("id")),
    ("app://product?id=99999999999999999999", .invalidValue("id")),
    ("app://product?id=4%202", .invalidValue("id")),
    ("app://product", .invalidValue("id")),
    ("app://profile?user=me", .invalidValue("user")),
    ("app://profile?id=7", .invalidValue("user")),
    ("app://wishlist", .unsupported),
    ("app://cart/7", .unsupported),
    ("app://", .unsupported),
    ("https://elsewhere.example/cart", .unsupported),
    ("other://cart", .unsupported),
  ]

  @Test("A link with a bad id or an unknown host changes nothing, and is reported")
  func refuses() async throws {
    let app = try app()
    app.router.push(contentsOf: [.home, .cart])
    try await app.router.flush()
    let (revision, list) = (
      app.router.session.revision, app.router.session.backForward.entries.count
    )
    for (index, (link, refusal)) in Self.bad.enumerated() {
      #expect(try app.open(link) == .refused(refusal), "\(link)")
      #expect(app.outcomes.count == index + 1, "Reported once: \(link)")
      #expect(app.outcomes.last == .refused(refusal))
      #expect(app.router.path == [.home, .cart], "\(link)")
    }
    #expect(app.router.session.revision == revision)
    #expect(app.router.session.backForward.entries.count == list)
    try await app.router.flush()
    #expect(try await app.store.seen(Route.self) == [.cart])
    #expect(try folder.relaunch().restore(Route.self, in: "main").path == [.home, .cart])
  }

  @Test(
    "A link that requires sign-in is pending until the user signs in, and opens once",
    arguments: Ending.allCases)
  func signIn(_ ending: Ending) async throws {
    let links = NavDeepLinks<Route>(schemes: ["app"]) {
      NavLinkPattern("profile?user={user}", Route.userProfile(userId:)).requiringSignIn()
    }
    let app = App(try folder.relaunch(), links: links)
    let coordinator = ShopDesign.SignInCoordinator(store: app.store)
    var signedIn: App?
    coordinator.onComplete = { signedIn = App(app.store, account: "ada", links: links) }
    #expect(try app.open("app://profile?user=7") == .pending)
    #expect(app.router.path.isEmpty)
    coordinator.router.push(contentsOf: [.login, .otpVerification(phone: "+49-170-5550188")])
    try await app.store.flush()
    coordinator.completeAuth()
    #expect(signedIn?.router.path == [.userProfile(userId: 7)])
    #expect(app.outcomes == [.pending] && signedIn?.outcomes == [.opened])
    #expect(App(app.store, links: links).outcomes.isEmpty)
    #expect(App(app.store, account: "ada", links: links).outcomes.isEmpty)

    let reopened = try await folder.relaunch(after: ending, of: app.store)
    let restored = try reopened.restore(Route.self, in: "main", account: "ada")
    #expect(restored.path == [.userProfile(userId: 7)])
    #expect(try !folder.holds("5550188"))
  }
}
