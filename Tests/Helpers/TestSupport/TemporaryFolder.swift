import Foundation

/// A folder for one test, which is deleted when the last reference to this object is released.
package final class TemporaryFolder: Sendable {
  package let url: URL

  /// The URL for a store of the test, which need not exist.
  package var store: URL { file("store.sqlite") }

  /// Creates the folder. With `inMemory`, it is in memory (`/dev/shm`) on systems that have that.
  /// Use memory for tests that write thousands of files and don't test the disk, because it is
  /// faster.
  package init(inMemory: Bool = false) throws {
    url = (inMemory ? Self.memory : Self.all)
      .appendingPathComponent(UUID().uuidString, isDirectory: true)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  /// The folder that contains all temporary folders on disk of this process. It is deleted when the
  /// process ends, because a store may create its file again after its test's folder was deleted.
  package static let all: URL = {
    atexit { TemporaryFolder.removeAll() }
    let all = FileManager.default.temporaryDirectory.appendingPathComponent(name, isDirectory: true)
    // Made here, because a store would make the missing folder for its owner only. Tests open
    // stores as another user: see `Unprivileged`.
    try? FileManager.default.createDirectory(at: all, withIntermediateDirectories: true)
    return all
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
    // Restores the write permission of the folder, which a test may have removed.
    try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: url.path)
    try? FileManager.default.removeItem(at: url)
  }

  package func file(_ name: String) -> URL {
    url.appendingPathComponent(name, isDirectory: false)
  }

  package func path(_ name: String = "store.sqlite") -> String { file(name).path }

  /// The names of the files and folders in the folder, in alphabetical order.
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
