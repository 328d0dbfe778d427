import Foundation
import NavStore
import NavStoreInspection

/// A copy of a store, opened for reading: by the library, and as tables for data without a public
/// API.
struct StoreCopy {
  let original: OriginalFile
  let store: NavStore

  /// A snapshot of the tables, after all pending removals have finished.
  let table: InspectorTable

  /// Copies the file at `path`, opens the copy, and deletes it after `body`.
  static func with<T>(
    _ path: String, configuration: NavStore.Configuration? = nil,
    _ body: (StoreCopy) async throws -> T
  ) async throws -> T {
    let original = try OriginalFile(path)
    let folder = try TemporaryFolder()
    defer { folder.delete() }
    let url = try original.copy(into: folder)
    let store = try NavStore(url: url, configuration: configuration ?? .forLooking)
    do {
      // Library queries wait for pending removals. Reading the tables would not.
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
  /// A configuration for reading, which removes nothing and refuses no file because of its size.
  static var forLooking: NavStore.Configuration {
    var configuration = NavStore.Configuration()
    configuration.quarantinesDamagedFile = false
    configuration.retention = .unlimited
    configuration.restoreGuard = nil
    configuration.limits.payloadBytes = 1 << 28
    configuration.limits.valueBytes = 1 << 28
    configuration.limits.titleBytes = 1 << 28
    configuration.limits.stackDepth = 1 << 28
    configuration.allowsNetworkVolumes = true
    return configuration
  }
}
