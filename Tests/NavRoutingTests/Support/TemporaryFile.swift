import Foundation
import NavRouting
import NavStore

/// A path for a store, in a folder of its own that goes with the value.
final class TemporaryFile: Sendable {
  let url: URL
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    url = folder.appendingPathComponent("store.sqlite")
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  /// The store as a launch opens it that ends by a crash of what it shows at once.
  func crashingLaunch() throws -> NavStore {
    var configuration = NavStore.Configuration()
    configuration.life = .frozen
    configuration.restoreGuard?.countsUnderDebugger = true
    return try NavStore(url: url, configuration: configuration)
  }

  /// The store as the next launch after a kill opens it, however many there were: no stack is set
  /// aside.
  func relaunch() throws -> NavStore {
    var configuration = NavStore.Configuration()
    configuration.restoreGuard = nil
    return try NavStore(url: url, configuration: configuration)
  }
}

enum ShopRoute: NavRoute {
  case category(String)
  case product(id: Int)
  case cart
}
