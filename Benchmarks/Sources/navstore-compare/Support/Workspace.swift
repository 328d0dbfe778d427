import Foundation

/// A folder for files, deleted with this object. A run has one, and each row has one inside it.
final class Workspace: Sendable {
  let url: URL
  private let run: Workspace?

  /// Creates the folder of a run. It is not in the temporary folder, which may be in memory.
  convenience init(in folder: String?) throws {
    let parent =
      folder.map { URL(fileURLWithPath: $0, isDirectory: true) }
      ?? Bundle.main.executableURL?.deletingLastPathComponent()
      ?? FileManager.default.temporaryDirectory
    try self.init(parent, run: nil)
  }

  /// Creates the folder of a row.
  convenience init(of run: Workspace) throws {
    try self.init(run.url, run: run)
  }

  private init(_ parent: URL, run: Workspace?) throws {
    self.run = run
    url = parent.appendingPathComponent("compare-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  func file(_ name: String) -> URL {
    url.appendingPathComponent(name, isDirectory: false)
  }

  /// Returns a file that all rows of the run share.
  func shared(_ name: String) -> URL {
    (run ?? self).file(name)
  }
}
