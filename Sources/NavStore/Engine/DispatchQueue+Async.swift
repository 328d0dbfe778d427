import Dispatch

/// The one bridge from a queue to async callers.
extension DispatchQueue {
  /// Runs `body` on the queue; no thread waits for it. `isCancelled` says whether the task that
  /// asked has been cancelled: long work looks now and then. What `body` comes to it leaves in an
  /// ``Answer``.
  package func run(
    _ body: @escaping @Sendable (_ isCancelled: @escaping @Sendable () -> Bool) throws -> Void
  ) async throws(NavStore.Error) {
    let isCancelled = Locked(false)
    let result: Result<Void, NavStore.Error> = await withTaskCancellationHandler {
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
    try result.get()
  }

  /// Returns after `milliseconds`.
  func pause(milliseconds: Int) async {
    await withCheckedContinuation { continuation in
      asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { continuation.resume() }
    }
  }
}
