import NavStorePlatform

extension NavStore {
  /// A handle, with the type of the routes, to a live stack, whose routes are type-erased. A router
  /// changes its stack through a session.
  ///
  /// Each change is in memory when the call returns. Soon after, changes are committed in their
  /// order, with the back/forward list and the history. A save that failed is tried again.
  ///
  /// A route that can't be stored is in memory only, and the stored stack ends below it.
  /// ``NavStore/flush()`` throws for as long as that route is on the stack.
  /// ``NavStore/saveFailures`` and the system log report that route once.
  ///
  /// A session can be used from any thread.
  package final class Session<R: Hashable & Sendable>: Sendable {
    package let core: LiveStack

    /// The type of the boxes in which routes are held. It is stored in the session so that a change
    /// needs no type lookup at run time.
    package let box = RouteBox<R>.self

    init(_ core: LiveStack) {
      self.core = core
    }

    var key: StackKey { core.key }
    var writer: Writer { core.writer }

    func withState<T>(_ body: (inout LiveStack.State) throws -> T) rethrows -> T {
      try core.withState(body)
    }

    /// The root route and the path after the latest change, with the failures and the skipped
    /// reason of the restore.
    var currentRestoration: NavRestoration<R> {
      withState { restoration($0, of: $0.stack, savedAt: $0.stored.savedAt) }
    }

    /// The restored root route and path, with the restoration failures. Screens that were forgotten
    /// after the restore are left out, and routes that were rewritten after it have their new form.
    package var restoration: NavRestoration<R> {
      withState { restoration($0, of: $0.found.stack, savedAt: $0.found.stored.savedAt) }
    }

    private func restoration(
      _ state: borrowing LiveStack.State, of stack: StackState, savedAt: Int64?
    ) -> NavRestoration<R> {
      NavRestoration(
        root: stack.rootRoute?.unboxed(as: R.self), path: stack.lastingPath.unboxed(),
        failures: state.found.failures, savedAt: savedAt.map { Date(milliseconds: $0) },
        skippedReason: state.found.skippedReason)
    }

    /// The key of the session's scene.
    package var scene: String { key.scene }

    /// The account of the stack; `nil` for signed-out use.
    package var account: String? { key.account.isEmpty ? nil : key.account }

    /// The stack's name; empty for the unnamed one.
    package var name: String { key.name }
  }
}

extension NavStore.Session {
  /// The elements above the root screen, bottom first, including the changes of the open turn.
  /// O(depth).
  package var path: [R] { withState { $0.stack.path }.unboxed() }

  /// The number of elements above the root screen.
  package var depth: Int { withState { $0.stack.depth } }

  /// The route of the root screen, or `nil` if the app sets none.
  package var root: R? {
    withState { $0.stack.rootRoute }?.unboxed(as: R.self)
  }

  /// Whether the stack was imported from legacy state and isn't saved yet. If `true`, setting the
  /// path to equal elements counts as a change, so that the stack is saved.
  package var waitsForFirstTurn: Bool {
    withState { $0.stack.adoptedTop?.isQueued == false }
  }
}

extension [ErasedRoute] {
  func unboxed<R: Equatable & Sendable>(as type: R.Type = R.self) -> [R] {
    map { $0.unboxed(as: type) }
  }

  /// Returns routes in boxes. A route that is bitwise equal to the route that this array has at the
  /// same position keeps that route's box.
  func replaced<R: Equatable & Sendable>(by routes: [R]) -> [ErasedRoute] {
    // The routes are compared in place, because copying them would take longer.
    routes.withUnsafeBufferPointer { routes in
      routes.indices.map { index in
        guard index < count, let start = routes.baseAddress, self[index].hasBits(at: start + index)
        else { return RouteBox(routes[index]) }
        return self[index]
      }
    }
  }
}

// MARK: - For routers and mirrors

extension NavStore.Session {
  /// Calls `body`, which changes the stack, and returns the result of `body`.
  ///
  /// A router that collects the changes of one turn passes `endsTurn: false`, and calls
  /// ``NavStore/endOpenTurns()`` at the end of the turn. The object `observer`, which makes the
  /// change, is not notified.
  package func change<T>(
    endsTurn: Bool = true, by observer: AnyObject? = nil, _ body: (inout StackState) -> T
  ) -> T {
    core.change(endsTurn: endsTurn, by: observer, body)
  }

  /// Calls `body` after each change of the stack, on the thread that made the change. Changes by
  /// `observer` are left out.
  package func observe(_ observer: AnyObject, _ body: @escaping @Sendable () -> Void) {
    withState { $0.observers.set(body, of: ObjectIdentifier(observer)) }
  }

  package func stopObserving(_ observer: ObjectIdentifier) {
    withState { $0.observers.remove(of: observer) }
  }

  /// The number of times that the stack was deleted or erased since it was restored.
  package var erasures: Int { withState { $0.erasures } }

  /// A number that increases with each change of the stack.
  package var revision: Int { withState { $0.stack.revision } }
}

extension Date {
  /// Creates a date from a time that the file stores: the number of milliseconds since 1970.
  package init(milliseconds: Int64) {
    self.init(timeIntervalSince1970: Double(milliseconds) / 1_000)
  }
}
