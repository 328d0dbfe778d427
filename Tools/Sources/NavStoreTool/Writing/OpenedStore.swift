import Foundation
import NavStore

/// The original file, opened for a command that changes it.
enum OpenedStore {
  /// Opens the store for `body`. The store must exist, because opening would otherwise create one.
  static func with<T>(
    _ path: String, configuration: NavStore.Configuration,
    _ body: (NavStore) async throws -> T
  ) async throws -> T {
    let original = try OriginalFile(path)
    var configuration = configuration
    // Only a copy may be on a network volume, because an app on another machine may have this file
    // open.
    configuration.allowsNetworkVolumes = false
    let store = try NavStore(url: original.url, configuration: configuration)
    do {
      let result = try await body(store)
      try await store.close()
      return result
    } catch {
      try? await store.close()
      throw error
    }
  }
}
