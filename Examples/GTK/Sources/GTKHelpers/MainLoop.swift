import CGTK
import Dispatch

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Makes GTK's main loop run the work on Dispatch's main queue.
///
/// Call it once, before GTK's loop runs.
///
/// By itself, GTK's loop doesn't run the work on Dispatch's main queue. Without this call, a task
/// of the main actor never starts, and an `await` in such a task never returns. NavStore also uses
/// this queue.
@MainActor
public func drainMainQueue() {
  g_unix_fd_add(
    _dispatch_get_main_queue_handle_4CF(), G_IO_IN,
    { descriptor, _, _ in
      // Resets the eventfd before running the work. Work that is added to the queue after the reset
      // makes the eventfd readable again, so no work is missed.
      var count: UInt64 = 0
      read(descriptor, &count, MemoryLayout.size(ofValue: count))
      _dispatch_main_queue_callback_4CF(nil)
      return 1
    }, nil)
}

/// Calls `body` when the process receives `signal`.
///
/// GTK's main loop calls `body`, because a signal handler may call only few functions.
@MainActor
public func onSignal(_ signal: Int32, _ body: @escaping @MainActor () -> Void) {
  g_unix_signal_add(
    signal,
    { work in
      guard let work else { return 0 }
      Unmanaged<Work>.fromOpaque(work).takeUnretainedValue().call()
      // 1 keeps the handler, so that it is called for the next signal, too.
      return 1
    }, Unmanaged.passRetained(Work(body)).toOpaque())
}

private final class Work: Sendable {
  private let body: @MainActor () -> Void

  init(_ body: @escaping @MainActor () -> Void) {
    self.body = body
  }

  /// Calls the closure on the main thread, on which GTK's loop runs.
  func call() {
    MainActor.assumeIsolated(body)
  }
}

/// Writes `text` to the standard error, without a line feed.
public func say(_ text: String) {
  _ = write(STDERR_FILENO, text, text.utf8.count)
}
