import TestSupport

@testable import NavStore

extension NavStore.AppLife {
  /// Makes an app life whose clock, main loop and timers a test advances by hand.
  init(_ life: ManualLife, mayLackMainLoop: Bool = false) {
    self.init(
      uptime: { life.uptime() }, onMainLoop: { life.onMainLoop($0) },
      after: { life.after($0, $1) }, mayLackMainLoop: mayLackMainLoop)
  }
}
