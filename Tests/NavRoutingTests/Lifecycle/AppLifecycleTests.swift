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
    let follower = Follower()
    lifecycle.follow(follower)
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

  @Test("Followers are notified of the app's phases, the last one and the app's end")
  func followers() {
    let (first, second) = (Follower(), Follower())
    lifecycle.follow(first)
    system.say(.became(.active))
    lifecycle.follow(second)
    system.say(.became(.inactive))
    system.say(.willTerminate)
    #expect(first.heard == ["active", "inactive", "end"])
    #expect(second.heard == ["active", "inactive", "end"])
    #expect(system.listeners == 1)
  }
}

/// An object that follows the app's life cycle as a router does, and records the notifications.
@MainActor
private final class Follower: FollowsApp {
  var heard: [String] = []
  var storeToSave: NavStore? { nil }

  func appBecame(_ phase: NavStore.ScenePhase) { heard.append("\(phase)") }
  func appWillTerminate() { heard.append("end") }
}
