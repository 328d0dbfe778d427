/// Runs `body`, which hands work to a queue and waits for it, with a question for that work: whether
/// the task that asked for it has been cancelled.
func withCancellation<T: Sendable>(
  _ body: (_ isCancelled: @escaping @Sendable () -> Bool) async -> T
) async -> T {
  let isCancelled = Locked(false)
  return await withTaskCancellationHandler {
    await body { isCancelled.withLock { $0 } }
  } onCancel: {
    isCancelled.withLock { $0 = true }
  }
}
