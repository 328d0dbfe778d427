import Foundation
import TestSupport
import Testing

@testable import NavRouting
@testable import NavStore

/// The shop's sign-in coordinator. The phone number and code of its last screen must never be in
/// the file.
@MainActor
@Suite("A shop with a sign-in coordinator") struct ShopSignInDesignTests {
  typealias Route = ShopDesign.SignInRoute

  let folder: TemporaryFolder
  let store: NavStore
  nonisolated static let phone = "+49-170-5550123"
  nonisolated static let code = "one-time-846213"

  init() throws {
    folder = try TemporaryFolder()
    store = try folder.relaunch()
  }

  @Test(
    "The coordinator's stack has routes of its own type, and is restored",
    arguments: Ending.allCases)
  func ownRoutes(_ ending: Ending) async throws {
    let coordinator = ShopDesign.SignInCoordinator(store: store)
    let shop = NavRouter<ShopDesign.Route>(in: NavWindow(scene: "main", store: self.store))
    shop.push(.cart)
    for route in [Route.login, .register, .forgotPassword] {
      coordinator.router.push(route)
      try await coordinator.router.flush()
    }
    #expect(shop.path == [.cart], "The sign-in flow does not change the shop's stack")
    let reopened = try await folder.relaunch(after: ending, of: store)
    let again = ShopDesign.SignInCoordinator(store: reopened)
    #expect(again.router.path == [.login, .register, .forgotPassword])
    #expect(
      NavRouter<ShopDesign.Route>(in: NavWindow(scene: "main", store: reopened)).path == [.cart])
  }

  /// The changes that can show the verification screen, which is never stored.
  nonisolated static let ways: [(String, @MainActor @Sendable (NavRouter<Route>) -> Void)] = [
    ("push", { $0.push(.otpVerification(phone: phone)) }),
    (
      "push of several",
      { $0.push(contentsOf: [.register, .otpVerification(phone: phone), .forgotPassword]) }
    ),
    ("replaceTop", { _ = $0.replaceTop(with: .otpVerification(phone: phone)) }),
    ("replaceStack", { $0.replaceStack(with: [.login, .otpVerification(phone: phone)]) }),
    ("binding", { $0.path.append(.otpVerification(phone: phone)) }),
    ("pop, then push", { _ = $0.pop(1, thenPush: [.otpVerification(phone: phone)]) }),
    ("root", { _ = $0.replaceRoot(with: .otpVerification(phone: phone)) }),
  ]

  @Test(
    "The verification screen is shown to the user and never stored on disk",
    arguments: ways.indices)
  func verification(_ index: Int) async throws {
    let ending = index.isMultiple(of: 2) ? Ending.killed : .closed
    let coordinator = ShopDesign.SignInCoordinator(store: store)
    let router = coordinator.router
    router.push(.login)
    try await router.flush()
    Self.ways[index].1(router)
    let (root, path) = (router.root, router.path)
    #expect(([root].compactMap { $0 } + path).contains(.otpVerification(phone: Self.phone)))
    #expect(try !folder.holds("5550123"), "Before the turn has ended")
    try await router.flush()
    if path.last == .otpVerification(phone: Self.phone) {
      // The title and the values of a screen that is not stored must not be stored either.
      router.setTitle("We have sent a code to \(Self.phone)")
      try router.session.setVisitState(Self.code, named: "typed so far")
      try await router.flush()
    }
    router.push(.forgotPassword)
    try await router.flush()
    #expect(router.back())
    #expect(router.path == path, "It is kept in memory, and Back leads there")
    try await router.flush()
    _ = try await store.history(of: Route.self, account: nil).items()
    #expect(try !folder.holds("5550123"), "In the database and its WAL")
    #expect(try !folder.holds(Self.code))

    let reopened = try await folder.relaunch(after: ending, of: store)
    let again = ShopDesign.SignInCoordinator(store: reopened).router
    let stored = root == nil ? Array(path.prefix { $0.routeTraits.isStored }) : []
    #expect(again.path == stored)
    #expect(again.root == nil)
    #expect(again.restoration.failures.isEmpty)
    let seen = try await reopened.seen(Route.self)
    #expect(!seen.contains(.otpVerification(phone: Self.phone)))
    again.popToRoot()
    try await again.flush()
    try await reopened.suspend()
    #expect(try !folder.holds("5550123"))
  }

  @Test(
    "Authenticating ends the flow, and a relaunch does not restore it", arguments: Ending.allCases)
  func completes(_ ending: Ending) async throws {
    let coordinator = ShopDesign.SignInCoordinator(store: store)
    var completions = 0
    coordinator.onComplete = { completions += 1 }
    coordinator.router.push(contentsOf: [.login, .register, .otpVerification(phone: Self.phone)])
    try await store.flush()
    coordinator.completeAuth()
    #expect(completions == 1)
    #expect(coordinator.router.path.isEmpty)

    let reopened = try await folder.relaunch(after: ending, of: store)
    #expect(ShopDesign.SignInCoordinator(store: reopened).router.path.isEmpty)
    #expect(try !folder.holds("5550123"))
  }
}

/// The shop on a wide screen: a column of categories, a column of items, and a stack for the
/// selected item.
@MainActor
@Suite("A shop in three columns") struct ShopSplitDesignTests {
  typealias Selection = ShopDesign.Selection
  typealias Split = NavSplit<Selection, ShopDesign.Route>

  let folder: TemporaryFolder
  let store: NavStore

  init() throws {
    folder = try TemporaryFolder()
    store = try folder.relaunch()
  }

  private func split(_ store: NavStore) -> Split {
    Split(Selection(), in: NavWindow(scene: .main, store: store))
  }

  @Test(
    "Category, item and the detail's stack are restored after a relaunch",
    arguments: Ending.allCases)
  func comesBack(_ ending: Ending) async throws {
    let split = split(store)
    split.selection.category = "shoes"
    split.selection.item = 42
    split.detail.push(contentsOf: [.productDetail(id: 42), .userProfile(userId: 7)])
    split.columnVisibility = .all
    let again = self.split(try await folder.relaunch(after: ending, of: store))
    #expect(again.selection == Selection(category: "shoes", item: 42))
    #expect(again.detail.path == [.productDetail(id: 42), .userProfile(userId: 7)])
    #expect(again.columnVisibility == .all)
  }

  @Test("Another selected item starts with an empty detail")
  func restartsTheDetail() async throws {
    let split = split(store)
    split.select(Selection(category: "shoes", item: 42), path: [.productDetail(id: 42), .cart])
    try await store.flush()
    split.selection.item = 43
    #expect(split.detail.path.isEmpty)
    #expect(!split.detail.canGoBack)
    try await store.flush()
    let again = self.split(try folder.relaunch())
    #expect(again.selection.item == 43)
    #expect(again.detail.path.isEmpty)
  }

  @Test("Selection and path are one change, one write and one visit", arguments: Ending.allCases)
  func oneChange(_ ending: Ending) async throws {
    let split = split(store)
    for id in 1...10 {
      split.select(
        Selection(category: "shoes", item: id),
        path: [.productList(category: "shoes"), .productDetail(id: id)])
      if id.isMultiple(of: 3) { try await store.flush() }
      // Another process must always find a selection together with the stack of this selection.
      // Reads the two on the writer's queue, so that nothing is committed between the reads.
      try store.writer.queue.sync {
        let found = self.split(try folder.relaunch())
        let item = found.selection.item
        #expect(found.detail.path.last == item.map { .productDetail(id: $0) })
      }
    }
    let reopened = try await folder.relaunch(after: ending, of: store)
    let again = self.split(reopened)
    #expect(again.selection.item == 10)
    #expect(again.detail.path == [.productList(category: "shoes"), .productDetail(id: 10)])
    let seen = try await reopened.seen(ShopDesign.Route.self)
    #expect(Set(seen).count == seen.count, "Each is one visit at most")
    #expect(seen.last == .productDetail(id: 10))
  }
}
