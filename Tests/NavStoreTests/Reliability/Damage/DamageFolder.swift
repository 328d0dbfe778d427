import Foundation
import NavStoreSQLite
import TestSupport

@testable import NavStore

/// A folder for the damaged stores of one test. It is in memory where the system allows that,
/// because syncing thousands of files to a disk tests nothing.
final class DamageFolder {
  private let temporary: TemporaryFolder
  var folder: URL { temporary.url }
  var url: URL { temporary.store }
  var path: String { url.path }
  var names: [String] { temporary.names }

  init() throws {
    temporary = try TemporaryFolder(inMemory: true)
  }

  /// Deletes all files of the folder.
  func clear() throws {
    for name in names {
      try FileManager.default.removeItem(at: folder.appendingPathComponent(name))
    }
  }

  /// Returns the bytes of every file by name, except for shared memory, which holds no data.
  func contents() -> [String: [UInt8]] {
    var result: [String: [UInt8]] = [:]
    // Skips pipes and other special files, because reading a pipe would not end.
    for name in names
    where !name.hasSuffix("-shm") && Files.status("\(folder.path)/\(name)").kind == .regular {
      result[name] = (try? Data(contentsOf: folder.appendingPathComponent(name))).map {
        [UInt8]($0)
      }
    }
    return result
  }

  /// Whether the folder's files have the bytes in `before`. A Boolean keeps the bytes out of
  /// failure messages.
  func holds(_ before: [String: [UInt8]]) -> Bool { contents() == before }

  /// Whether the process that last opened the damaged store was killed after the salvage had begun,
  /// and before the damaged file was moved.
  var wasKilledInSalvage: Bool {
    names.contains("store.sqlite") && Files.size(path + ".repair") > RepairNote.checks
  }

  func write(_ bytes: [UInt8], _ suffix: String = "") throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path + suffix))
  }

  func configuration(
    _ change: (inout NavStore.Configuration) -> Void = { _ in }
  ) -> NavStore.Configuration {
    var configuration = NavStore.Configuration()
    configuration.retention = .unlimited
    configuration.busyTimeout = .milliseconds(200)
    configuration.repairBudget = .seconds(30)
    // The tests don't cover idle work. Its delay is longer than any test, because idle work must
    // not run after a test has deleted the files.
    configuration.idleMilliseconds = 3_600_000
    change(&configuration)
    return configuration
  }

  func open(
    _ change: (inout NavStore.Configuration) -> Void = { _ in }
  ) throws -> NavStore {
    try NavStore(url: url, configuration: configuration(change))
  }

  /// Returns an open store with the stacks of two scenes. The last save of "main" and the whole
  /// stack of "second" are only in the WAL.
  func openInUse() async throws -> NavStore {
    let store = try open()
    try store.save(["a", "b"] as [Page], in: "main")
    try await store.suspend()
    try store.save(["a", "b", "c"] as [Page], in: "main")
    try store.save(["x"] as [Page], in: "second")
    try await store.flush()
    return store
  }

  /// Runs `sql` on the store's file through a separate connection, as another program could.
  func edit(_ sql: String) throws {
    let connection = try Connection(path: path, flags: 0x6, busyTimeoutMilliseconds: 100)
    defer { connection.close() }
    try connection.runScript(Array(sql.utf8))
  }
}

/// The bytes of a store's database, WAL and shared memory, which are read one after the other.
struct StoreImage {
  /// The bytes of each existing file, by the suffix that its name adds to the path of the store.
  var files: [String: [UInt8]]

  static let suffixes = ["", "-wal", "-shm"]

  init(of path: String) {
    files = [:]
    for suffix in Self.suffixes {
      if let data = try? Data(contentsOf: URL(fileURLWithPath: path + suffix)) {
        files[suffix] = [UInt8](data)
      }
    }
  }

  func write(to folder: DamageFolder) throws {
    for (suffix, bytes) in files { try folder.write(bytes, suffix) }
  }
}

/// Small valid stores with every kind of content, for tests that damage them. The name of each
/// route is a random token that nothing else in the stores resembles.
struct IntactStores {
  struct Store {
    let name: String
    let image: StoreImage
  }

  private(set) var all: [Store] = []

  /// The names of all routes that were ever saved in any of the stores.
  private(set) var routes: Set<String> = []

  /// Makes images of two stores, three of each: after closing, with a WAL, and with a longer WAL.
  static func make(random: inout SeededRandom) async throws -> IntactStores {
    var stores = IntactStores()
    for store in ["a", "b"] {
      try await stores.add(store, random: &random)
    }
    return stores
  }

  private mutating func token(_ random: inout SeededRandom) -> Page {
    let page = Page("page-" + String(random.next(), radix: 36))
    routes.insert(page.name)
    return page
  }

  private mutating func add(_ name: String, random: inout SeededRandom) async throws {
    let folder = try DamageFolder()
    var store: NavStore? = try folder.open()
    try await fill(store, visits: 40, random: &random)
    try await store?.close()
    all.append(Store(name: name + "-closed", image: StoreImage(of: folder.path)))
    store = try folder.open()
    for moment in ["log", "longer"] {
      try await fill(store, visits: 12, random: &random)
      var image: StoreImage?
      try store?.writer.sync { _ in image = StoreImage(of: folder.path) }
      if let image { all.append(Store(name: "\(name)-\(moment)", image: image)) }
    }
    try await store?.close()
  }

  private mutating func fill(
    _ store: NavStore?, visits: Int, random: inout SeededRandom
  ) async throws {
    guard let store else { return }
    for (scene, account) in [("main", ""), ("second", "ada")] {
      let session = try store.session(of: Page.self, in: scene, account: account.orSignedOut)
      for number in 0..<visits / 2 {
        let page = token(&random)
        session.push(page)
        if number % 5 == 4 { session.popToRoot() }
        if number % 7 == 6 { session.back() }
        if number % 4 == 0 {
          try await store.history(of: Page.self, account: account.orSignedOut).setTitle(
            "Title \(page.name)", for: page)
        }
      }
      for _ in 0..<3 { session.push(token(&random)) }
      try session.setVisitState(visits, named: "scroll")
      try store.setSceneValue(visits, named: "tab", in: scene, account: account.orSignedOut)
    }
    try await store.flush()
  }
}
