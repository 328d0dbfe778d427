import Dispatch
import NavStore
import Testing

@testable import NavRouting

@MainActor
@Suite("The life cycle of the app") struct AppLifecycleTests {
  let system = FakeSystem()
  let lifecycle: AppLifecycle

  init() {
    lifecycle = AppLifecycle(system: system)
  }

  private final class Window {}

  @Test("The file is released when the last window enters the background, not before")
  func lastWindow() {
    let (left, right) = (Window(), Window())
    #expect(lifecycle.note(.active, of: left) == .nothing)
    #expect(lifecycle.note(.active, of: right) == .nothing)
    #expect(lifecycle.note(.inactive, of: left) == .flush)
    #expect(lifecycle.note(.background, of: left) == .flush)
    #expect(lifecycle.note(.background, of: right) == .suspend)
    #expect(lifecycle.note(.active, of: left) == .nothing)
    #expect(lifecycle.note(.background, of: right) == .flush)
  }

  @Test("A released window or a view off the screen does not delay suspension")
  func gone() {
    let left = Window()
    var right: Window? = Window()
    let tab = Window()
    if let right { lifecycle.note(.active, of: right) }
    lifecycle.note(.active, of: tab)
    lifecycle.note(.inactive, of: left)
    #expect(lifecycle.note(.background, of: left) == .flush)
    right = nil
    lifecycle.forget(tab)
    #expect(lifecycle.note(.background, of: left) == .suspend)
  }

  @Test("On a system that does not suspend apps, such as macOS, the background phase only flushes")
  func mac() {
    let mac = AppLifecycle(system: FakeSystem(suspendsApps: false))
    let window = Window()
    mac.note(.active, of: window)
    #expect(mac.note(.background, of: window) == .flush)
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

  private func known(_ window: Window) -> AppLifecycle.Known {
    lifecycle.known(.background, of: window)
  }

  @Test("A view that has only reported background does not override the app's phase")
  func hosted() {
    let window = Window()
    let follower = NavWindow(scene: .main, store: .inMemory())
    lifecycle.follow(follower.shared)
    #expect(lifecycle.note(.background, of: window) == .suspendUnlessShown)
    #expect(known(window) == .init(phase: .background, isCertain: false))
    system.say(.became(.active))
    #expect(lifecycle.note(.background, of: window) == .flush)
    #expect(known(window) == .init(phase: .active, isCertain: false))
    lifecycle.note(.inactive, of: window)
    // The window has reported a phase other than `background`, so a later `background` of this
    // window is certain.
    #expect(known(window) == .init(phase: .background, isCertain: true))
    #expect(lifecycle.note(.background, of: window) == .suspend)
  }

  @Test("Windows are notified of the app's phases, also of the last one before they follow it")
  func followers() {
    let windows = ["one", "two"].map { NavWindow(scene: $0, store: .inMemory()) }
    let (first, second) = (windows[0].shared, windows[1].shared)
    lifecycle.follow(first)
    system.say(.became(.active))
    lifecycle.follow(second)
    #expect(second.phase == .init(phase: .active, isCertain: true))
    system.say(.became(.inactive))
    #expect(first.phase == .init(phase: .inactive, isCertain: true))
    #expect(second.phase == first.phase)
    #expect(system.listeners == 1)
  }
}
