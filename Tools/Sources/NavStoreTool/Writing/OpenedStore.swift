import Foundation
import NavStore

/// The file itself, opened for a command that changes it.
enum OpenedStore {
  /// The store must be there: opening would make a new one otherwise.
  static func with<T>(
    _ path: String, configuration: NavStore.Configuration,
    _ body: (NavStore) async throws -> T
  ) async throws -> T {
    let original = try OriginalFile(path)
    var configuration = configuration
    // Only a copy may be on one: an app on another machine may have this file open.
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
