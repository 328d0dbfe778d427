import Foundation
import NavStoreTesting
import TestSupport
import Testing

@testable import NavRouting

/// Links that arrive in a launch in which a saved stack is restored.
@MainActor
@Suite struct SceneLinksRestoringTests {
  let folder: TemporaryFolder
  let clock = ManualClock()
  static let saved: [LinkedRoute] = [.category("shoes"), .product(id: 1)]

  init() throws {
    folder = try TemporaryFolder()
  }

  /// One launch of the app.
  @MainActor
  struct Launch {
    let store: NavStore
    let window: NavWindow
    let router: NavRouter<LinkedRoute>
    let links: NavDeepLinks<LinkedRoute>

    func receive(_ onOutcome: (@MainActor (URL, NavLinkOutcome) -> Void)? = nil) {
      window.receive(links, in: router, onOutcome: onOutcome)
    }

    func open(_ text: String, id: String? = nil) throws -> NavLinkOutcome {
      window.open(try #require(URL(string: text)), id: id)
    }

    func end() async throws {
      try await router.flush()
      try await store.close()
    }
  }

  private func launch(
    _ rule: NavLinkRule = .replacePath, whileRunning: NavLinkRule = .replacePath,
    links: NavDeepLinks<LinkedRoute>? = nil
  ) throws -> Launch {
    var configuration = NavStore.Configuration()
    configuration.clock = { [clock] in clock.now }
    let store = try NavStore(url: folder.store, configuration: configuration)
    let window = NavWindow(scene: "main", store: store)
    return Launch(
      store: store, window: window, router: window.router(),
      links: links ?? .shop(whileRunning, atLaunch: rule))
  }

  private func save() async throws {
    let launch = try launch()
    launch.router.push(contentsOf: Self.saved)
    try await launch.end()
  }

  /// The point of a launch with a saved stack at which a link arrives.
  enum Moment: CaseIterable {
    case beforeTheRouter, beforeFirstAccess, afterRestore, afterTheFirstFrame
  }

  private func deliver(
    _ link: String, at moment: Moment, to launch: Launch
  ) throws -> NavLinkOutcome {
    var last: NavLinkOutcome?
    let receive = { launch.receive { last = $1 } }
    switch moment {
    case .beforeTheRouter:
      #expect(try launch.open(link) == .pending)
      receive()
    case .beforeFirstAccess:
      receive()
      _ = try launch.open(link)
    case .afterRestore:
      #expect(launch.router.path == Self.saved)
      receive()
      _ = try launch.open(link)
    case .afterTheFirstFrame:
      receive()
      #expect(launch.router.path == Self.saved)
      clock.advance(by: .seconds(4))
      _ = try launch.open(link)
    }
    return try #require(last)
  }

  @Test(
    "A link at launch wins over the restored stack, whenever it arrives",
    arguments: Moment.allCases)
  func replacing(_ moment: Moment) async throws {
    try await save()
    let run = try launch(.replacePath)
    #expect(try deliver("app://product?id=42", at: moment, to: run) == .opened)
    #expect(run.router.path == [.product(id: 42)])
    try await run.end()

    let next = try launch()
    #expect(next.router.path == [.product(id: 42)])
    #expect(next.router.back(), "Back leads to the restored stack")
    #expect(next.router.path == Self.saved)
    #expect(next.router.session.backForward.entries.count == 3)
    let visits = try await next.store.history(of: LinkedRoute.self, account: nil).visits()
    #expect(visits.map(\.route) == [.product(id: 42), .product(id: 1)])
  }

  @Test(
    "A link at launch is pushed on the restored stack, whenever it arrives",
    arguments: Moment.allCases)
  func pushing(_ moment: Moment) async throws {
    try await save()
    let run = try launch(.push)
    #expect(try deliver("app://cart", at: moment, to: run) == .opened)
    #expect(run.router.path == Self.saved + [.cart])
    try await run.end()
    #expect(try launch().router.path == Self.saved + [.cart])
  }

  @Test(
    "A link at launch is ignored if the rule says so, whenever it arrives",
    arguments: Moment.allCases)
  func ignoring(_ moment: Moment) async throws {
    try await save()
    let run = try launch(.ignore)
    #expect(try deliver("app://cart", at: moment, to: run) == .ignored)
    #expect(run.router.path == Self.saved)
    #expect(run.router.session.revision == 0)
  }

  @Test("A link opens under every rule if no stack was restored")
  func nothingRestored() throws {
    for (index, rule) in [NavLinkRule.replacePath, .push, .ignore].enumerated() {
      let run = try launch(rule)
      let window = NavWindow(scene: NavScene(id: "scene \(index)"), store: run.store)
      let router = window.router(LinkedRoute.self)
      window.receive(run.links, in: router)
      #expect(window.open(try #require(URL(string: "app://cart"))) == .opened)
      #expect(router.path == [.cart])
    }
  }

  @Test("The rule for a running app applies once the user has navigated, or some seconds later")
  func whileRunning() async throws {
    try await save()
    let early = try launch(.ignore)
    early.receive()
    early.router.push(.home)
    #expect(try early.open("app://cart") == .opened)
    #expect(early.router.path == [.cart])
    #expect(try early.open("app://product?id=3") == .opened)
    #expect(early.router.path == [.product(id: 3)], "The launch is over for later links, too")
    try await early.end()

    let late = try launch(.ignore, whileRunning: .push)
    late.receive()
    clock.advance(by: .seconds(6))
    #expect(try late.open("app://product?id=2") == .opened)
    #expect(late.router.path == [.product(id: 3), .product(id: 2)])
  }

  @Test("Two different links at launch both follow the rule for a launch")
  func twoAtLaunch() async throws {
    try await save()
    let run = try launch(.push)
    run.receive()
    #expect(try run.open("app://cart") == .opened)
    #expect(try run.open("app://product?id=9") == .opened)
    #expect(run.router.path == Self.saved + [.cart, .product(id: 9)])
  }

  @Test("Routes removed by a validation do not end the launch")
  func validated() async throws {
    try await save()
    let run = try launch(.ignore)
    run.receive()
    await run.router.session.validate { _ in [.product(id: 1)] }
    #expect(run.router.path == [.category("shoes")])
    #expect(try run.open("app://cart") == .ignored)
    #expect(run.router.path == [.category("shoes")])
  }

  @Test("A pattern can have rules of its own")
  func ownRules() async throws {
    try await save()
    let links = NavDeepLinks<LinkedRoute>(schemes: ["app"]) {
      NavLinkPattern("cart", .cart).rule(.push, atLaunch: .push)
      NavLinkPattern("home", .home).rule(.replacePath, atLaunch: .ignore)
    }
    let run = try launch(links: links)
    run.receive()
    #expect(try run.open("app://home") == .ignored)
    #expect(try run.open("app://cart") == .opened)
    #expect(run.router.path == Self.saved + [.cart])
    run.router.push(.product(id: 5))
    #expect(try run.open("app://home") == .opened)
    run.router.push(.product(id: 5))
    #expect(try run.open("app://cart") == .opened)
    #expect(run.router.path == [.home, .product(id: 5), .cart])
  }

  @Test("A launch link that is delivered again after a relaunch is not opened again")
  func redelivered() async throws {
    try await save()
    let first = try launch(.push)
    first.receive()
    #expect(try first.open("app://cart", id: "request 1") == .opened)
    #expect(try first.open("app://cart") == .ignored, "The scene delivers the same link")
    first.router.push(.home)
    try await first.end()

    let second = try launch(.push)
    #expect(try second.open("app://cart", id: "request 1") == .pending)
    var outcome: NavLinkOutcome?
    second.receive { outcome = $1 }
    #expect(outcome == .ignored)
    #expect(second.router.path == Self.saved + [.cart, .home])
    #expect(second.router.session.revision == 0)
    #expect(try second.open("app://cart", id: "request 2") == .opened)
    try await second.end()

    let third = try launch(.push)
    third.receive()
    for id in 1...2 { #expect(try third.open("app://cart", id: "request \(id)") == .ignored) }
    #expect(try third.open("app://cart") == .ignored, "The scene delivers the same link")
    third.router.push(.home)
    #expect(try third.open("app://cart") == .opened, "Tapped in this launch")
  }

  @Test(
    "Identifiers of deliveries are not in the file, and a killed app opens a link at most twice")
  func rememberedSafely() async throws {
    let run = try launch()
    run.receive()
    #expect(try run.open("app://cart", id: "secret-request") == .opened)
    try await run.end()
    let bytes = try Data(contentsOf: folder.store)
    #expect(bytes.range(of: Data("secret-request".utf8)) == nil)
    #expect(bytes.range(of: Data("links:handled".utf8)) != nil)

    // Simulates a kill between the save of the stack and the save of the handled deliveries: the
    // file has only the stack.
    let store = try NavStore(url: folder.store)
    try store.setSceneValue([Int64]?.none, named: "links:handled", in: "main")
    try await store.close()
    let again = try launch(.push)
    again.receive()
    #expect(try again.open("app://cart", id: "secret-request") == .opened)
    #expect(again.router.path == [.cart], "The cart is on top already")
  }

  @Test("A link pending at launch replaces the stack that the sign-in restores")
  func pendingAtLaunch() async throws {
    let first = try launch()
    let adas = NavWindow(scene: "main", account: "ada", store: first.store)
    adas.router(LinkedRoute.self).push(contentsOf: Self.saved)
    try await first.end()

    let links = NavDeepLinks<LinkedRoute>(schemes: ["app"]) {
      NavLinkPattern("profile?user={user}", LinkedRoute.profile(user:)).requiringSignIn()
    }
    let run = try launch(links: links)
    run.receive()
    #expect(try run.open("app://profile?user=7") == .pending)
    clock.advance(by: .seconds(60))
    let window = NavWindow(scene: "main", account: "ada", store: run.store)
    let router = window.router(LinkedRoute.self)
    window.receive(links, in: router)
    #expect(router.path == [.profile(user: 7)], "The path is replaced, as at launch")
    #expect(router.back() && router.path == Self.saved)
    try await run.end()
  }

  @Test("Links open even if the store is closed")
  func closedStore() async throws {
    let run = try launch()
    try await run.store.close()
    run.receive()
    #expect(try run.open("app://cart", id: "x") == .opened)
    #expect(run.router.path == [.cart])
  }
}
