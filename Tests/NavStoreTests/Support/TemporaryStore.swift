import NavStoreSQLite

@testable import NavStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A folder for one test with a store in it; both are gone when this object is.
final class TemporaryStore {
  let folder: URL
  let clock = ManualClock()
  let configuration: NavStore.Configuration
  private(set) var store: NavStore

  /// Where the store's file is. A reopening after a kill moves on to a copy.
  private(set) var url: URL
  private var kills = 0

  init(_ configure: (inout NavStore.Configuration) -> Void = { _ in }) throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("NavStoreTests-\(UUID().uuidString)", isDirectory: true)
    var configuration = NavStore.Configuration()
    configuration.clock = clock.read
    // Tests travel far in time; what is kept for how long has tests of its own.
    configuration.retention = .unlimited
    // What stands for a kill here does not end the process: its life must not confirm anything.
    configuration.life = .frozen
    configure(&configuration)
    self.configuration = configuration
    url = folder.appendingPathComponent("store.sqlite", isDirectory: false)
    store = try NavStore(url: url, configuration: configuration)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  /// Closes the store and opens its file anew, as the next launch does after a good end.
  @discardableResult
  func reopen() async throws -> NavStore {
    try await store.close()
    store = try NavStore(url: url, configuration: configuration)
    return store
  }

  /// Opens the bytes that a kill in this moment leaves, as the next launch does.
  ///
  /// Changes that still wait are lost: call ``NavStore/flush()`` before, if a test depends on them.
  /// The old store lives on in this process, so the new one gets a copy, and the old one and
  /// connections beside it keep a file of their own.
  @discardableResult
  func reopenAfterKill() throws -> NavStore {
    kills += 1
    let launch = folder.appendingPathComponent("after-kill-\(kills)", isDirectory: true)
    try FileManager.default.createDirectory(at: launch, withIntermediateDirectories: true)
    let copyFiles = { [url] in
      let old = url.deletingLastPathComponent().path
      for name in try FileManager.default.contentsOfDirectory(atPath: old)
      where name.hasPrefix(url.lastPathComponent) && !name.hasSuffix("-shm") {
        try FileManager.default.copyItem(
          atPath: old + "/" + name, toPath: launch.appendingPathComponent(name).path)
      }
    }
    do {
      try store.withoutWriting(copyFiles)
    } catch {
      guard error.code == .closed else { throw error }
      try copyFiles()
    }
    url = launch.appendingPathComponent(url.lastPathComponent, isDirectory: false)
    store = try NavStore(url: url, configuration: configuration)
    return store
  }

  /// A second store on the same file, as another process has it.
  func another(
    _ configure: (inout NavStore.Configuration) -> Void = { _ in }
  ) throws -> NavStore {
    var configuration = configuration
    configure(&configuration)
    return try NavStore(url: url, configuration: configuration)
  }

  /// Commits, folds and moves into the database all there is, so that no idle moment changes the
  /// file later.
  func comeToRest() async throws {
    let writer = store.writer
    try await store.flush()
    try await writer.async { connection in
      try writer.comeToRest(on: connection)
      _ = try connection.checkpoint(.restart, waitMilliseconds: 60_000)
    }
  }

  /// A connection beside the store, to look and to tamper.
  func rawConnection(busyTimeoutMilliseconds: Int = 2_000) throws -> Connection {
    var configuration = configuration
    configuration.busyTimeoutMilliseconds = busyTimeoutMilliseconds
    return try Database.open(
      path: url.path, options: configuration.databaseOptions(newestVersion: .max)
    ).connection
  }

  /// The bytes of the database and of its log; empty where there is none.
  func bytes() throws -> [[UInt8]] {
    try ["", "-wal"].map { suffix in
      let path = url.path + suffix
      guard FileManager.default.fileExists(atPath: path) else { return [] }
      return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    }
  }

  /// A number out of the file, by a query with one row.
  func number(_ sql: StaticString) throws -> Int64? {
    try store.writer.sync { connection in try connection.first(sql) { $0.int(0) } }
  }
}
