import Foundation

/// A folder of one test's own, deleted with its last owner.
package final class TemporaryFolder: Sendable {
  package let url: URL

  /// Where a store of the test's is, if it has one.
  package var store: URL { file("store.sqlite") }

  /// `inMemory`: without a disk, on systems that have such folders. For tests with thousands of
  /// files, which would wait for a disk and test nothing by it.
  package init(inMemory: Bool = false) throws {
    url = (inMemory ? Self.memory : Self.all)
      .appendingPathComponent(UUID().uuidString, isDirectory: true)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  /// Where the folders of this process are. It is deleted when the process ends: a store that is
  /// still alive when its test's folder is deleted may make its file anew.
  package static let all: URL = {
    atexit { TemporaryFolder.removeAll() }
    return FileManager.default.temporaryDirectory.appendingPathComponent(name, isDirectory: true)
  }()

  private static let memory: URL = {
    let path = "/dev/shm"
    guard FileManager.default.isWritableFile(atPath: path) else { return all }
    atexit { TemporaryFolder.removeAll() }
    return URL(fileURLWithPath: path).appendingPathComponent(name, isDirectory: true)
  }()

  private static let name = "NavStoreTests-\(ProcessInfo.processInfo.processIdentifier)"

  private static func removeAll() {
    for folder in [all, memory] { try? FileManager.default.removeItem(at: folder) }
  }

  deinit {
    // A test may have taken its own right to write there.
    try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: url.path)
    try? FileManager.default.removeItem(at: url)
  }

  package func file(_ name: String) -> URL {
    url.appendingPathComponent(name, isDirectory: false)
  }

  package func path(_ name: String = "store.sqlite") -> String { file(name).path }

  /// What is in the folder, in alphabetical order.
  package var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted()
  }

  package func contains(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: path(name))
  }

  package func bytes(_ name: String) throws -> Data { try Data(contentsOf: file(name)) }

  package func write(_ bytes: some Sequence<UInt8>, to name: String) throws {
    try Data(bytes).write(to: file(name))
  }

  package func copy(_ name: String, to newName: String) throws {
    try FileManager.default.copyItem(at: file(name), to: file(newName))
  }

  package func remove(_ name: String) throws {
    try FileManager.default.removeItem(at: file(name))
  }
}
