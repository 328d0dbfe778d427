import Foundation
import NavStore
import TestSupport
import Testing

@testable import NavRouting

@MainActor
@Suite("Root routes") struct RootRouteTests {
  let folder: TemporaryFolder
  let store: NavStore

  init() throws {
    folder = try TemporaryFolder()
    store = try NavStore(url: folder.store)
  }

  func relaunch<R: NavRoute>(
    _ type: R.Type = R.self, policy: NavStore.RestorePolicy<R> = .init()
  ) throws -> NavRouter<R> {
    let store = try NavStore(url: folder.store)
    return NavRouter<R>(in: NavWindow(scene: .main, store: store), policy: policy)
  }

  @Test("A root is restored with its stack, and is not in the history")
  func relaunches() async throws {
    let router = NavRouter<NumberRoute>(in: NavWindow(scene: .main, store: self.store))
    router.push(contentsOf: [1, 2])
    try await router.flush()
    #expect(router.replaceRoot(with: 100))
    #expect(router.root == 100)
    #expect(router.path.isEmpty)
    #expect(!router.canGoBack, "Back would show a screen of the other root")
    router.push(3)
    try await router.flush()
    let visits = try await store.history(of: NumberRoute.self, account: nil).visits()
    #expect(visits.map(\.route) == [3, 2])

    let again: NavRouter<NumberRoute> = try relaunch()
    #expect(again.root == 100)
    #expect(again.restoration.root == 100)
    #expect(again.path == [3])
    #expect(again.listed == "0 [3]")
    #expect(try again.store.restore(NumberRoute.self, in: "main").root == 100)
    again.replaceRoot(with: nil, path: [4])
    try await again.flush()
    let last: NavRouter<NumberRoute> = try relaunch()
    #expect(last.root == nil)
    #expect(last.path == [4])
  }

  @Test("Setting the same root changes nothing, and setting another root empties the path")
  func sameRoot() async throws {
    let router = NavRouter<NumberRoute>(in: NavWindow(scene: .main, store: self.store))
    router.replaceRoot(with: 100)
    router.push(1)
    try await router.flush()
    #expect(!router.replaceRoot(with: 100))
    router.root = 100
    try await router.flush()
    #expect(router.path == [1])
    #expect(router.listed == "0 [1]")
    let again: NavRouter<NumberRoute> = try relaunch()
    #expect(again.root == 100)
    #expect(again.path == [1])
    again.root = 200
    try await again.flush()
    let last: NavRouter<NumberRoute> = try relaunch()
    #expect(last.root == 200)
    #expect(last.path.isEmpty)
  }

  @Test("Screens above a root that is never stored are not stored until the root is replaced")
  func transientRoot() async throws {
    let router = NavRouter<SecretRoute>(in: NavWindow(scene: .main, store: self.store))
    router.replaceRoot(with: .code("root-4711"))
    router.push(.page(1))
    try await router.flush()
    try await store.suspend()
    let bytes = try Data(contentsOf: folder.store)
    #expect(bytes.range(of: Data("4711".utf8)) == nil)
    let again: NavRouter<SecretRoute> = try relaunch()
    #expect(again.root == nil)
    #expect(again.path.isEmpty)
    #expect(
      try await again.store.history(of: SecretRoute.self, account: nil).visits().map(\.route) == [
        .page(1)
      ])

    #expect(router.root == .code("root-4711"))
    router.replaceRoot(with: .page(0), path: [.page(1)])
    try await router.flush()
    let last: NavRouter<SecretRoute> = try relaunch()
    #expect(last.root == .page(0))
    #expect(last.path == [.page(1)])
  }

  @Test("A root that can't be decoded is a failure of the whole stack, until the next change")
  func lostRoot() async throws {
    let router = NavRouter<NumberRoute>(in: NavWindow(scene: .main, store: self.store))
    router.replaceRoot(with: 100)
    router.push(contentsOf: [1, 2])
    try await store.close()

    let again: NavRouter<StricterRoute> = try relaunch()
    #expect(again.root == nil)
    #expect(again.path.isEmpty)
    #expect(again.restoration.failures.map(\.position) == [-1, 0, 1])
    #expect(
      again.restoration.failures.map(\.reason) == [.undecodable, .aboveFailure, .aboveFailure])
    try await again.flush()
    let untouched: NavRouter<NumberRoute> = try relaunch()
    #expect(untouched.root == 100, "Restoring writes nothing")
    #expect(untouched.path == [1, 2])

    again.push(StricterRoute(number: 3))
    try await again.flush()
    let last: NavRouter<StricterRoute> = try relaunch()
    #expect(last.restoration.failures.isEmpty)
    #expect(last.path.map(\.number) == [3])
  }

  @Test("A policy can substitute a root that can't be decoded, and the path is kept")
  func replacedRoot() async throws {
    let router = NavRouter<NumberRoute>(in: NavWindow(scene: .main, store: self.store))
    router.replaceRoot(with: 100)
    router.push(contentsOf: [1, 2])
    try await store.close()

    var policy = NavStore.RestorePolicy<StricterRoute>()
    policy.onUndecodable = .substitute { StricterRoute(number: $0.position) }
    let again = try relaunch(policy: policy)
    #expect(again.root?.number == -1)
    #expect(again.path.map(\.number) == [1, 2])
    policy.onUndecodable = .fail
    let failing = try relaunch(policy: policy)
    #expect(failing.path.isEmpty)
    #expect(failing.problem?.reason == .unrestorable)
  }

  @Test("The next change by this process replaces a root that another process has written")
  func conflict() async throws {
    let router = NavRouter<NumberRoute>(in: NavWindow(scene: .main, store: self.store))
    router.replaceRoot(with: 100)
    router.push(1)
    try await router.flush()
    let theirs: NavRouter<NumberRoute> = try relaunch()
    theirs.replaceRoot(with: 300)
    theirs.push(9)
    try await theirs.flush()
    router.push(2)
    try await router.flush()
    let again: NavRouter<NumberRoute> = try relaunch()
    #expect(again.root == 100)
    #expect(again.path == [1, 2])
  }

  @Test("Values of a root screen belong to that root, and another root does not have them")
  func values() async throws {
    let router = NavRouter<NumberRoute>(in: NavWindow(scene: .main, store: self.store))
    let session = router.session
    router.replaceRoot(with: 100)
    try session.setVisitState("draft", named: "text")
    #expect(try session.visitState(String.self, named: "text") == "draft")
    try await router.flush()
    #expect(try session.visitState(String.self, named: "text") == "draft")
    router.replaceRoot(with: 100)
    #expect(try session.visitState(String.self, named: "text") == "draft", "It is the same root")

    router.replaceRoot(with: 200)
    #expect(try session.visitState(String.self, named: "text") == nil)
    try session.setVisitState("second", named: "text")
    try await router.flush()
    #expect(try session.visitState(String.self, named: "text") == "second")
    router.replaceRoot(with: 300)
    try await router.flush()
    #expect(try session.visitState(String.self, named: "text") == nil)
    let again: NavRouter<NumberRoute> = try relaunch()
    #expect(again.root == 300)
    #expect(try again.session.visitState(String.self, named: "text") == nil)
  }

  @Test("A root that was shown in two unconfirmed launches is not restored again")
  func restoreGuard() async throws {
    let router = NavRouter<NumberRoute>(in: NavWindow(scene: .main, store: self.store))
    router.replaceRoot(with: 100)
    try await router.flush()
    for _ in 0..<2 {
      let shown = try folder.crashingLaunch()
      #expect(NavRouter<NumberRoute>(in: NavWindow(scene: .main, store: shown)).root == 100)
    }
    let again: NavRouter<NumberRoute> = try relaunch()
    #expect(again.root == nil)
    #expect(again.restoration.skippedReason == .crashedRepeatedly)
    again.push(1)
    try await again.flush()
    let last: NavRouter<NumberRoute> = try relaunch()
    #expect(last.root == nil)
  }
}

/// A route type with a case that is never stored, so its values must never be in the file.
enum SecretRoute: NavRoute {
  case page(Int)
  case code(String)

  var routeTraits: NavRouteTraits {
    if case .code = self { .init(isStored: false) } else { .init() }
  }
}
