import Foundation
import TestSupport

/// A temporary folder with a store for one test. It is deleted when this object is released.
final class DemoFolder: Sendable {
  private let folder: TemporaryFolder
  var url: URL { folder.url }
  var store: URL { folder.store }

  init() throws {
    folder = try TemporaryFolder()
  }

  func write(_ text: String, to name: String) throws -> String {
    try folder.write(text.utf8, to: name)
    return folder.path(name)
  }

  /// Runs the demo with the option `--json` on this folder's store. The commands are lines of an
  /// input file.
  func json(_ commands: [String]) async throws -> DemoRun {
    try await run(["--json", "--store", store.path], input: commands)
  }

  /// Runs the demo. If `shell` is set, runs this shell script instead, with the path of the demo as
  /// `$0`.
  ///
  /// The input and the output are files, so that the demo never waits for a full pipe.
  func run(
    _ arguments: [String], input: [String] = [], environment: [String: String] = [:],
    shell: String? = nil
  ) async throws -> DemoRun {
    let demo = try BuiltExecutable.named("navstore-demo")
    let input = try write(
      input.map { $0 + "\n" }.joined(), to: UUID().uuidString + ".in")
    return DemoRun(
      process: try await FinishedProcess(
        shell == nil ? demo : URL(fileURLWithPath: "/bin/sh"),
        shell.map { ["-c", $0, demo.path] + arguments } ?? arguments,
        input: input, environment: environment, in: url))
  }
}
