import Foundation
import TestSupport

@testable import NavStore

/// A standard store in a folder of its own. A simulated device lock makes its file inaccessible.
final class LockableStore {
  private let temporary: TemporaryFolder
  let folder: URL
  let url: URL
  let lock = ManualLock()
  private let clock = Locked(Date(timeIntervalSince1970: 1_800_000_000))

  init() throws {
    temporary = try TemporaryFolder()
    // The store creates this subfolder.
    folder = temporary.url.appendingPathComponent("store", isDirectory: true)
    url = folder.appendingPathComponent("NavStore.sqlite")
  }

  func configuration(life: NavStore.AppLife = .own) -> NavStore.Configuration {
    var configuration = NavStore.Configuration(folder: .url(folder))
    configuration.life = life
    // Each time is different, because visits of the same millisecond would have no known order.
    configuration.clock = { [clock] in
      clock.withLock { now in
        now += 0.001
        return now
      }
    }
    configuration.countsUnderDebugger = true
    configuration.protectedData = ProtectedData(
      isAvailable: { [lock] in lock.isOpen }, whenAvailable: lock.whenOpened, locksFiles: true)
    return configuration
  }

  /// Opens the standard store, as the app does at its launch.
  func open(life: NavStore.AppLife = .own) -> NavStore {
    NavStore.openStandard(configuration(life: life))
  }

  /// Opens a store on the file, as another process would.
  func other(life: NavStore.AppLife = .own) throws -> NavStore {
    var configuration = configuration(life: life)
    configuration.folder = .standard
    return try NavStore(url: url, configuration: configuration)
  }

  /// Opens a separate store on the file, runs `body` with it, and closes it, as an earlier launch
  /// would.
  func prepare(_ body: (NavStore) throws -> Void) throws {
    let store = try other()
    try body(store)
    try store.closeNow()
  }

  /// Returns the routes of all visits, oldest first.
  func seen(in store: NavStore) async throws -> [Page] {
    try await store.history(of: Page.self, account: nil).visits(limit: 1_000).map(\.route)
      .reversed()
  }

  func reason(_ body: () async throws -> Void) async -> NavStore.Error.Reason? {
    do {
      try await body()
      return nil
    } catch {
      return (error as? NavStore.Error)?.reason
    }
  }

  /// Returns the stored rows of stacks and visits.
  func bytesOfRows() throws -> [String] {
    let store = try other()
    let writer = store.writer
    let rows = try writer.sync { connection in
      let stacks = try connection.all(
        "SELECT id, tip, position, hex(list), revision FROM stack ORDER BY id"
      ) { "\($0.int(0)) \($0.int(1)) \($0.int(2)) \($0.text(3)) \($0.int(4))" }
      let visits = try connection.all(
        "SELECT id, parent, coalesce(seq, 0) FROM visit ORDER BY id"
      ) { "\($0.int(0)) \($0.int(1)) \($0.int(2))" }
      return stacks + visits
    }
    try store.closeNow()
    return rows
  }
}
