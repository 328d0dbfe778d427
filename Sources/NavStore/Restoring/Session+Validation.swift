extension NavStore {
  /// The result of comparing restored routes with the app's data.
  package struct Validation<R: Hashable & Sendable>: Sendable {
    /// Routes of deleted data. They are removed from the stack, the back/forward lists and the
    /// history.
    package var gone: Set<R>

    /// New versions of routes. Each replaces the routes that are equal to it.
    package var refreshed: [R]

    package init(gone: Set<R> = [], refreshed: [R] = []) {
      self.gone = gone
      self.refreshed = refreshed
    }
  }
}

extension NavStore.Session {
  /// Whether a validation of the stack has ended.
  package var isValidated: Bool { withState(\.isValidated) }

  /// Compares the stack with the app's data, in one call for all of its routes. The stack is on
  /// screen while `check` runs.
  ///
  /// - Parameters:
  ///   - deadline: The time to wait for `check`. A late check is cancelled, and its result is
  ///     ignored.
  ///   - check: Returns the routes of deleted data, and new versions of routes. It isn't called for
  ///     a stack at its root screen.
  /// - Returns: `true` if the check's result was applied and saved, or if the stack is at its root
  ///   screen. `false` if the check was late or threw, or if its result could not be saved.
  @discardableResult
  package func validate(
    within deadline: Duration = .seconds(2),
    _ check: @escaping @Sendable ([R]) async throws -> NavStore.Validation<R>
  ) async -> Bool {
    defer { withState { $0.isValidated = true } }
    let routes = path
    guard !routes.isEmpty else { return true }
    let validation = await result(within: deadline) { try await check(routes) }
    guard let validation else { return false }
    return await apply(validation)
  }

  private func apply(_ validation: NavStore.Validation<R>) async -> Bool {
    let call = writer.beginCall()
    defer { call.leave() }
    do {
      if !validation.gone.isEmpty {
        let gone = validation.gone
        try await writer.remove(
          RemovalRequest(core.codec, account: core.key.account) {
            gone.contains($0.unboxed(as: R.self))
          })
      }
      if !validation.refreshed.isEmpty {
        let newer = Dictionary(validation.refreshed.map { ($0, $0) }) { _, last in last }
        _ = try await writer.rewrite(core.codec, account: core.key.account) { route in
          newer[route.unboxed(as: R.self)].map { RouteBox($0) } ?? route
        }
      }
      return true
    } catch {
      return false
    }
  }
}

/// Returns the result of `work`; `nil` if it throws, or has not returned at the deadline. The work is
/// cancelled at the deadline. This function does not wait for the end of the work, because the work
/// may ignore the cancellation.
private func result<T: Sendable>(
  within deadline: Duration, of work: @escaping @Sendable () async throws -> T
) async -> T? {
  let (results, result) = AsyncStream.makeStream(of: T?.self)
  let task = Task { result.yield(try? await work()) }
  let timer = Task {
    try await Task.sleep(for: deadline)
    result.yield(nil)
  }
  defer {
    task.cancel()
    timer.cancel()
  }
  var iterator = results.makeAsyncIterator()
  return await iterator.next() ?? nil
}
