import Foundation

/// Foundation's `run()` was seen to crash on Linux where several threads start processes at once.
private let starting = NSLock()

extension Process {
  /// Starts the process, one at a time, and returns when it has ended.
  package func runUntilExit() async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, Error>) in
      terminationHandler = { _ in continuation.resume() }
      do {
        try starting.withLock { try run() }
      } catch {
        terminationHandler = nil
        continuation.resume(throwing: error)
      }
    }
  }
}
