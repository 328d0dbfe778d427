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
  ///     tried again, anything else (`invalidLimit`, `invalidKey`, `searchTooLong`,
  ///     `unstableRouteTag`, `damaged`) ends the sequence. Not told that the store was closed, which ends it too.
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

  /// The newest visits that meet a filter, as history changes.
  ///
  /// - Parameters: as ``visits(_:where:limit:account:after:)`` and
  ///   ``updates(_:as:account:onError:)``.
  public func visitUpdates<R: NavStore.Route>(
    _ type: R.Type, where filter: NavStore.VisitFilter = .all, limit: Int = 20,
    account: String = "", onError: (@Sendable (NavStore.Error) -> Void)? = nil
  ) -> NavStore.Updates<NavStore.Page<NavStore.Visit<R>>> {
    updates(account: account, onError: onError) { () async throws(NavStore.Error) in
      try await visits(type, where: filter, limit: limit, account: account)
    }
  }

  /// The same for all types of a registry.
  public func visitUpdates(
    as registry: NavStore.RouteRegistry, where filter: NavStore.VisitFilter = .all,
    limit: Int = 20, account: String = "", onError: (@Sendable (NavStore.Error) -> Void)? = nil
  ) -> NavStore.Updates<NavStore.Page<NavStore.Visit<NavStore.Element>>> {
    updates(account: account, onError: onError) { () async throws(NavStore.Error) in
      try await visits(as: registry, where: filter, limit: limit, account: account)
    }
  }

  /// The same for a type that is stored as another.
  public func visitUpdates<R: Hashable & Sendable, Stored: NavStore.Route>(
    _ type: R.Type, where filter: NavStore.VisitFilter = .all, limit: Int = 20,
    account: String = "", mapping: NavStore.RouteMapping<R, Stored>,
    onError: (@Sendable (NavStore.Error) -> Void)? = nil
  ) -> NavStore.Updates<NavStore.Page<NavStore.Visit<R>>> {
    updates(account: account, onError: onError) { () async throws(NavStore.Error) in
      try await visits(type, where: filter, limit: limit, account: account, mapping: mapping)
    }
  }

  /// The branch tree of a scene, as it grows.
  ///
  /// A change of the stack that makes no visit (going back, popping) is no news here.
  ///
  /// - Parameters: as ``tree(ofScene:stack:as:limit:account:after:)`` and
  ///   ``updates(_:as:account:onError:)``.
  public func treeUpdates<R: NavStore.Route>(
    ofScene scene: String, stack: String? = nil, as type: R.Type, limit: Int = 100,
    account: String = "", onError: (@Sendable (NavStore.Error) -> Void)? = nil
  ) -> NavStore.Updates<NavStore.VisitTree<R>> {
    updates(account: account, onError: onError) { () async throws(NavStore.Error) in
      try await tree(ofScene: scene, stack: stack, as: type, limit: limit, account: account)
    }
  }

  /// Asks every question of this process's ``updates(_:as:account:onError:)`` again.
  ///
  /// For commits of another process, which this one is not told of: call it when the app becomes
  /// active, or when the other sends word. Returns at once.
  public func refresh() {
    store.writer.live.resumePosts()
    store.writer.live.post()
  }

  private func items<R>(
    _ query: NavStore.ItemQuery, _ codec: RouteCodec<R>, account: String
  ) async throws(NavStore.Error) -> NavStore.Page<NavStore.Item<R>> {
    let limit = query.limit
    return switch query.kind {
    case .recent: try await recent(codec, limit: limit, account: account, after: nil)
    case .relevant: try await relevant(codec, limit: limit, account: account, after: nil)
    case .mostVisited: try await mostVisited(codec, limit: limit, account: account, after: nil)
    case .search(let text):
      try await search(text, codec, limit: limit, account: account, after: nil)
    }
  }

  private func updates<Value: Sendable>(
    account: String, onError: (@Sendable (NavStore.Error) -> Void)?,
    _ fetch: @escaping @Sendable () async throws(NavStore.Error) -> Value
  ) -> NavStore.Updates<Value> {
    NavStore.Updates(
      live: store.writer.live, uses: store.writer.uses, account: account, onError: onError,
      fetch: fetch)
  }
}
