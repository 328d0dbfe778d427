extension NavStore.Session {
  /// Whether a validation of the stack has ended.
  package var isValidated: Bool { withState { $0.isValidated } }

  /// Compares the stack with the app's data, in one call for all of its routes. The stack is on
  /// screen while `missing` runs.
  ///
  /// - Parameters:
  ///   - deadline: The time to wait for `missing`. A late call is cancelled, and its result is
  ///     ignored.
  ///   - missing: Returns the routes of deleted data, which are removed from the stack, the
  ///     back/forward lists and the history. It isn't called for a stack at its root screen.
  /// - Returns: `true` if the result was applied and saved, or if the stack is at its root screen.
  ///   `false` if `missing` was late or threw, or if its result could not be saved.
  @discardableResult
  package func validate(
    within deadline: Duration = .seconds(2),
    _ missing: @escaping @Sendable ([R]) async throws -> Set<R>
  ) async -> Bool {
    defer { withState { $0.isValidated = true } }
    let routes = path
    guard !routes.isEmpty else { return true }
    let gone = await result(within: deadline) { try await missing(routes) }
    guard let gone else { return false }
    guard !gone.isEmpty else { return true }
    let request = RemovalRequest(core.codec, account: core.key.account) {
      gone.contains($0.unboxed(as: R.self))
    }
    return (try? await writer.remove(request)) != nil
  }
}

/// Returns the result of `work`; `nil` if it throws, or has not returned at the deadline. The work is
/// cancelled at the deadline. This function does not wait for the end of the work, because the work
/// may ignore the cancellation.
private func result<T: Sendable>(
  within deadline: Duration, of work: @escaping @Sendable () async throws -> T
) async -> T? {
  let (results, result) = AsyncStream.makeStream(of: T?.self)
  let tasks = [
    Task { _ = result.yield(try? await work()) },
    Task {
      try? await Task.sleep(for: deadline)
      result.yield(nil)
    },
  ]
  defer { for task in tasks { task.cancel() } }
  return await results.first { _ in true } ?? nil
}
