extension NavStore.History {
  /// The answers to a question about items, as history changes: the current one at once, then one
  /// after each commit of this process that can have changed it, and after
  /// ``NavStore/refreshUpdates()``.
  ///
  /// Changes that come while an answer is read or worked on are one change: the next answer holds
  /// all of them, and the last one is never missed. No query runs while no consumer waits, nor,
  /// after the first answer, while the store is suspended.
  ///
  /// ```swift
  /// for await items in store.history(of: AppRoute.self).updates(.recent(limit: 20)) { … }
  /// ```
  ///
  /// - Parameters:
  ///   - query: The question.
  ///   - onError: Called with each error. After an error that is retriable the query is run again; any
  ///     other error ends the sequence. Not called if the store was closed, which ends it too.
  public func updates(
    _ query: NavStore.ItemQuery, onError: (@Sendable (NavStore.Error) -> Void)? = nil
  ) -> NavStore.Updates<NavStore.Page<NavStore.Item<R>>> {
    updates(onError: onError) { () async throws(NavStore.Error) in
      switch query.kind {
      case .recent: try await recent(limit: query.limit)
      case .frecent: try await frecent(limit: query.limit)
      case .mostVisited: try await mostVisited(limit: query.limit)
      case .search(let text): try await search(text, limit: query.limit)
      }
    }
  }

  /// The newest visits that meet a filter, as history changes.
  ///
  /// - Parameters: as ``visits(where:limit:after:)`` and ``updates(_:onError:)``.
  public func visitUpdates(
    where filter: NavStore.VisitFilter = .all, limit: Int = 20,
    onError: (@Sendable (NavStore.Error) -> Void)? = nil
  ) -> NavStore.Updates<NavStore.Page<NavStore.Visit<R>>> {
    updates(onError: onError) { () async throws(NavStore.Error) in
      try await visits(where: filter, limit: limit)
    }
  }

  /// The branch tree of a scene, as it grows.
  ///
  /// A change of the stack that makes no visit (going back, popping) is no news here.
  ///
  /// - Parameters: as ``tree(in:stack:limit:after:)`` and ``updates(_:onError:)``.
  public func treeUpdates(
    in scene: String, stack: String? = nil, limit: Int = 100,
    onError: (@Sendable (NavStore.Error) -> Void)? = nil
  ) -> NavStore.Updates<NavStore.VisitTree<R>> {
    updates(onError: onError) { () async throws(NavStore.Error) in
      try await tree(in: scene, stack: stack, limit: limit)
    }
  }

  private func updates<Value: Sendable>(
    onError: (@Sendable (NavStore.Error) -> Void)?,
    _ fetch: @escaping @Sendable () async throws(NavStore.Error) -> Value
  ) -> NavStore.Updates<Value> {
    NavStore.Updates(
      HistoryQuestion(
        live: store.writer.live, uses: store.writer.uses, account: account, onError: onError,
        fetch: fetch))
  }
}

extension NavStore {
  /// Asks every question of this process's ``History/updates(_:onError:)`` again.
  ///
  /// For commits of another process, which this one is not told of: call it when the app becomes
  /// active, or when the other sends word. Returns at once.
  public func refreshUpdates() {
    writer.live.resumePosts()
    writer.live.post()
  }
}
