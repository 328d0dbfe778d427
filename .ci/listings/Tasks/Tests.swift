import NavRouting
import NavStoreTesting
import Testing

// The tasks that are tests: see Tasks.swift.

enum TestTasks {
  enum AppRoute: NavRoute { case product(id: Int), confirmation }

  @MainActor struct Shop {
    let router: NavRouter<AppRoute>
    func buy() { router.push(.confirmation) }
  }

  struct Tests {
    // [task 12, at most 8: a unit test of a feature
    @MainActor @Test func buying() async throws {
      let router = NavWindow(scene: .main, store: .inMemory()).router(AppRoute.self)
      router.push(.product(id: 7))
      try await router.flush()
      Shop(router: router).buy()
      #expect(router.path == [.product(id: 7), .confirmation])
      #expect(try await router.window.history(of: AppRoute.self).items().map(\.route) == [.confirmation, .product(id: 7)])
    }
    // ]

    // [task 8, at most 1: a renamed case, the line in a test
    @Test func routes() throws { try RouteContract.check([AppRoute.product(id: 7), .confirmation]) }
    // ]
  }
}
