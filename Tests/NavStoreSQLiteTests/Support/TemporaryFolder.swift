import Foundation

/// A folder of one test's own, gone with its last owner.
final class TemporaryFolder {
  private let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("navstore-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  func path(_ name: String = "test.db") -> String {
    url.appendingPathComponent(name).path
  }

  func bytes(_ name: String) throws -> Data {
    try Data(contentsOf: url.appendingPathComponent(name))
  }

  func write(_ bytes: some Sequence<UInt8>, to name: String) throws {
    try Data(bytes).write(to: url.appendingPathComponent(name))
  }

  func copy(_ name: String, to newName: String) throws {
    try FileManager.default.copyItem(
      at: url.appendingPathComponent(name), to: url.appendingPathComponent(newName))
  }

  func remove(_ name: String) throws {
    try FileManager.default.removeItem(at: url.appendingPathComponent(name))
  }

  func contains(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: path(name))
  }
}
