import Foundation
import TestSupport
import Testing

/// Launches of the `restore-crasher` helper on one store, one after the other.
struct Launches {
  let file: TemporaryFile

  init() throws {
    file = try TemporaryFile()
  }

  /// Runs the helper with `settings` and `steps`, both separated by spaces.
  func launch(_ settings: String = "", _ steps: String) async throws -> Launch {
    let arguments = [file.url.path] + "\(settings) \(steps)".split(separator: " ").map(String.init)
    let output = file.url.appendingPathExtension(UUID().uuidString)
    try Data().write(to: output)
    let process = Process()
    process.executableURL = try BuiltExecutable.named("restore-crasher")
    process.arguments = arguments
    // The runtime would otherwise write about a crash that was asked for.
    // A sanitizer takes the crash for a finding of its own, and ends the process another way.
    process.environment = ProcessInfo.processInfo.environment
      .merging(["TSAN_OPTIONS": "handle_segv=0", "ASAN_OPTIONS": "handle_segv=0"]) { $1 }
      .merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    // Where a crash leaves a core file, that goes with the store.
    process.currentDirectoryURL = file.url.deletingLastPathComponent()
    process.standardInput = FileHandle.nullDevice
    // A file: however much is written, nobody waits for a reader.
    process.standardOutput = FileHandle(forWritingAtPath: output.path)
    try await process.runUntilExit()
    let reports = try Data(contentsOf: output).split(separator: UInt8(ascii: "\n"))
      .map { try JSONDecoder().decode(Launch.Report.self, from: Data($0)) }
    let wasKilled = process.terminationReason == .uncaughtSignal
    return Launch(
      signal: wasKilled ? process.terminationStatus : nil,
      status: wasKilled ? nil : process.terminationStatus, reports: reports)
  }
}

/// How a launch went.
struct Launch {
  /// What killed it; nil where it ended by itself.
  let signal: Int32?

  /// Its exit status; nil where it was killed.
  let status: Int32?

  /// What it printed, one for each `report`.
  let reports: [Report]

  struct Report: Decodable, Equatable {
    let stack: [Int]

    /// The routes on top; 0 is the root screen.
    let entries: [Int]
    let index: Int
    var setAsideBecause: String?
  }
}
