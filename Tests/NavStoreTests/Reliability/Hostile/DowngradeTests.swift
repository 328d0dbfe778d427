import Foundation
import NavStoreMigrations
import NavStoreSQLite
import TestSupport
import Testing

@testable import NavStore

/// A build that meets the file of a later one leaves it as it is; each meets all that came before.
@Suite struct DowngradeTests {
  /// Files of every version, with every older build that may meet them. 0 is one before the first.
  static let pairs: [(file: Int32, build: Int32)] = {
    let later = NavStoreMigrations.all.map(\.version) + [99, .max]
    return later.flatMap { file in
      ([0] + NavStoreMigrations.all.map(\.version)).filter { $0 < file }.map { (file, $0) }
    }
  }()

  @Test(
    "An older build refuses a file, and not a byte of it or its log changes",
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
    var options = NavStore.Configuration().databaseOptions(newestVersion: build)
    options.busyTimeoutMilliseconds = 10
    #expect(throws: OpenRefusal.newer(version: version)) {
      try Database.open(path: copy.path, options: options)
    }
    #expect(try Self.bytes(copy) == before)
    if build == NavStoreMigrations.all.last?.version {
      let error = #expect(throws: NavStore.Error.self) { try NavStore(url: copy) }
      #expect(error?.code == .newerStore)
      #expect(try Self.bytes(copy) == before)
    }
  }

  /// Of the file and its log, by name. The shared memory holds no data.
  private static func bytes(_ url: URL) throws -> [String: Data] {
    var found: [String: Data] = [:]
    for suffix in ["", "-wal", "-journal"] {
      let path = url.path + suffix
      guard FileManager.default.fileExists(atPath: path) else { continue }
      found[suffix] = try Data(contentsOf: URL(fileURLWithPath: path))
    }
    return found
  }

  @Test("A file of each version has the schema that is written down for it")
  func schemas() throws {
    for migration in NavStoreMigrations.all {
      let made = Set(try StoreSchema.objects(made: migration.version))
      let known = Set(StoreSchema.objects(ofVersion: migration.version) ?? [])
      let missing = made.subtracting(known).map(\.name).sorted()
      let wrong = known.subtracting(made).map(\.name).sorted()
      #expect(missing == [], "version \(migration.version): to be written down")
      #expect(wrong == [], "version \(migration.version): not as SQLite stores it")
    }
    #expect(StoreSchema.objects(ofVersion: 0) == nil)
    #expect(StoreSchema.objects(ofVersion: (NavStoreMigrations.all.last?.version ?? 0) + 1) == nil)
  }

  @Test("VACUUM and ANALYZE leave a file that is trusted")
  func vacuumed() async throws {
    let temporary = try TemporaryStore()
    try temporary.store.save([Page("/a")], in: "main")
    try await temporary.store.close()
    try temporary.tamper("ANALYZE; VACUUM;")
    let store = try NavStore(url: temporary.url)
    #expect(store.openReport.setAside == nil)
    #expect(try store.restore(Page.self, in: "main").stack == [Page("/a")])
  }

  @Test("A file with another schema is left as it is where the configuration says so")
  func failing() async throws {
    let temporary = try TemporaryStore { $0.damagedFile = .fail }
    try await temporary.store.close()
    try temporary.tamper("CREATE TRIGGER t AFTER INSERT ON visit BEGIN DELETE FROM route; END;")
    let before = try Self.bytes(temporary.url)
    let error = #expect(throws: NavStore.Error.self) {
      try NavStore(url: temporary.url, configuration: temporary.configuration)
    }
    #expect(error?.code == .damaged)
    #expect(try Self.bytes(temporary.url) == before)
  }
}
