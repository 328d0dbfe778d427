import NavStorePlatform

#if canImport(os)
  import os
#endif

/// Writes problems to the system log, for developers, also in release builds: `os.Logger` on
/// Apple's systems, standard error elsewhere.
///
/// Callers log a problem once, when it begins, not each time it occurs. A message never contains a
/// route, a key, a title or a value.
package enum ProblemLog {
  /// Called with each message, on the thread that logged it. For tests.
  package typealias Listener = @Sendable (String) -> Void

  private static let listeners = Locked<[Listener]>([])

  #if canImport(os)
    private static let logger = Logger(subsystem: "NavStore", category: "problems")
  #endif

  /// Writes one message. Can be called from any thread, but not while a lock is held. `isFault`
  /// marks a mistake in the app's code.
  package static func note(_ message: String, isFault: Bool = false) {
    for listener in listeners.withLock({ $0 }) { listener(message) }
    #if canImport(os)
      if isFault {
        logger.fault("\(message, privacy: .public)")
      } else {
        logger.error("\(message, privacy: .public)")
      }
    #else
      let line = Array("NavStore: \(message)\n".utf8)
      // Write the whole line in one call, so that lines of several threads don't mix.
      _ = write(STDERR_FILENO, line, line.count)
    #endif
  }

  /// Calls `listener` for every message that is logged after this call.
  package static func addListener(_ listener: @escaping Listener) {
    listeners.withLock { $0.append(listener) }
  }
}

extension LoadedStack {
  /// Logs that the stack was skipped after crashes, or that routes could not be restored.
  func noteFailures() {
    if skippedReason == .crashedRepeatedly {
      ProblemLog.note(
        """
        A stack starts at its root screen, because the last launches with it ended within seconds \
        (see Configuration.crashGuard). Forward leads to the old stack.
        """)
    }
    if let adoption, !isSaved { return failures.noteLegacy(of: adoption.type) }
    guard let first = failures.first else { return }
    ProblemLog.note(
      """
      A stack comes back without \(failures.count) of its routes; the lowest is lost at position \
      \(first.position) (\(first.reason)). The file keeps their bytes.
      """)
  }
}

extension [NavRestorationFailure] {
  /// Logs the elements of legacy state that could not be imported.
  func noteLegacy(of type: Any.Type) {
    guard let first else { return }
    ProblemLog.note(
      """
      Legacy state of \(type) can't be imported as a whole. \(count) elements are left out; the lowest is at \
      position \(first.position) (\(first.cause)). The old value is kept.
      """)
  }
}

extension NavStore.OpenReport {
  /// Logs the problems that occurred when the store was opened.
  func noteProblems() {
    for problem in problems {
      ProblemLog.note(problem, isFault: problem == Self.encryptionWarning)
    }
  }
}
