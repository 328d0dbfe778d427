import NavStore

@testable import NavRouting

extension NavRouter {
  /// Sets the phase of the router's window, as a view of the window does.
  func windowBecame(_ phase: NavStore.ScenePhase) {
    context.became(phase, fromView: true)
  }
}
