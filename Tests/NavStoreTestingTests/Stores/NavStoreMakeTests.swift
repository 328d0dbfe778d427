import Foundation
import NavStore
import NavStoreTesting
import Testing

@Suite struct NavStoreMakeTests {
  @Test("A store is made with the given stacks, in their order")
  func stacks() async throws {
    let clock = ManualClock()
    let store = try NavStore.make(
      stacks: ["main": [ShopRoute.category("shoes"), .product(id: 7)], "second": [.cart]],
      account: "ada", clock: clock)
    let main = try store.restore(ShopRoute.self, in: "main", account: "ada")
    #expect(main.path == [.category("shoes"), .product(id: 7)])
    #expect(main.savedAt == clock.now)
    #expect(try store.restore(ShopRoute.self, in: "main").path.isEmpty)
    #expect(try store.restore(ShopRoute.self, in: "second", account: "ada").path == [.cart])
    let recent = try await store.history(of: ShopRoute.self, account: "ada").items(
      .recent(limit: 10))
    #expect(recent.map(\.route) == [.cart, .product(id: 7)])
  }

  @Test("A stack of a made store is not restored after its expiry")
  func expiry() throws {
    let clock = ManualClock()
    let store = try NavStore.make(stacks: ["main": [ShopRoute.cart]], clock: clock)
    clock.advance(by: .seconds(31 * 86_400))
    #expect(try store.restore(ShopRoute.self, in: "main", expiresAfter: .days(30)).path.isEmpty)
  }

  @Test("A stack deeper than the limit is an error")
  func refused() {
    var configuration = NavStore.Configuration()
    configuration.limits.stackDepth = 1
    let error = #expect(throws: NavStore.Error.self) {
      try NavStore.make(
        stacks: ["main": [ShopRoute.cart, .cart]], configuration: configuration)
    }
    #expect(error?.code == .invalidArgument)
  }
}
