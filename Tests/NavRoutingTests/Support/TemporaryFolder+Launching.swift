import Foundation
import NavRouting
import NavStore
import NavStoreTesting
import TestSupport

extension TemporaryFolder {
  /// The store as a launch opens it that ends by a crash of what it shows at once.
  func crashingLaunch() throws -> NavStore {
    var configuration = NavStore.Configuration()
    configuration.life = .frozen
    configuration.restoreGuard?.countsUnderDebugger = true
    return try NavStore(url: store, configuration: configuration)
  }

  /// The store as the next launch after a kill opens it, however many there were: no stack is set
  /// aside.
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
