import Foundation
import NavStoreTesting
import TestSupport
import Testing

@testable import NavRouting

/// Links against a stack that was saved, on a real file, launch by launch.
@MainActor
@Suite struct NavDeepLinksRestoringTests {
  let folder: TemporaryFolder
  let clock = ManualClock()
  static let saved: [LinkedRoute] = [.category("shoes"), .product(id: 1)]

  init() throws {
    folder = try TemporaryFolder()
  }

  /// One run of the app.
  @MainActor
  struct Launch {
    let store: NavStore
    let router: NavRouter<LinkedRoute>
    let links: NavDeepLinks<LinkedRoute>

    func open(_ text: String, id: String? = nil) throws -> NavDeepLinks<LinkedRoute>.Outcome {
      links.open(try #require(URL(string: text)), id: id)
    }

    func end() async throws {
      try await router.flush()
      await links.flush()
      try await store.close()
    }
  }

  private func launch(
    _ rule: NavLinkRule = .replaceStack, whileRunning: NavLinkRule = .replaceStack,
    links: NavDeepLinks<LinkedRoute>? = nil
  ) throws -> Launch {
    let links = links ?? .shop(atLaunch: rule, whileRunning: whileRunning)
    links.clock = { [clock] in clock.now }
    let store = try NavStore(url: folder.store)
    return Launch(
      store: store, router: NavRouter(in: NavWindow(scene: "main", store: store)), links: links)
  }

  private func save() async throws {
    let launch = try launch()
    launch.router.push(contentsOf: Self.saved)
    try await launch.end()
  }

  /// When a link comes, at a launch with a saved stack.
  enum Moment: CaseIterable {
    case beforeTheRouter, beforeFirstAccess, afterRestore, afterTheFirstFrame
  }

  private func deliver(
    _ link: String, at moment: Moment, to launch: Launch
  ) throws -> NavDeepLinks<LinkedRoute>.Outcome {
    var last: NavDeepLinks<LinkedRoute>.Outcome?
    launch.links.onOutcome = { last = $1 }
    switch moment {
    case .beforeTheRouter:
      #expect(try launch.open(link) == .waiting)
      launch.links.attach(to: launch.router)
    case .beforeFirstAccess:
      launch.links.attach(to: launch.router)
      _ = try launch.open(link)
    case .afterRestore:
      #expect(launch.router.path == Self.saved)
      launch.links.attach(to: launch.router)
      _ = try launch.open(link)
    case .afterTheFirstFrame:
      launch.links.attach(to: launch.router)
      #expect(launch.router.path == Self.saved)
      clock.advance(by: .seconds(4))
      _ = try launch.open(link)
    }
    return try #require(last)
  }

  @Test(
    "A link at launch wins over the restored stack, whenever it comes", arguments: Moment.allCases)
  func replaceStack(_ moment: Moment) async throws {
    try await save()
    let run = try launch(.replaceStack)
    #expect(try deliver("app://product?id=42", at: moment, to: run) == .opened([.product(id: 42)]))
    #expect(run.router.path == [.product(id: 42)])
    try await run.end()

    let next = try launch()
    #expect(next.router.path == [.product(id: 42)])
    #expect(next.router.back(), "The restored stack is one Back away")
    #expect(next.router.path == Self.saved)
    #expect(next.router.session.backForward.entries.count == 3)
    let visits = try await next.store.history(of: LinkedRoute.self, account: nil).visits()
    #expect(visits.map(\.route) == [.product(id: 42), .product(id: 1)])
  }

  @Test(
    "A link at launch goes on top of the restored stack, whenever it comes",
    arguments: Moment.allCases)
  func pushOnTop(_ moment: Moment) async throws {
    try await save()
    let run = try launch(.pushOnTop)
    #expect(try deliver("app://cart", at: moment, to: run) == .opened([.cart]))
    #expect(run.router.path == Self.saved + [.cart])
    try await run.end()
    #expect(try launch().router.path == Self.saved + [.cart])
  }

  @Test(
    "A link at launch is ignored where the rule says so, whenever it comes",
    arguments: Moment.allCases)
  func keepStack(_ moment: Moment) async throws {
    try await save()
    let run = try launch(.keepStack)
    #expect(try deliver("app://cart", at: moment, to: run) == .ignored)
    #expect(run.router.path == Self.saved)
    #expect(run.router.session.revision == 0)
  }

  @Test("Where nothing was restored a link opens under every rule")
  func nothingRestored() throws {
    for (index, rule) in [NavLinkRule.replaceStack, .pushOnTop, .keepStack].enumerated() {
      let run = try launch(rule)
      let router = NavRouter<LinkedRoute>(
        in: NavWindow(scene: NavScene(id: "scene \(index)"), store: run.store))
      run.links.attach(to: router)
      #expect(try run.open("app://cart") == .opened([.cart]))
      #expect(router.path == [.cart])
    }
  }

  @Test("After the launch the other rule holds: once the user has navigated, or some time later")
  func whileRunning() async throws {
    try await save()
    let early = try launch(.keepStack)
    early.links.attach(to: early.router)
    early.router.push(.home)
    #expect(try early.open("app://cart") == .opened([.cart]))
    #expect(early.router.path == [.cart])
    #expect(try early.open("app://product?id=3") == .opened([.product(id: 3)]))
    #expect(early.router.path == [.product(id: 3)], "The launch is over, and stays so")
    try await early.end()

    let late = try launch(.keepStack, whileRunning: .pushOnTop)
    late.links.attach(to: late.router)
    clock.advance(by: .seconds(6))
    #expect(try late.open("app://product?id=2") == .opened([.product(id: 2)]))
    #expect(late.router.path == [.product(id: 3), .product(id: 2)])
  }

  @Test("Two different links at launch are both of the launch")
  func twoAtLaunch() async throws {
    try await save()
    let run = try launch(.pushOnTop)
    run.links.attach(to: run.router)
    #expect(try run.open("app://cart") == .opened([.cart]))
    #expect(try run.open("app://product?id=9") == .opened([.product(id: 9)]))
    #expect(run.router.path == Self.saved + [.cart, .product(id: 9)])
  }

  @Test("What a validation took out does not end the launch")
  func validated() async throws {
    try await save()
    let run = try launch(.keepStack)
    run.links.attach(to: run.router)
    await run.router.session.validate { _ in .init(gone: [.product(id: 1)]) }
    #expect(run.router.path == [.category("shoes")])
    #expect(try run.open("app://cart") == .ignored)
    #expect(run.router.path == [.category("shoes")])
  }

  @Test("A pattern can have rules of its own")
  func ownRules() async throws {
    try await save()
    let links = NavDeepLinks<LinkedRoute>(schemes: ["app"]) {
      NavLinkPattern("cart", .cart).rule(atLaunch: .pushOnTop, whileRunning: .pushOnTop)
      NavLinkPattern("home", .home).rule(atLaunch: .keepStack)
    }
    let run = try launch(links: links)
    run.links.attach(to: run.router)
    #expect(try run.open("app://home") == .ignored)
    #expect(try run.open("app://cart") == .opened([.cart]))
    #expect(run.router.path == Self.saved + [.cart])
    run.router.push(.product(id: 5))
    #expect(try run.open("app://home") == .opened([.home]))
    run.router.push(.product(id: 5))
    #expect(try run.open("app://cart") == .opened([.cart]))
    #expect(run.router.path == [.home, .product(id: 5), .cart])
  }

  @Test("A launch link that is delivered again after a relaunch is not opened again")
  func redelivered() async throws {
    try await save()
    let first = try launch(.pushOnTop)
    first.links.attach(to: first.router)
    #expect(try first.open("app://cart", id: "request 1") == .opened([.cart]))
    #expect(try first.open("app://cart") == .ignored, "The scene delivers it too")
    first.router.push(.home)
    try await first.end()

    let second = try launch(.pushOnTop)
    #expect(try second.open("app://cart", id: "request 1") == .waiting)
    var outcome: NavDeepLinks<LinkedRoute>.Outcome?
    second.links.onOutcome = { outcome = $1 }
    second.links.attach(to: second.router)
    #expect(outcome == .ignored)
    #expect(second.router.path == Self.saved + [.cart, .home])
    #expect(second.router.session.revision == 0)
    #expect(try second.open("app://cart", id: "request 2") == .opened([.cart]))
    try await second.end()

    let third = try launch(.pushOnTop)
    third.links.attach(to: third.router)
    for id in 1...2 { #expect(try third.open("app://cart", id: "request \(id)") == .ignored) }
    #expect(try third.open("app://cart") == .ignored, "The scene delivers it too")
    third.router.push(.home)
    #expect(try third.open("app://cart") == .opened([.cart]), "Tapped in this launch")
  }

  @Test("The names of deliveries are not in the file, and a killed app opens a link at most twice")
  func rememberedSafely() async throws {
    let run = try launch()
    run.links.attach(to: run.router)
    #expect(try run.open("app://cart", id: "secret-request") == .opened([.cart]))
    try await run.end()
    let bytes = try Data(contentsOf: folder.store)
    #expect(bytes.range(of: Data("secret-request".utf8)) == nil)
    #expect(bytes.range(of: Data("navdeeplinks.handled".utf8)) != nil)

    // The stack was saved, the delivery was not: what a kill in between leaves.
    let store = try NavStore(url: folder.store)
    try store.setSceneValue([Int64]?.none, named: "navdeeplinks.handled", in: "main")
    try await store.close()
    let again = try launch(.pushOnTop)
    again.links.attach(to: again.router)
    #expect(try again.open("app://cart", id: "secret-request") == .opened([.cart]))
    #expect(again.router.path == [.cart], "It was open already")
  }

  @Test("A link parked at launch opens after the sign-in, and a relaunch finds it open")
  func parkedAtLaunch() async throws {
    try await save()
    let links = NavDeepLinks<LinkedRoute>(schemes: ["app"]) {
      NavLinkPattern("profile?user={user}", LinkedRoute.profile(user:)).requiringSignIn()
    }
    let run = try launch(links: links)
    #expect(try run.open("app://profile?user=7") == .parked)
    run.links.attach(to: run.router)
    #expect(run.router.path == Self.saved)
    clock.advance(by: .seconds(60))
    run.links.isSignedIn = true
    #expect(run.router.path == [.profile(user: 7)])
    try await run.end()
    #expect(try launch().router.path == [.profile(user: 7)])
  }

  @Test("Without a store links open all the same")
  func closedStore() async throws {
    let run = try launch()
    try await run.store.close()
    run.links.attach(to: run.router)
    #expect(try run.open("app://cart", id: "x") == .opened([.cart]))
    await run.links.flush()
    #expect(run.router.path == [.cart])
  }
}
