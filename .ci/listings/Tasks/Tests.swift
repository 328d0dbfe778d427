import NavRouting
import NavStoreTesting
import Testing

// The tasks of an app that are tests. Tasks.swift has the other tasks and explains the markers.

enum TestTasks {
  enum AppRoute: NavRoute { case product(id: Int), confirmation }

  @MainActor struct Shop {
    let router: NavRouter<AppRoute>
    func buy() { router.push(.confirmation) }
  }

  struct Tests {
    // [task 12, at most 5: a unit test of a feature
    @MainActor @Test(.navStore) func buying() {
      let router = NavWindow(scene: .main).router(AppRoute.self)
      Shop(router: router).buy()
      #expect(router.path == [.confirmation])
    }
    // ]

    // [task 8, at most 1: a renamed case, the line in a test
    @Test func routes() throws { try RouteContract.check([AppRoute.product(id: 7), .confirmation]) }
    // ]
  }
}
