import NavStore

extension NavUpdates {
  /// Calls `action` with each value on the program's main loop: see ``NavMainLoop``.
  ///
  /// Use this method if the main loop does not drain Dispatch's main queue. With such a loop,
  /// `for await` on the main actor never resumes.
  ///
  /// ```swift
  /// let following = history.updates(.recent()).onChange { list.show($0) }
  /// ```
  ///
  /// - Returns: The task. Cancel the task to receive no more values. The task also ends when the
  ///   store is closed.
  @discardableResult
  public func onChange(
    _ action: @escaping @MainActor @Sendable (Value) -> Void
  ) -> Task<Void, Never> {
    Task.detached {
      let isCancelled = Locked(false)
      await withTaskCancellationHandler {
        for await value in self {
          MainLoop.schedule { if !isCancelled.withLock({ $0 }) { action(value) } }
        }
      } onCancel: {
        isCancelled.withLock { $0 = true }
      }
    }
  }
}
