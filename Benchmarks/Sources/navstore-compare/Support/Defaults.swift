import Foundation

/// Saving as an app without a library does it, with the whole stack as JSON in `UserDefaults`.
final class Defaults {
  private let name = "navstore-compare"
  private let defaults: UserDefaults
  private let encoder = JSONEncoder()

  init() {
    defaults = UserDefaults(suiteName: name) ?? .standard
  }

  deinit {
    defaults.removePersistentDomain(forName: name)
    defaults.synchronize()
  }

  func set(_ stack: [Screen], in scene: String) throws {
    defaults.set(try encoder.encode(stack), forKey: scene)
  }

  func synchronize() {
    defaults.synchronize()
  }
}
