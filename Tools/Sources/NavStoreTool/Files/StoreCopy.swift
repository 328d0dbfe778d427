import Foundation
import NavStore
import NavStoreInspection

/// A temporary copy of a store. The copy is open as a `NavStore`. It is also open as SQL tables,
/// for the data that the library's public API doesn't return.
struct StoreCopy {
  let original: OriginalFile
  let store: NavStore

  /// A snapshot of the copy's tables. The copy has finished the removals that were pending in the
  /// original.
  let table: InspectorTable

  /// Copies the store at `path`, opens the copy, runs `body` on it, and deletes the copy.
  static func with<T>(
    _ path: String, configuration: NavStore.Configuration? = nil,
    _ body: (StoreCopy) async throws -> T
  ) async throws -> T {
    let original = try OriginalFile(path)
    let folder = try TemporaryFolder()
    defer { folder.delete() }
    let url = try original.copy(into: folder)
    let store = try NavStore(url: url, configuration: configuration ?? .forTool)
    do {
      // Finishes pending removals, because `report` waits for them as each query of the library
      // does. Without this call, a direct read of the tables would find the removed data.
      _ = try await store.report()
      let connection = try Connection(url.path)
      defer { connection.close() }
      let result = try await body(
        StoreCopy(
          original: original, store: store, table: InspectorTable(db: connection)))
      connection.close()
      try? await store.close()
      return result
    } catch {
      try? await store.close()
      throw error
    }
  }
}

extension NavStore.Configuration {
  /// A configuration that removes no visits, quarantines no file, and has limits so high that no
  /// store exceeds them.
  static var forTool: NavStore.Configuration {
    var configuration = NavStore.Configuration()
    configuration.quarantinesDamagedFile = false
    configuration.retention = .unlimited
    configuration.crashGuard = false
    configuration.limits.payloadBytes = 1 << 28
    configuration.limits.valueBytes = 1 << 28
    configuration.limits.titleBytes = 1 << 28
    configuration.limits.stackDepth = 1 << 28
    configuration.allowsNetworkVolumes = true
    return configuration
  }
}
