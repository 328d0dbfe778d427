import Foundation
import NavStore

/// Opens the store's original file, for the commands that change it.
enum OpenedStore {
  /// Opens the store at `path`, runs `body` on it, and closes it. Throws ``Refusal`` if there is no
  /// store at `path`, because the opening would create a store.
  static func with<T>(
    _ path: String, configuration: NavStore.Configuration,
    _ body: (NavStore) async throws -> T
  ) async throws -> T {
    let original = try OriginalFile(path)
    var configuration = configuration
    // Refuses a store on a network volume. An app on another machine may have it open, and SQLite's
    // WAL mode doesn't work between machines.
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
