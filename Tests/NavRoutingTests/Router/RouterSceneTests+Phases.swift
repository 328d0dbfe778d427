import Foundation
import NavStore
import Observation
import TestSupport
import Testing

@testable import NavRouting

/// Routers and the phases of their windows.
extension RouterSceneTests {
  @Test("A binding that shrinks in the background is the system's, and nothing changes")
  func tidyingUp() async throws {
    let router = NavRouter<NumberRoute>(in: NavWindow(scene: .main, store: self.store))
    router.push(contentsOf: [1, 2])
    try await router.flush()
    router.sceneBecame(.background)
    router.boundPath = []
    router.boundPath = [1]
    #expect(router.path == [1, 2])
    router.push(3)
    #expect(router.path == [1, 2, 3], "A call is no tidying up")
    router.boundPath = [1, 2, 3, 4]
    router.boundPath = [7]
    #expect(router.path == [7], "Nor is a path that goes elsewhere")
    router.boundPath = []
    let heard = listener { _ = router.path }
    router.sceneBecame(.inactive)
    #expect(heard.value == 1, "Views hear what the path really is")
    router.sceneBecame(.active)
    try await router.flush()
    #expect(try store.restore(NumberRoute.self, in: "main").path == [7])
    router.boundPath = []
    #expect(router.path.isEmpty)
  }

  @Test(
    "What the app sets itself always counts, also in the background",
    arguments: [NavStore.ScenePhase.active, .inactive, .background])
  func ownChanges(_ phase: NavStore.ScenePhase) async throws {
    let router = NavRouter<NumberRoute>(in: NavWindow(scene: .main, store: self.store))
    router.push(contentsOf: [1, 2, 3])
    router.sceneBecame(phase)
    router.path.removeLast()
    #expect(router.path == [1, 2])
    router.path = []
    #expect(router.path.isEmpty)
    try await router.flush()
    #expect(try folder.relaunch().restore(NumberRoute.self, in: "main").path.isEmpty)
  }

  @Test("A swipe back while the window is inactive counts")
  func inactive() {
    let router = NavRouter<NumberRoute>(in: NavWindow(scene: .main, store: self.store))
    router.push(contentsOf: [1, 2])
    router.sceneBecame(.inactive)
    router.boundPath = [1]
    #expect(router.path == [1])
  }

  @Test("What the app's phases say counts until a view says more")
  func appPhases() {
    let router = NavRouter<NumberRoute>(in: NavWindow(scene: .main, store: self.store))
    router.push(contentsOf: [1, 2])
    router.appBecame(.background)
    router.boundPath = []
    #expect(router.path == [1, 2])
    router.sceneBecame(.active)
    router.appBecame(.background)
    router.boundPath = [1]
    #expect(router.path == [1])
  }

  @Test("The end of the app saves the open turn, and confirms what was restored")
  func terminating() async throws {
    NavRouter<NumberRoute>(in: NavWindow(scene: .main, store: self.store)).push(contentsOf: [1, 2])
    try await store.flush()
    for number in 3...6 {
      let launch = try folder.crashingLaunch()
      let router = NavRouter<NumberRoute>(in: NavWindow(scene: .main, store: launch))
      #expect(router.path.last?.number == number - 1)
      router.push(NumberRoute(number: number))
      router.appWillTerminate()
    }
    #expect(try folder.relaunch().restore(NumberRoute.self, in: "main").path.count == 6)
  }
}
