import CFloor
import Foundation

/// Runs measured code on a thread that the system does not move to another processor.
///
/// Otherwise, work that a side leaves to other threads, such as closing, would decide on which
/// processor the thread continues, and with which caches. A store that closed by way of two queues
/// was moved twenty times as often as one that used one queue, and opened a tenth slower.
enum OneProcessor {
  static func run<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
    try await withCheckedThrowingContinuation { continuation in
      let thread = Thread {
        floor_stay_on_processor()
        continuation.resume(with: Result { try body() })
      }
      thread.qualityOfService = .userInitiated
      // The stack size of a main thread.
      thread.stackSize = 8 * 1_048_576
      thread.start()
    }
  }

  /// Blocks this thread until `body` has run on other threads.
  static func wait(for body: @escaping @Sendable () async throws -> Void) {
    let semaphore = DispatchSemaphore(value: 0)
    Task.detached {
      do { try await body() } catch { fatalError("\(error)") }
      semaphore.signal()
    }
    semaphore.wait()
  }
}
