import Dispatch

/// Runs work on a Dispatch queue for async callers. This extension is the library's only bridge
/// from async functions to Dispatch queues.
extension DispatchQueue {
  /// Runs `body` on the queue without blocking a thread of the caller. Long work in `body` calls
  /// `isCancelled` repeatedly to check whether the calling task was cancelled.
  @discardableResult
  package func run<T: Sendable>(
    _ body: @escaping @Sendable (_ isCancelled: @escaping @Sendable () -> Bool) throws -> T
  ) async throws(NavStore.Error) -> T {
    guard let value = try await runAny(body) as? T else { throw .closed }
    return value
  }

  // Not generic, because the compiler would make a copy of the function for each type of result.
  private func runAny(
    _ body:
      @escaping @Sendable (_ isCancelled: @escaping @Sendable () -> Bool) throws -> any Sendable
  ) async throws(NavStore.Error) -> any Sendable {
    let isCancelled = Locked(false)
    let result: Result<any Sendable, NavStore.Error> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        self.async {
          continuation.resume(
            returning: Result { () throws(NavStore.Error) in
              try NavStore.Error.wrapping { try body { isCancelled.withLock { $0 } } }
            })
        }
      }
    } onCancel: {
      isCancelled.withLock { $0 = true }
    }
    return try result.get()
  }

  /// Returns after `milliseconds`.
  func pause(milliseconds: Int) async {
    await withCheckedContinuation { continuation in
      asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { continuation.resume() }
    }
  }
}
