import Foundation

/// A folder for one row's files; gone when this object is.
final class Workspace: Sendable {
  let url: URL

  /// Not in the temporary folder, which may be in memory.
  init(in folder: String?) throws {
    let parent =
      folder.map { URL(fileURLWithPath: $0, isDirectory: true) }
      ?? Bundle.main.executableURL?.deletingLastPathComponent()
      ?? FileManager.default.temporaryDirectory
    url = parent.appendingPathComponent("compare-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  func file(_ name: String) -> URL {
    url.appendingPathComponent(name, isDirectory: false)
  }
}
