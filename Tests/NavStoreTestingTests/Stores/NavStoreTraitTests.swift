import NavStore
import NavStoreTesting
import Testing

@Suite("A standard store for each test", .navStore)
struct NavStoreTraitTests {
  private static let clock = ManualClock()

  @Test("Concurrent tests don't share their stores", arguments: 0..<32)
  func sideBySide(number: Int) async throws {
    let store = NavStore.standard
    #expect(try store.restore(ShopRoute.self, in: "main").path.isEmpty)
    for id in 0..<10 {
      try NavStore.standard.save([ShopRoute.product(id: 100 * number + id)], in: "main")
      await Task.yield()
    }
    #expect(NavStore.standard === store)
    #expect(store.url == nil && store.openProblem == nil)
    let seen = try await store.history(of: ShopRoute.self, account: nil).items()
    #expect(seen.map(\.route) == (0..<10).reversed().map { .product(id: 100 * number + $0) })
  }

  @Test("A test's own trait overrides the trait of its suite", .navStore(clock: clock))
  func withClock() async throws {
    let store = NavStore.standard
    try store.save([ShopRoute.cart], in: "main")
    #expect(try store.restore(ShopRoute.self, in: "main").savedAt == Self.clock.now)
    Self.clock.advance(by: .seconds(86_401))
    try store.save([ShopRoute.product(id: 1)], in: "main")
    #expect(try store.restore(ShopRoute.self, in: "main").savedAt == Self.clock.now)
  }

  @Test("Child tasks have the test's store, and detached tasks have the store of the process")
  func tasks() async {
    let store = NavStore.standard
    await #expect(Task { NavStore.standard === store }.value)
    await #expect(Task.detached { NavStore.standard !== store }.value)
  }
}
