import NavStore

extension NavStore.Updates {
  /// Calls `action` with each answer, by the program's main loop: see ``NavMainLoop``. For a loop
  /// that does not drain Dispatch's main queue, where `for await` on the main actor never resumes.
  ///
  /// ```swift
  /// let following = history.updates(.recent()).onChange { list.show($0) }
  /// ```
  ///
  /// - Returns: What follows; cancel it to end that. It also ends with the store.
  @discardableResult
  public func onChange(
    _ action: @escaping @MainActor @Sendable (Value) -> Void
  ) -> Task<Void, Never> {
    Task.detached {
      for await value in self { MainLoop.schedule { action(value) } }
    }
  }
}
