import CGTK
import Dispatch

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Adds Dispatch's main queue to GTK's main loop. Call it once, before the loop runs.
///
/// GTK's loop doesn't drain the queue by itself, so without this call a task of the main actor
/// never starts, and an `await` in one never returns. NavStore uses the same queue.
@MainActor
public func drainMainQueue() {
  g_unix_fd_add(
    _dispatch_get_main_queue_handle_4CF(), G_IO_IN,
    { descriptor, _, _ in
      // Reset the event first, so that work that is added from now on sets it again.
      var count: UInt64 = 0
      read(descriptor, &count, MemoryLayout.size(ofValue: count))
      _dispatch_main_queue_callback_4CF(nil)
      return 1
    }, nil)
}

/// Calls `body` from the main loop, not from the signal handler, when the process receives
/// `signal`.
@MainActor
public func onSignal(_ signal: Int32, _ body: @escaping @MainActor () -> Void) {
  g_unix_signal_add(
    signal,
    { work in
      guard let work else { return 0 }
      Unmanaged<Work>.fromOpaque(work).takeUnretainedValue().call()
      // Keep the handler for the next signal.
      return 1
    }, Unmanaged.passRetained(Work(body)).toOpaque())
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

/// Writes to standard error.
public func say(_ text: String) {
  _ = write(STDERR_FILENO, text, text.utf8.count)
}
