import CGTK

/// Runs `work` on the main thread when GTK's loop is next free. Call it from any thread.
///
/// The way back to the main actor in a GTK program: its loop does not drain the main queue, so a
/// `Task` or an `await` of the main actor never goes on.
func onMainLoop(_ work: @escaping @MainActor () -> Void) {
  g_idle_add(
    { work in
      guard let work else { return 0 }
      Unmanaged<Work>.fromOpaque(work).takeRetainedValue().call()
      return 0
    }, Unmanaged.passRetained(Work(work)).toOpaque())
}

/// The same once after so many milliseconds.
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

  /// On the main thread, where GTK's loop runs.
  func call() {
    MainActor.assumeIsolated(body)
  }
}

/// Calls `body` by the main loop when the process gets `signal`, and not in the middle of anything.
@MainActor
func onSignal(_ signal: Int32, _ body: @escaping @MainActor () -> Void) {
  g_unix_signal_add(
    signal,
    { work in
      guard let work else { return 0 }
      Unmanaged<Work>.fromOpaque(work).takeUnretainedValue().call()
      // Also the next time.
      return 1
    }, Unmanaged.passRetained(Work(body)).toOpaque())
}
