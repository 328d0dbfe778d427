import CFloor
import Foundation

/// Runs measured code on a thread that the system doesn't move to another processor.
///
/// On other threads, a side may do work that isn't measured, such as closing a store. That work can
/// make the system move the measured thread to another processor, with other caches. With a store
/// that closed on two queues, the thread was moved twenty times as often as with one queue, and the
/// next opening took a tenth longer.
enum OneProcessor {
  static func run<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
    try await withCheckedThrowingContinuation { continuation in
      let thread = Thread {
        floor_stay_on_processor()
        continuation.resume(with: Result { try body() })
      }
      thread.qualityOfService = .userInitiated
      // The stack size that a main thread has on Linux.
      thread.stackSize = 8 * 1_048_576
      thread.start()
    }
  }

  /// Runs `body` as a task on other threads, and blocks the calling thread until it ends.
  static func wait(for body: @escaping @Sendable () async throws -> Void) {
    let semaphore = DispatchSemaphore(value: 0)
    Task.detached {
      do { try await body() } catch { fatalError("\(error)") }
      semaphore.signal()
    }
    semaphore.wait()
  }
}
