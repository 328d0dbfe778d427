extension NavStore {
  /// What a check of restored routes against the app's data found.
  package struct Validation<R: Hashable & Sendable>: Sendable {
    /// Routes whose data is gone. They leave the stack, the back/forward lists and the history.
    package var gone: Set<R>

    /// Newer forms of routes: each takes the place of those that are equal to it.
    package var refreshed: [R]

    /// Nothing is gone, nothing refreshed, unless given.
    package init(gone: Set<R> = [], refreshed: [R] = []) {
      self.gone = gone
      self.refreshed = refreshed
    }
  }
}

extension NavStore.Session {
  /// Whether a validation has come to its end, whatever became of it.
  package var isValidated: Bool { withState(\.isValidated) }

  /// Holds the stack against the app's data, in one call for all of its routes.
  ///
  /// ```swift
  /// await session.validate(within: .seconds(2)) { routes in
  ///   let missing = try await api.missing(among: routes.compactMap(\.productID))
  ///   return .init(gone: Set(routes.filter { missing.contains($0.productID) }))
  /// }
  /// ```
  ///
  /// The stack is on screen meanwhile; what the check finds is changed in place, as
  /// ``NavHistory/removeRoutes(where:then:)`` and ``NavHistory/replaceRoutes(_:)`` do it. Not called for a stack at its root screen.
  ///
  /// - Parameters:
  ///   - deadline: How long to wait for `check`; 2 seconds unless given. A check that is late is
  ///     cancelled, and its answer is ignored.
  ///   - check: Says which of the routes are gone, and which have newer forms.
  /// - Returns: Whether the stack now is as the check says. False: it was late, it threw, or its
  ///   answer could not be saved, and the stack is as it was restored.
  @discardableResult
  package func validate(
    within deadline: Duration = .seconds(2),
    _ check: @escaping @Sendable ([R]) async throws -> NavStore.Validation<R>
  ) async -> Bool {
    defer { withState { $0.isValidated = true } }
    let routes = path
    guard !routes.isEmpty else { return true }
    let result = await Race.run(for: deadline) { try await check(routes) }
    guard case .finished(.success(let validation)) = result else { return false }
    return await apply(validation)
  }

  private func apply(_ validation: NavStore.Validation<R>) async -> Bool {
    let use = writer.uses.begin()
    defer { writer.uses.end(use) }
    do {
      if !validation.gone.isEmpty {
        let gone = validation.gone
        _ = try await writer.remove(
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

/// An answer or a deadline, whichever comes first.
private enum Race {
  enum Result<T: Sendable>: Sendable {
    case finished(Swift.Result<T, any Error>)
    case late
  }

  /// The work is cancelled at the deadline, and not waited for: it may not listen.
  static func run<T: Sendable>(
    for deadline: Duration, _ work: @escaping @Sendable () async throws -> T
  ) async -> Result<T> {
    let (answers, answer) = AsyncStream.makeStream(of: Result<T>.self)
    let task = Task {
      do {
        answer.yield(.finished(.success(try await work())))
      } catch {
        answer.yield(.finished(.failure(error)))
      }
    }
    let timer = Task {
      try await Task.sleep(for: deadline)
      answer.yield(.late)
    }
    defer {
      task.cancel()
      timer.cancel()
    }
    var iterator = answers.makeAsyncIterator()
    return await iterator.next() ?? .late
  }
}
