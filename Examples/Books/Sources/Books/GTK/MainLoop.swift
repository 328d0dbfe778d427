import CGTK

/// Runs `work` on the main thread when GTK's loop is next free. Call it from any thread.
///
/// A GTK program returns to the main actor in this way. Its loop does not drain the main queue, so
/// a `Task` or an `await` of the main actor never continues.
func onMainLoop(_ work: @escaping @MainActor () -> Void) {
  g_idle_add(
    { work in
      guard let work else { return 0 }
      Unmanaged<Work>.fromOpaque(work).takeRetainedValue().call()
      return 0
    }, Unmanaged.passRetained(Work(work)).toOpaque())
}

/// Runs `work` on the main thread once after a delay in milliseconds.
@MainActor
func onMainLoop(afterMilliseconds delay: UInt32, _ work: @escaping @MainActor () -> Void) {
  g_timeout_add(
    delay,
    { work in
      guard let work else { return 0 }
      Unmanaged<Work>.fromOpaque(work).takeRetainedValue().call()
      return 0
    }, Unmanaged.passRetained(Work(work)).toOpaque())
}

private final class Work: Sendable {
  private let body: @MainActor () -> Void

  init(_ body: @escaping @MainActor () -> Void) {
    self.body = body
  }

  /// Calls the work on the main thread, where GTK's loop runs.
  func call() {
    MainActor.assumeIsolated(body)
  }
}

/// Calls `body` from the main loop, not from the signal handler, when the process receives
/// `signal`.
@MainActor
func onSignal(_ signal: Int32, _ body: @escaping @MainActor () -> Void) {
  g_unix_signal_add(
    signal,
    { work in
      guard let work else { return 0 }
      Unmanaged<Work>.fromOpaque(work).takeUnretainedValue().call()
      // Keep the handler for the next signal.
      return 1
    }, Unmanaged.passRetained(Work(body)).toOpaque())
}
