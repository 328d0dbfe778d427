import Foundation
import NavRouting
import NavStore
import NavStoreTesting
import TestSupport

extension TemporaryFolder {
  /// Opens the store for a launch whose restores are never confirmed, so that its end counts as a
  /// crash.
  func crashingLaunch() throws -> NavStore {
    var configuration = NavStore.Configuration()
    configuration.life = .frozen
    configuration.countsUnderDebugger = true
    return try NavStore(url: store, configuration: configuration)
  }

  /// Opens the store as the next launch after a kill does. The crash guard is disabled, so that no
  /// stack is skipped after any number of kills.
  func relaunch(life: NavStore.AppLife = .own, clock: ManualClock? = nil) throws -> NavStore {
    var configuration = NavStore.Configuration()
    configuration.life = life
    configuration.crashGuard = false
    if let clock { configuration.clock = { clock.now } }
    return try NavStore(url: store, configuration: configuration)
  }
}

enum ShopRoute: NavRoute {
  case category(String)
  case product(id: Int)
  case cart
}
