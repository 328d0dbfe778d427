import Foundation
import NavStoreMigrations
import NavStoreSQLite
import TestSupport
import Testing

@testable import NavStore
@testable import reliability_worker

/// A build leaves the file of a newer build unchanged, and opens the files of all older builds.
@Suite struct DowngradeTests {
  /// Each pair has the schema version of a file and the version of an older build, which must
  /// reject the file. Version 0 is older than the first version.
  static let pairs: [(file: Int32, build: Int32)] = {
    let known = LaterSchema.migrations.map(\.version)
    return (known + [99, .max]).flatMap { file in
      ([0] + known).filter { $0 < file }.map { (file, $0) }
    }
  }()

  @Test(
    "An older build rejects a newer file and leaves it and its WAL unchanged",
    arguments: pairs.indices, [true, false])
  func refused(_ index: Int, hasLog: Bool) async throws {
    let (version, build) = Self.pairs[index]
    let temporary = try TemporaryStore()
    try temporary.store.save([Page("/a")], in: "main")
    if !hasLog { try await temporary.store.close() }
    try temporary.tamper("PRAGMA user_version = \(version)")
    let copy = temporary.folder.appendingPathComponent("copy.sqlite")
    for suffix in hasLog ? ["", "-wal"] : [""] {
      try FileManager.default.copyItem(
        atPath: temporary.url.path + suffix, toPath: copy.path + suffix)
    }
    let before = try Self.bytes(copy)
    #expect(before.count == (hasLog ? 2 : 1))
    var options = NavStore.Configuration().databaseOptions
    options.newestVersion = build
    options.busyTimeoutMilliseconds = 10
    #expect(throws: OpenRefusal.newer(version: version)) {
      try Database.open(path: copy.path, options: options, mayCreate: true)
    }
    #expect(try Self.bytes(copy) == before)
    if build == NavStoreMigrations.all.last?.version {
      let error = #expect(throws: NavStore.Error.self) { try NavStore(url: copy) }
      #expect(error?.reason == .newerStore)
      #expect(try Self.bytes(copy) == before)
    }
  }

  /// Returns the bytes of the database, its WAL and its journal, by suffix. Shared memory is
  /// omitted, because it holds no data.
  private static func bytes(_ url: URL) throws -> [String: Data] {
    var found: [String: Data] = [:]
    for suffix in ["", "-wal", "-journal"] {
      let path = url.path + suffix
      guard FileManager.default.fileExists(atPath: path) else { continue }
      found[suffix] = try Data(contentsOf: URL(fileURLWithPath: path))
    }
    return found
  }

  @Test("A file of a later schema opens in the builds that know it, and in no other")
  func later() async throws {
    for count in 1...LaterSchema.migrations.count {
      let temporary = try TemporaryStore {
        $0.migrations = Array(LaterSchema.migrations.prefix(count))
      }
      try temporary.store.save([Page("/a")], in: "main")
      try await temporary.store.close()
      let newest = try NavStore(url: temporary.url, configuration: .later)
      let isLast = count == LaterSchema.migrations.count
      #expect(newest.openReport.migratedFrom == (isLast ? nil : count))
      #expect(newest.openReport.quarantinedFile == nil)
      #expect(try newest.restore(Page.self, in: "main").path == [Page("/a")])
      try await newest.close()
      #expect(
        try NavStore(url: temporary.url, configuration: .later).openReport.quarantinedFile == nil)
      let error = #expect(throws: NavStore.Error.self) { try NavStore(url: temporary.url) }
      #expect(error?.reason == .newerStore)
    }
  }

  @Test("A file from before the first release is rejected and left unchanged")
  func earlier() throws {
    let earlier = try #require(
      Bundle.module.url(
        forResource: "before-release", withExtension: "navstore", subdirectory: "Fixtures"))
    let temporary = try TemporaryStore()
    let folder = temporary.folder.appendingPathComponent("earlier")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let url = folder.appendingPathComponent("store.sqlite")
    try FileManager.default.copyItem(at: earlier, to: url)
    for quarantines in [true, false] {
      var configuration = NavStore.Configuration()
      configuration.quarantinesDamagedFile = quarantines
      let error = #expect(throws: NavStore.Error.self) {
        try NavStore(url: url, configuration: configuration)
      }
      #expect(error?.reason == .notAStore)
      #expect(try Data(contentsOf: url) == Data(contentsOf: earlier))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["store.sqlite"])
    }
  }

  @Test("A file opens normally after VACUUM and ANALYZE")
  func vacuumed() async throws {
    let temporary = try TemporaryStore()
    try temporary.store.save([Page("/a")], in: "main")
    try await temporary.store.close()
    try temporary.tamper("ANALYZE; VACUUM;")
    let store = try NavStore(url: temporary.url)
    #expect(store.openReport.quarantinedFile == nil)
    #expect(try store.restore(Page.self, in: "main").path == [Page("/a")])
  }

  @Test("A file with another schema is left unchanged if quarantinesDamagedFile is false")
  func failing() async throws {
    let temporary = try TemporaryStore { $0.quarantinesDamagedFile = false }
    try await temporary.store.close()
    try temporary.tamper("CREATE TRIGGER t AFTER INSERT ON visit BEGIN DELETE FROM route; END;")
    let before = try Self.bytes(temporary.url)
    let error = #expect(throws: NavStore.Error.self) {
      try NavStore(url: temporary.url, configuration: temporary.configuration)
    }
    #expect(error?.reason == .damaged)
    #expect(try Self.bytes(temporary.url) == before)
  }
}
