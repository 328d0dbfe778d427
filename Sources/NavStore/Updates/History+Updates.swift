extension NavStore.History {
  /// The answers to a question about items, as history changes: the current one at once, then one
  /// after each commit of this process that can have changed it, and after ``refresh()``.
  ///
  /// ```swift
  /// for await items in store.history.updates(.recent(limit: 20), as: AppRoute.self) { … }
  /// ```
  ///
  /// - Parameters:
  ///   - query: The question.
  ///   - type: The type of the routes.
  ///   - account: Whose history; empty for nobody's.
  ///   - onError: Told of what went wrong: what may pass (`busy`, `inputOutput`, `diskFull`) is
  ///     tried again, anything else (`invalidLimit`, `invalidKey`, `unstableRouteTag`, `damaged`)
  ///     ends the sequence. Not told that the store was closed, which ends it too.
  public func updates<R: NavStore.Route>(
    _ query: NavStore.ItemQuery, as type: R.Type, account: String = "",
    onError: (@Sendable (NavStore.Error) -> Void)? = nil
  ) -> NavStore.Updates<NavStore.Page<NavStore.Item<R>>> {
    updates(account: account, onError: onError) { () async throws(NavStore.Error) in
      try await items(query, store.codec(of: R.self), account: account)
    }
  }

  /// The same for all types of a registry.
  public func updates(
    _ query: NavStore.ItemQuery, as registry: NavStore.RouteRegistry, account: String = "",
    onError: (@Sendable (NavStore.Error) -> Void)? = nil
  ) -> NavStore.Updates<NavStore.Page<NavStore.Item<NavStore.Element>>> {
    updates(account: account, onError: onError) { () async throws(NavStore.Error) in
      try await items(query, store.codec(of: registry), account: account)
    }
  }

  /// The same for a type that is stored as another.
  public func updates<R: Hashable & Sendable, Stored: NavStore.Route>(
    _ query: NavStore.ItemQuery, as type: R.Type, account: String = "",
    mapping: NavStore.RouteMapping<R, Stored>,
    onError: (@Sendable (NavStore.Error) -> Void)? = nil
  ) -> NavStore.Updates<NavStore.Page<NavStore.Item<R>>> {
    updates(account: account, onError: onError) { () async throws(NavStore.Error) in
      try await items(query, store.codec(of: mapping), account: account)
    }
  }

  /// Asks every question of this process's ``updates(_:as:account:onError:)`` again.
  ///
  /// For commits of another process, which this one is not told of: call it when the app becomes
  /// active, or when the other sends word. Returns at once.
  public func refresh() {
    store.writer.changes.post()
  }

  private func items<R>(
    _ query: NavStore.ItemQuery, _ codec: RouteCodec<R>, account: String
  ) async throws(NavStore.Error) -> NavStore.Page<NavStore.Item<R>> {
    switch query.kind {
    case .recent: try await recent(codec, limit: query.limit, account: account, after: nil)
    }
  }

  private func updates<Value: Sendable>(
    account: String, onError: (@Sendable (NavStore.Error) -> Void)?,
    _ fetch: @escaping @Sendable () async throws(NavStore.Error) -> Value
  ) -> NavStore.Updates<Value> {
    NavStore.Updates(hub: store.writer.changes, account: account, onError: onError, fetch: fetch)
  }
}
