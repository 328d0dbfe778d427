import Foundation
import TestSupport
import Testing

/// Launches of the `restore-crasher` helper on one store, one after the other.
struct Launches {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Runs the helper with `settings` and `steps`, both separated by spaces.
  func launch(_ settings: String = "", _ steps: String) async throws -> Launch {
    let arguments = [folder.path()] + "\(settings) \(steps)".split(separator: " ").map(String.init)
    // A sanitizer takes the crash for a finding of its own, and ends the process another way.
    // Where a crash leaves a core file, that goes with the store.
    let process = try await FinishedProcess(
      try BuiltExecutable.named("restore-crasher"), arguments,
      environment: ["TSAN_OPTIONS": "handle_segv=0", "ASAN_OPTIONS": "handle_segv=0"],
      in: folder.url)
    let reports = try process.output.split(separator: "\n")
      .map { try JSONDecoder().decode(Launch.Report.self, from: Data($0.utf8)) }
    return Launch(signal: process.signal, status: process.status, reports: reports)
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
    var skippedReason: String?
  }
}
