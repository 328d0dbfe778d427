import NavStore
import NavStoreTesting
import TestSupport
import Testing

@testable import NavRouting

/// The state that an app's own tests find after a kill.
@MainActor
@Suite struct KilledTurnTests {
  @Test("What a router was told in the turn that goes on is lost by a kill, each time")
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

  @Test("What a session was told is there, each time")
  func session() async throws {
    for _ in 0..<20 {
      let temporary = try TemporaryStore()
      let session = try temporary.store.session(of: ShopRoute.self, in: "main")
      session.push(.product(id: 7))
      let relaunched = try await temporary.relaunch(afterCrash: true)
      #expect(try relaunched.restore(ShopRoute.self, in: "main").path == [.product(id: 7)])
    }
  }

  @Test("A flush ends the turn: what is pushed after it is another visit")
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

  @Test("A stack that is set aside after two lives that were too short is heard of")
  func setAside() async throws {
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
