import NavStore
import NavStoreTesting
import TestSupport
import Testing

@testable import NavRouting

/// The content of a store after a kill that an app's own tests simulate with ``TemporaryStore``.
@MainActor
@Suite struct KilledTurnTests {
  @Test("A kill always loses a router's changes of the open turn")
  func router() async throws {
    for _ in 0..<20 {
      let temporary = try TemporaryStore()
      let router = NavRouter<ShopRoute>(in: NavWindow(scene: .main, store: temporary.store))
      router.push(.product(id: 7))
      try await router.flush()
      router.push(.cart)
      let relaunched = try await temporary.relaunch(afterCrash: true)
      #expect(try relaunched.restore(ShopRoute.self, in: "main").path == [.product(id: 7)])
    }
  }

  @Test("A kill never loses a session's changes")
  func session() async throws {
    for _ in 0..<20 {
      let temporary = try TemporaryStore()
      let session = try temporary.store.session(of: ShopRoute.self, in: "main")
      session.push(.product(id: 7))
      let relaunched = try await temporary.relaunch(afterCrash: true)
      #expect(try relaunched.restore(ShopRoute.self, in: "main").path == [.product(id: 7)])
    }
  }

  @Test("A flush ends the turn, so a later push is another visit")
  func flush() async throws {
    let temporary = try TemporaryStore()
    let router = NavRouter<ShopRoute>(in: NavWindow(scene: .main, store: temporary.store))
    router.push(.product(id: 7))
    try await router.flush()
    router.push(.cart)
    try await router.flush()
    let visits = try await temporary.store.history(of: ShopRoute.self, account: nil).visits()
    #expect(visits.map(\.route) == [.cart, .product(id: 7)])
  }

  @Test("A stack that is skipped after two short launches is logged")
  func skipped() async throws {
    let log = LogRecorder(of: "crashGuard")
    let temporary = try TemporaryStore()
    try temporary.store.save([ShopRoute.cart], in: "main")
    for _ in 1...3 {
      try await temporary.relaunch(afterCrash: true)
      let router = NavRouter<ShopRoute>(in: NavWindow(scene: .main, store: temporary.store))
      _ = router.path
    }
    let window = NavWindow(scene: .main, store: temporary.store)
    #expect(NavRouter<ShopRoute>(in: window).restoration.skippedReason == .crashedRepeatedly)
    #expect(!log.lines.isEmpty)
  }
}
