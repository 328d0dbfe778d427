import Foundation
import NavRouting
import NavStore
import NavStoreTesting
import TestSupport

extension TemporaryFolder {
  /// Opens the store for a launch that ends with a crash caused by a shown screen.
  func crashingLaunch() throws -> NavStore {
    var configuration = NavStore.Configuration()
    configuration.life = .frozen
    configuration.restoreGuard?.countsUnderDebugger = true
    return try NavStore(url: store, configuration: configuration)
  }

  /// Opens the store as the next launch after a kill does. No stack is skipped, after any number of
  /// kills.
  func relaunch(life: NavStore.AppLife = .own, clock: ManualClock? = nil) throws -> NavStore {
    var configuration = NavStore.Configuration()
    configuration.life = life
    configuration.restoreGuard = nil
    if let clock { configuration.clock = { clock.now } }
    return try NavStore(url: store, configuration: configuration)
  }
}

enum ShopRoute: NavRoute {
  case category(String)
  case product(id: Int)
  case cart
}
