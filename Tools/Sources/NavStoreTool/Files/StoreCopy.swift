import Foundation
import NavStore
import NavStoreInspection

/// A copy of a store, open for reading: by the library, and by tables for what has no public API.
struct StoreCopy {
  let original: OriginalFile
  let store: NavStore

  /// One snapshot: everything that was decided to go has gone.
  let table: InspectorTable

  /// After how many milliseconds a visit counts half, as the app has it.
  let halfLifeMilliseconds: Int64

  /// Copies the file at `path`, opens the copy, and deletes it when `body` is through.
  static func with<T>(
    _ path: String, configuration: NavStore.Configuration? = nil,
    _ body: (StoreCopy) async throws -> T
  ) async throws -> T {
    let original = try OriginalFile(path)
    let folder = try TemporaryFolder()
    defer { folder.delete() }
    let url = try original.copy(into: folder)
    let halfLife = try halfLifeMilliseconds(of: url)
    let store = try NavStore(
      url: url, configuration: configuration ?? .forLooking(halfLifeMilliseconds: halfLife))
    do {
      // Queries wait for what was decided to go; the tables themselves would not.
      _ = try await store.report()
      let connection = try Connection(url.path)
      defer { connection.close() }
      let result = try await body(
        StoreCopy(
          original: original, store: store, table: InspectorTable(db: connection),
          halfLifeMilliseconds: halfLife))
      connection.close()
      try? await store.close()
      return result
    } catch {
      try? await store.close()
      throw error
    }
  }

  /// The half-life that frecency was made with: opened with another, the store would count it anew.
  ///
  /// Nothing is wrong if it cannot be read: NavStore says next why not.
  static func halfLifeMilliseconds(of url: URL) throws -> Int64 {
    let usual: Int64 = 2_592_000_000
    guard let connection = try? Connection(url.path) else { return usual }
    defer { connection.close() }
    return (try? InspectorTable(db: connection).halfLifeMilliseconds()) ?? usual
  }
}

extension NavStore.Configuration {
  /// Takes nothing away, and refuses nothing for its size.
  static func forLooking(halfLifeMilliseconds: Int64) -> NavStore.Configuration {
    var configuration = NavStore.Configuration()
    configuration.quarantinesDamagedFile = false
    configuration.retention = .unlimited
    configuration.restoreGuard = nil
    configuration.frecencyHalfLife = .milliseconds(halfLifeMilliseconds)
    configuration.limits.payloadBytes = 1 << 28
    configuration.limits.valueBytes = 1 << 28
    configuration.limits.titleBytes = 1 << 28
    configuration.limits.stackDepth = 1 << 28
    configuration.allowsNetworkVolumes = true
    return configuration
  }
}
