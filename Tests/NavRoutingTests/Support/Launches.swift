import Foundation
import TestSupport
import Testing

/// Consecutive launches of the helper program `restore-crasher` on one store.
struct Launches {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Runs the helper program with its settings and steps. Each argument is a text with words that
  /// are separated by spaces.
  func launch(_ settings: String = "", _ steps: String) async throws -> Launch {
    let arguments = [folder.path()] + "\(settings) \(steps)".split(separator: " ").map(String.init)
    // Disables the signal handlers of sanitizers, because they would end a crashing process in
    // another way than the crash's signal. Runs in the store's folder, so that a core file is
    // deleted with the folder.
    let process = try await FinishedProcess(
      try BuiltExecutable.named("restore-crasher"), arguments,
      environment: ["TSAN_OPTIONS": "handle_segv=0", "ASAN_OPTIONS": "handle_segv=0"],
      in: folder.url)
    let reports = try process.output.split(separator: "\n")
      .map { try JSONDecoder().decode(Launch.Report.self, from: Data($0.utf8)) }
    return Launch(signal: process.signal, status: process.status, reports: reports)
  }
}

/// The result of a launch of the helper program.
struct Launch {
  /// The signal that killed the process; `nil` if the process exited by itself.
  let signal: Int32?

  /// The exit status; `nil` if the process was killed.
  let status: Int32?

  /// The reports that the process printed, one for each step "report".
  let reports: [Report]

  struct Report: Decodable, Equatable {
    let stack: [Int]

    /// The top route of each entry of the back/forward list; 0 is the root screen.
    let entries: [Int]
    let index: Int
    var skippedReason: String?
  }
}
