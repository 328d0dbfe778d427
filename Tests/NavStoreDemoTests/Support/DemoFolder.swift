import Foundation
import TestSupport

/// A folder for one test, with a store in it, that goes with the value.
final class DemoFolder: Sendable {
  let url: URL

  var store: URL { url.appendingPathComponent("store.sqlite") }

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("navstore-demo-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  func write(_ text: String, to name: String) throws -> String {
    let file = url.appendingPathComponent(name)
    try Data(text.utf8).write(to: file)
    return file.path
  }

  /// Runs the demo with `--json` on this folder's store, the commands coming from a pipe.
  func json(_ commands: [String]) async throws -> DemoRun {
    try await run(["--json", "--store", store.path], input: commands)
  }

  /// Runs the demo, or, with `shell`, a shell that is given its path as `$0`.
  ///
  /// Input and output are files: however much is written, nobody waits for a reader.
  func run(
    _ arguments: [String], input: [String] = [], environment: [String: String] = [:],
    shell: String? = nil
  ) async throws -> DemoRun {
    let name = UUID().uuidString
    let text = input.map { $0 + "\n" }.joined()
    let inputPath = try write(text, to: name + ".in")
    let outputPath = try write("", to: name + ".out")
    let errorPath = try write("", to: name + ".err")
    let process = Process()
    let demo = try BuiltExecutable.named("navstore-demo")
    process.executableURL = shell == nil ? demo : URL(fileURLWithPath: "/bin/sh")
    process.arguments = shell.map { ["-c", $0, demo.path] + arguments } ?? arguments
    // The runtime would otherwise write about a crash that was asked for.
    var variables = ProcessInfo.processInfo.environment
    variables["SWIFT_BACKTRACE"] = "enable=no"
    process.environment = variables.merging(environment) { $1 }
    process.currentDirectoryURL = url
    process.standardInput = FileHandle(forReadingAtPath: inputPath)
    process.standardOutput = FileHandle(forWritingAtPath: outputPath)
    process.standardError = FileHandle(forWritingAtPath: errorPath)
    try await process.runUntilExit()
    return DemoRun(
      output: String(
        decoding: try Data(contentsOf: URL(fileURLWithPath: outputPath)), as: UTF8.self),
      errors: String(
        decoding: try Data(contentsOf: URL(fileURLWithPath: errorPath)), as: UTF8.self),
      status: process.terminationStatus, wasKilled: process.terminationReason == .uncaughtSignal)
  }
}
