import CFloor
import Foundation

/// Runs what is measured on a thread that the system does not move to another processor.
///
/// What a side leaves to other threads after it was measured (closing, say) would else decide on
/// which processor it goes on, and with whose caches: a store that closed by way of two queues was
/// moved twenty times as often as one that closed by way of one, and opened a tenth slower for it.
enum OneProcessor {
  static func run<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
    try await withCheckedThrowingContinuation { continuation in
      let thread = Thread {
        floor_stay_on_processor()
        continuation.resume(with: Result { try body() })
      }
      thread.qualityOfService = .userInitiated
      // As much as a main thread has.
      thread.stackSize = 8 * 1_048_576
      thread.start()
    }
  }

  /// Waits on this thread for `body`, which runs on others.
  static func wait(for body: @escaping @Sendable () async throws -> Void) {
    let semaphore = DispatchSemaphore(value: 0)
    Task.detached {
      do { try await body() } catch { fatalError("\(error)") }
      semaphore.signal()
    }
    semaphore.wait()
  }
}
