import Dispatch

/// The only bridge from a queue to async callers.
extension DispatchQueue {
  /// Runs `body` on the queue without blocking a thread. Long work calls `isCancelled` now and then
  /// to check whether the task was cancelled.
  @discardableResult
  package func run<T: Sendable>(
    _ body: @escaping @Sendable (_ isCancelled: @escaping @Sendable () -> Bool) throws -> T
  ) async throws(NavStore.Error) -> T {
    guard let value = try await runAny(body) as? T else { throw .closed }
    return value
  }

  // Not generic, because each type would get its own copy.
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
