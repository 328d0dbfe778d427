import CToolSQLite
import Foundation
import NavStore
import SampleStores

@testable import NavStoreTool

/// A folder for a store, which is deleted when the last reference to this object is released.
final class StoreFolder: Sendable {
  let url: URL

  var store: String { url.appendingPathComponent("store.sqlite").path }

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("NavStoreToolTests-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  /// Returns the names in the folder, and for each file the checksum and the length of its bytes.
  ///
  /// NB: Another process reads the files. If this process opened and closed a file, the system
  /// would release the locks on the file that SQLite holds in this process.
  func fingerprint() throws -> [String] {
    let names = try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
    let files = names.map(path).filter { !FileManager.default.isFolder($0) }
    let sums = try ToolRun(URL(fileURLWithPath: "/usr/bin/cksum"), files)
    return names + sums.lines.map(String.init)
  }

  /// Creates a store with four visits on two branches of the scene `main`. The item of one visit
  /// has a title. The scene `main` has a second stack, and the account `anna-secret` has a stack in
  /// the scene `side`.
  static func make() async throws -> StoreFolder {
    let folder = try StoreFolder()
    let store = try NavStore(url: URL(fileURLWithPath: folder.store))
    let shoes = SampleRoute.category("shoes")
    for path in [
      [shoes], [shoes, .product(id: 7)], [shoes], [shoes, .product(id: 8)],
      [shoes, .product(id: 8), .settings],
    ] {
      try store.save(path, in: "main")
    }
    try await store.history(of: SampleRoute.self, account: nil)
      .setTitle("Running shoe", for: .product(id: 7))
    try store.save([SampleRoute.search("lamp")], in: "main", stack: "second-tab")
    try store.save([SampleRoute.search("hidden-words")], in: "side", account: "anna-secret")
    try store.setSceneValue("value-secret", named: "tab", in: "main")
    try await store.close()
    return folder
  }
}

/// A connection to a store's file that uses SQLite without NavStore, as another program may.
final class OtherProgram {
  private var handle: OpaquePointer?

  init(_ path: String) throws {
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    guard sqlite3_open_v2(path, &handle, flags, nil) == SQLITE_OK else {
      throw CocoaError(.fileReadUnknown)
    }
    sqlite3_busy_timeout(handle, 5_000)
  }

  deinit { sqlite3_close_v2(handle) }

  func run(_ sql: String) throws {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
      throw CocoaError(.fileWriteUnknown)
    }
  }
}

extension FileManager {
  fileprivate func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
  }
}

/// Fills a store with 300 visits of a simulated user of a shop, for tests of pruning.
func fillForPruning(_ folder: StoreFolder) async throws {
  try await SampleStore.fill(URL(fileURLWithPath: folder.store), visits: 300)
}
