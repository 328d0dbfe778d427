import Dispatch
import NavStore
import Testing

@testable import NavRouting

@MainActor
@Suite struct OpenTurnsTests {
  private let store = NavStore.inMemory()

  /// Whether the end of a turn of the store is scheduled.
  private var isTurnOpen: Bool { MainLoop.changedStores.contains { $0 === store } }

  private func router(_ scene: String) -> NavRouter<ShopRoute> {
    NavRouter(in: NavWindow(scene: NavScene(id: scene), store: self.store))
  }

  @Test("The turns of all routers end when the main actor is next free, in each round")
  func several() async throws {
    let routers = ["a", "b", "c"].map(router)
    for round in 1...3 {
      for router in routers { router.push(contentsOf: [.cart, .product(id: round)]) }
      #expect(isTurnOpen)
      #expect(routers.allSatisfy { $0.session.listedRoutes.count == round })
      await mainQueue()
      #expect(!isTurnOpen)
      #expect(routers.allSatisfy { $0.session.listedRoutes.count == round + 1 })
    }
  }

  @Test("A change made on any router while a turn ends begins another turn")
  func nested() async throws {
    let (first, second) = (router("a"), router("b"))
    let list = try store.window(in: "a")
    list.observe(list) {
      MainActor.assumeIsolated { second.push(.cart) }
    }
    first.push(.product(id: 1))
    #expect(second.path == [])
    await mainQueue()
    #expect(second.path == [.cart])
    // The observer pushed in the block that ended the first router's turn, so the push began
    // another turn.
    await mainQueue()
    #expect(!isTurnOpen)
    #expect(second.session.listedRoutes == [nil, .cart])
  }

  @Test("The turn of a released router ends too")
  func dropped() async throws {
    let session = try store.session(of: ShopRoute.self, in: "a")
    do { router("a").push(.cart) }
    await mainQueue()
    #expect(session.listedRoutes == [nil, .cart])
  }

  @Test("The turns of routers on a closed store end")
  func closed() async throws {
    let router = router("a")
    router.push(.cart)
    try await store.close()
    for number in 1...2 {
      router.push(.product(id: number))
      #expect(router.session.listedRoutes.count == number + 1)
      await mainQueue()
    }
    #expect(router.session.listedRoutes == [nil, .cart, .product(id: 1), .product(id: 2)])
  }

  @Test("The turns of a router that can't read its stack end")
  func unreadable() async throws {
    try await store.close()
    let router = router("a")
    #expect(router.problem?.code == .closed)
    for number in 1...2 {
      router.push(.product(id: number))
      await mainQueue()
    }
    #expect(router.session.listedRoutes == [nil, .product(id: 1), .product(id: 2)])
  }

  @Test("A save during a turn leaves the turn of an erased account open until the turn ends")
  func erased() async throws {
    let router = NavRouter<ShopRoute>(
      in: NavWindow(scene: "a", account: "anna", store: store))
    router.push(.cart)
    try await store.eraseAccount("anna")
    #expect(router.problem?.code == .closed)
    router.push(.product(id: 1))
    try store.save([ShopRoute.cart], in: "b")
    #expect(isTurnOpen)
    await mainQueue()
    router.push(.product(id: 2))
    await mainQueue()
    #expect(router.session.listedRoutes == [nil, .product(id: 1), .product(id: 2)])
  }
}

extension NavStore.Session<ShopRoute> {
  /// The top routes of the entries of the back/forward list. An entry is added when a turn ends.
  fileprivate var listedRoutes: [ShopRoute?] { backForward.entries.map(\.route) }
}
