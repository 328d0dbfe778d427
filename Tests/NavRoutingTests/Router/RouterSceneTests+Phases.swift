import Foundation
import NavStore
import Observation
import TestSupport
import Testing

@testable import NavRouting

/// Tests of routers whose windows change their phases, such as active and background.
extension RouterSceneTests {
  @Test("A binding that becomes shorter in the background is ignored as the system's change")
  func tidyingUp() async throws {
    let router = NavRouter<NumberRoute>(in: NavWindow(scene: .main, store: self.store))
    router.push(contentsOf: [1, 2])
    try await router.flush()
    router.windowBecame(.background)
    router.boundPath = []
    router.boundPath = [1]
    #expect(router.path == [1, 2])
    router.push(3)
    #expect(router.path == [1, 2, 3], "A call is the app's own change")
    router.boundPath = [1, 2, 3, 4]
    router.boundPath = [7]
    #expect(router.path == [7], "A different path is the app's own change")
    router.boundPath = []
    let notifications = listener { _ = router.path }
    router.windowBecame(.inactive)
    #expect(notifications.value == 1, "Views are notified of the actual path")
    router.windowBecame(.active)
    try await router.flush()
    #expect(try store.restore(NumberRoute.self, in: "main").path == [7])
    router.boundPath = []
    #expect(router.path.isEmpty)
  }

  @Test(
    "The app's own changes always apply, also in the background",
    arguments: [NavStore.ScenePhase.active, .inactive, .background])
  func ownChanges(_ phase: NavStore.ScenePhase) async throws {
    let router = NavRouter<NumberRoute>(in: NavWindow(scene: .main, store: self.store))
    router.push(contentsOf: [1, 2, 3])
    router.windowBecame(phase)
    router.path.removeLast()
    #expect(router.path == [1, 2])
    router.path = []
    #expect(router.path.isEmpty)
    try await router.flush()
    #expect(try folder.relaunch().restore(NumberRoute.self, in: "main").path.isEmpty)
  }

  @Test("A swipe back applies while the window is inactive")
  func inactive() {
    let router = NavRouter<NumberRoute>(in: NavWindow(scene: .main, store: self.store))
    router.push(contentsOf: [1, 2])
    router.windowBecame(.inactive)
    router.boundPath = [1]
    #expect(router.path == [1])
  }

  @Test("The app's phase applies until a view reports the phase of its window")
  func appPhases() {
    let router = NavRouter<NumberRoute>(in: NavWindow(scene: .main, store: self.store))
    router.push(contentsOf: [1, 2])
    router.context.became(.background, fromView: false)
    router.boundPath = []
    #expect(router.path == [1, 2])
    router.windowBecame(.active)
    router.context.became(.background, fromView: false)
    router.boundPath = [1]
    #expect(router.path == [1])
  }

  @Test("The end of the app saves the open turn, and confirms the restore")
  func terminating() async throws {
    NavRouter<NumberRoute>(in: NavWindow(scene: .main, store: self.store)).push(contentsOf: [1, 2])
    try await store.flush()
    for number in 3...6 {
      let launch = try folder.crashingLaunch()
      let router = NavRouter<NumberRoute>(in: NavWindow(scene: .main, store: launch))
      #expect(router.path.last?.number == number - 1)
      router.push(NumberRoute(number: number))
      let system = FakeSystem(suspendsApps: false, keepsWindows: true)
      let lifecycle = AppLifecycle(system: system)
      lifecycle.follow(router.context)
      system.say(.willTerminate)
    }
    #expect(try folder.relaunch().restore(NumberRoute.self, in: "main").path.count == 6)
  }
}
