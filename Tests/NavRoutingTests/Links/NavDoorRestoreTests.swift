import Foundation
import NavStoreTesting
import TestSupport
import Testing

@testable import NavRouting

/// Links against a stack that was saved, on a real file, launch by launch.
@MainActor
@Suite struct NavDoorRestoreTests {
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
    let door: NavDoor<LinkedRoute>

    func open(_ text: String, id: String? = nil) throws -> NavLinkOutcome<LinkedRoute> {
      door.open(try #require(URL(string: text)), id: id)
    }

    func end() async throws {
      try await router.flush()
      await door.flush()
      try await store.close()
    }
  }

  private func launch(
    _ rule: NavLaunchRule = .linkWins, links: NavLinks<LinkedRoute> = .shop,
    whileRunning: NavArrivalRule = .replaceStack
  ) throws -> Launch {
    var settings = NavDoorSettings()
    let clock = clock
    settings.clock = { clock.now }
    settings.atLaunch = rule
    settings.whileRunning = whileRunning
    let store = try NavStore(url: folder.store)
    return Launch(
      store: store, router: NavRouter(store: store, scene: "main"),
      door: NavDoor(links, settings: settings))
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
  ) throws -> NavLinkOutcome<LinkedRoute> {
    var last: NavLinkOutcome<LinkedRoute>?
    launch.door.onOutcome = { last = $1 }
    switch moment {
    case .beforeTheRouter:
      #expect(try launch.open(link) == .waiting)
      launch.door.attach(to: launch.router)
    case .beforeFirstAccess:
      launch.door.attach(to: launch.router)
      _ = try launch.open(link)
    case .afterRestore:
      #expect(launch.router.path == Self.saved)
      launch.door.attach(to: launch.router)
      _ = try launch.open(link)
    case .afterTheFirstFrame:
      launch.door.attach(to: launch.router)
      #expect(launch.router.path == Self.saved)
      clock.advance(by: .seconds(4))
      _ = try launch.open(link)
    }
    return try #require(last)
  }

  @Test(
    "A link at launch wins over the restored stack, whenever it comes", arguments: Moment.allCases)
  func linkWins(_ moment: Moment) async throws {
    try await save()
    let run = try launch(.linkWins)
    #expect(try deliver("app://product?id=42", at: moment, to: run) == .opened([.product(id: 42)]))
    #expect(run.router.path == [.product(id: 42)])
    try await run.end()

    let next = try launch()
    #expect(next.router.path == [.product(id: 42)])
    #expect(next.router.back(), "The restored stack is one Back away")
    #expect(next.router.path == Self.saved)
    #expect(next.router.backForward.entries.count == 3)
    let visits = try await next.store.history(of: LinkedRoute.self).visits()
    #expect(visits.map(\.route) == [.product(id: 42), .product(id: 1)])
  }

  @Test(
    "A link at launch goes on top of the restored stack, whenever it comes",
    arguments: Moment.allCases)
  func linkOnTop(_ moment: Moment) async throws {
    try await save()
    let run = try launch(.linkOnTop)
    #expect(try deliver("app://cart", at: moment, to: run) == .opened([.cart]))
    #expect(run.router.path == Self.saved + [.cart])
    try await run.end()
    #expect(try launch().router.path == Self.saved + [.cart])
  }

  @Test(
    "A link at launch is ignored where the rule says so, whenever it comes",
    arguments: Moment.allCases)
  func restoreOnly(_ moment: Moment) async throws {
    try await save()
    let run = try launch(.restoreOnly)
    #expect(try deliver("app://cart", at: moment, to: run) == .ignored)
    #expect(run.router.path == Self.saved)
    #expect(run.router.session.revision == 0)
  }

  @Test("Where nothing was restored a link opens under every rule")
  func nothingRestored() throws {
    for (index, rule) in [NavLaunchRule.linkWins, .linkOnTop, .restoreOnly].enumerated() {
      let run = try launch(rule)
      let router = NavRouter<LinkedRoute>(store: run.store, scene: "scene \(index)")
      run.door.attach(to: router)
      #expect(try run.open("app://cart") == .opened([.cart]))
      #expect(router.path == [.cart])
    }
  }

  @Test("After the launch the other rule holds: once the user has navigated, or some time later")
  func whileRunning() async throws {
    try await save()
    let early = try launch(.restoreOnly)
    early.door.attach(to: early.router)
    early.router.push(.home)
    #expect(try early.open("app://cart") == .opened([.cart]))
    #expect(early.router.path == [.cart])
    #expect(try early.open("app://product?id=3") == .opened([.product(id: 3)]))
    #expect(early.router.path == [.product(id: 3)], "The launch is over, and stays so")
    try await early.end()

    let late = try launch(.restoreOnly, whileRunning: .pushOnTop)
    late.door.attach(to: late.router)
    clock.advance(by: .seconds(6))
    #expect(try late.open("app://product?id=2") == .opened([.product(id: 2)]))
    #expect(late.router.path == [.product(id: 3), .product(id: 2)])
  }

  @Test("Two different links at launch are both of the launch")
  func twoAtLaunch() async throws {
    try await save()
    let run = try launch(.linkOnTop)
    run.door.attach(to: run.router)
    #expect(try run.open("app://cart") == .opened([.cart]))
    #expect(try run.open("app://product?id=9") == .opened([.product(id: 9)]))
    #expect(run.router.path == Self.saved + [.cart, .product(id: 9)])
  }

  @Test("What a validation took out does not end the launch")
  func validated() async throws {
    try await save()
    let run = try launch(.restoreOnly)
    run.door.attach(to: run.router)
    await run.router.session.validate { _ in .init(gone: [.product(id: 1)]) }
    #expect(run.router.path == [.category("shoes")])
    #expect(try run.open("app://cart") == .ignored)
    #expect(run.router.path == [.category("shoes")])
  }

  @Test("A pattern can have rules of its own")
  func ownRules() async throws {
    try await save()
    let links = NavLinks<LinkedRoute>(schemes: ["app"]) {
      NavPattern("cart", .cart).atLaunch(.linkOnTop).whileRunning(.pushOnTop)
      NavPattern("home", .home).atLaunch(.restoreOnly)
    }
    let run = try launch(.linkWins, links: links)
    run.door.attach(to: run.router)
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
    let first = try launch(.linkOnTop)
    first.door.attach(to: first.router)
    #expect(try first.open("app://cart", id: "request 1") == .opened([.cart]))
    #expect(try first.open("app://cart") == .duplicate, "The scene delivers it too")
    first.router.push(.home)
    try await first.end()

    let second = try launch(.linkOnTop)
    #expect(try second.open("app://cart", id: "request 1") == .waiting)
    var outcome: NavLinkOutcome<LinkedRoute>?
    second.door.onOutcome = { outcome = $1 }
    second.door.attach(to: second.router)
    #expect(outcome == .duplicate)
    #expect(second.router.path == Self.saved + [.cart, .home])
    #expect(second.router.session.revision == 0)
    #expect(try second.open("app://cart", id: "request 2") == .opened([.cart]))
    try await second.end()

    let third = try launch(.linkOnTop)
    third.door.attach(to: third.router)
    for id in 1...2 { #expect(try third.open("app://cart", id: "request \(id)") == .duplicate) }
    #expect(try third.open("app://cart") == .duplicate, "The scene delivers it too")
    third.router.push(.home)
    #expect(try third.open("app://cart") == .opened([.cart]), "Tapped in this launch")
  }

  @Test("The names of deliveries are not in the file, and a killed app opens a link at most twice")
  func rememberedSafely() async throws {
    let run = try launch()
    run.door.attach(to: run.router)
    #expect(try run.open("app://cart", id: "secret-request") == .opened([.cart]))
    try await run.end()
    let bytes = try Data(contentsOf: folder.store)
    #expect(bytes.range(of: Data("secret-request".utf8)) == nil)
    #expect(bytes.range(of: Data("navdoor.deliveries".utf8)) != nil)

    // The stack was saved, the delivery was not: what a kill in between leaves.
    let store = try NavStore(url: folder.store)
    try store.setSceneValue([Int64]?.none, named: "navdoor.deliveries", in: "main")
    try await store.close()
    let again = try launch(.linkOnTop)
    again.door.attach(to: again.router)
    #expect(try again.open("app://cart", id: "secret-request") == .opened([.cart]))
    #expect(again.router.path == [.cart], "It was open already")
  }

  @Test("A delivery is remembered though its router is let go of in the same turn")
  func rememberedWhenRetired() async throws {
    let run = try launch()
    run.door.attach(to: run.router)
    #expect(try run.open("app://cart", id: "request") == .opened([.cart]))
    run.router.retire()
    try await run.end()
    let again = try launch()
    again.door.attach(to: again.router)
    #expect(again.router.path == [.cart])
    #expect(try again.open("app://cart", id: "request") == .duplicate)
  }

  @Test("A link parked at launch opens after the sign-in, and a relaunch finds it open")
  func parkedAtLaunch() async throws {
    try await save()
    let links = NavLinks<LinkedRoute>(schemes: ["app"]) {
      NavPattern("profile?user={user}", LinkedRoute.profile(user:)).requiringSignIn()
    }
    let run = try launch(links: links)
    #expect(try run.open("app://profile?user=7") == .parked)
    run.door.attach(to: run.router)
    #expect(run.router.path == Self.saved)
    clock.advance(by: .seconds(60))
    run.door.isSignedIn = true
    #expect(run.router.path == [.profile(user: 7)])
    try await run.end()
    #expect(try launch().router.path == [.profile(user: 7)])
  }

  @Test("Without a store links open all the same")
  func closedStore() async throws {
    let run = try launch()
    try await run.store.close()
    run.door.attach(to: run.router)
    #expect(try run.open("app://cart", id: "x") == .opened([.cart]))
    await run.door.flush()
    #expect(run.router.path == [.cart])
  }
}
