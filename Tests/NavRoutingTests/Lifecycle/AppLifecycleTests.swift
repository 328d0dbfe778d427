import Dispatch
import NavStore
import Testing

@testable import NavRouting

@MainActor
@Suite("The life cycle of the app") struct AppLifecycleTests {
  let system = FakeSystem()
  let lifecycle: AppLifecycle
  let store = NavStore.inMemory()

  init() {
    lifecycle = AppLifecycle(system: system)
  }

  /// Returns a window with a stack on screen.
  private func window(_ scene: NavScene, of lifecycle: AppLifecycle? = nil) -> NavWindow {
    let window = NavWindow(scene: scene, store: store)
    window.router(ShopRoute.self).views = 1
    (lifecycle ?? self.lifecycle).follow(window.shared)
    return window
  }

  /// Reports a phase as a view of the window does, and returns the number of requests for time in
  /// which the file is released.
  private func report(
    _ phase: NavStore.ScenePhase, after former: NavStore.ScenePhase, of window: NavWindow
  ) -> Int {
    let before = system.requests
    lifecycle.view(of: window.shared, became: phase, after: former)
    return system.requests - before
  }

  @Test("The file is released when the last window enters the background, not before")
  func lastWindow() {
    let (left, right) = (window("left"), window("right"))
    #expect(report(.active, after: .background, of: left) == 0)
    #expect(report(.active, after: .background, of: right) == 0)
    #expect(report(.inactive, after: .active, of: left) == 0)
    #expect(report(.background, after: .inactive, of: left) == 0)
    #expect(report(.background, after: .active, of: right) == 1)
    #expect(report(.background, after: .active, of: right) == 0, "Another view of the window")
    #expect(report(.active, after: .background, of: left) == 0)
    #expect(report(.inactive, after: .background, of: right) == 0)
    #expect(report(.background, after: .inactive, of: right) == 0)
  }

  @Test("A released window or a view off the screen does not delay suspension")
  func gone() {
    let left = window("left")
    var right: NavWindow? = window("right")
    let covered = window("covered")
    for window in [right, covered].compactMap(\.self) {
      #expect(report(.active, after: .background, of: window) == 0)
    }
    #expect(report(.inactive, after: .background, of: left) == 0)
    #expect(report(.background, after: .inactive, of: left) == 0)
    right = nil
    covered.router(ShopRoute.self).views -= 1
    #expect(report(.inactive, after: .background, of: left) == 0)
    #expect(report(.background, after: .inactive, of: left) == 1)
  }

  @Test("The files of all windows are released, also of windows that left the screen before")
  func stores() {
    let left = window("left")
    let right = NavWindow(scene: "right", store: .inMemory())
    right.router(ShopRoute.self).views = 1
    lifecycle.follow(right.shared)
    #expect(report(.active, after: .background, of: left) == 0)
    #expect(report(.active, after: .background, of: right) == 0)
    #expect(report(.background, after: .active, of: left) == 0)
    #expect(report(.background, after: .active, of: right) == 2)
  }

  @Test("On a system that does not suspend apps, such as macOS, the background phase only flushes")
  func mac() {
    let system = FakeSystem(suspendsApps: false)
    let mac = AppLifecycle(system: system)
    let window = window("mac", of: mac)
    mac.view(of: window.shared, became: .active, after: .background)
    mac.view(of: window.shared, became: .background, after: .active)
    #expect(window.shared.phase == .background)
    #expect(system.requests == 0)
  }

  @Test("A window that the system disconnects in the background is not closed")
  func disconnected() {
    #expect(!lifecycle.isClosed(goingWhile: .background))
    #expect(!lifecycle.isClosed(goingWhile: .active), "The window shows a cover")
    #expect(lifecycle.isClosed(goingWhile: .inactive))
    let mac = AppLifecycle(system: FakeSystem(suspendsApps: false))
    for phase in [NavStore.ScenePhase.active, .inactive, .background] {
      #expect(mac.isClosed(goingWhile: phase))
    }
  }

  @Test("A view that has only reported background does not override the app's phase")
  func hosted() {
    let window = window("hosted")
    #expect(report(.background, after: .background, of: window) == 1)
    #expect(window.shared.phase == nil)
    system.say(.became(.active))
    #expect(report(.background, after: .background, of: window) == 0)
    #expect(window.shared.phase == .active)
    #expect(report(.inactive, after: .background, of: window) == 0)
    // The view has reported a phase other than `background`, so a later `background` is certain.
    #expect(report(.background, after: .inactive, of: window) == 1)
    #expect(window.shared.phase == .background)
    system.say(.became(.inactive))
    #expect(window.shared.phase == .background, "A view reports the phases of the window")
  }

  @Test("Windows are notified of the app's phases, also of the last one before they follow it")
  func followers() {
    let windows = ["one", "two"].map { NavWindow(scene: $0, store: .inMemory()) }
    let (first, second) = (windows[0].shared, windows[1].shared)
    lifecycle.follow(first)
    system.say(.became(.active))
    lifecycle.follow(second)
    #expect(second.phase == .active)
    system.say(.became(.inactive))
    #expect(first.phase == .inactive)
    #expect(second.phase == first.phase)
    #expect(system.listeners == 1)
  }
}
