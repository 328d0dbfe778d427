import Foundation

/// A folder for files, which is deleted with this object. A run of the program has one, and each
/// row has one in the run's folder.
final class Workspace: Sendable {
  let url: URL
  private let run: Workspace?

  /// Creates the folder of a run in `folder` or, if that is `nil`, next to the program. The
  /// system's temporary folder may be in memory, so it isn't used.
  convenience init(in folder: String?) throws {
    let parent =
      folder.map { URL(fileURLWithPath: $0, isDirectory: true) }
      ?? Bundle.main.executableURL?.deletingLastPathComponent()
      ?? FileManager.default.temporaryDirectory
    try self.init(parent, run: nil)
  }

  /// Creates the folder of a row in the folder of `run`.
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

  /// Returns the URL of a file in the run's folder, which all rows of the run can use.
  func shared(_ name: String) -> URL {
    (run ?? self).file(name)
  }
}
