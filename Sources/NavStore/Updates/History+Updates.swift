extension NavStore.History {
  /// The result of a query of items, repeated as the history changes: at once, after each commit of
  /// this process that may have changed it, and after ``NavStore/refreshUpdates()``.
  ///
  /// Changes during a query, or before the app asks for the next result, are one change. The next
  /// result has all of them, and the last change is never missed. No query runs while no consumer
  /// waits. After the first result, no query runs while the store is suspended.
  ///
  /// ```swift
  /// for await items in store.history(of: AppRoute.self, account: nil).updates(.recent(limit: 20)) { … }
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

  /// The newest visits that meet a filter, repeated as the history changes.
  ///
  /// - Parameters:
  ///   - filter: The filter, as in ``visits(where:limit:after:)``.
  ///   - limit: The number of visits; 0 or more.
  ///   - onError: Receives errors, as in ``updates(_:onError:)``.
  public func visitUpdates(
    where filter: NavStore.VisitFilter = .all, limit: Int = 20,
    onError: (@Sendable (NavStore.Error) -> Void)? = nil
  ) -> NavStore.Updates<NavStore.Page<NavStore.Visit<R>>> {
    updates(onError: onError) { () async throws(NavStore.Error) in
      try await visits(where: filter, limit: limit)
    }
  }

  /// Repeats the result of `fetch` after each change of the history.
  package func updates<Value: Sendable>(
    onError: (@Sendable (NavStore.Error) -> Void)?,
    _ fetch: @escaping @Sendable () async throws(NavStore.Error) -> Value
  ) -> NavStore.Updates<Value> {
    NavStore.Updates(
      HistoryQuestion(
        live: store.writer.live, uses: store.writer.uses, account: key, onError: onError,
        fetch: fetch))
  }
}

extension NavStore {
  /// Repeats every query of this process's ``History/updates(_:onError:)``.
  ///
  /// Commits of another process don't repeat a query. Call this method when the app becomes active,
  /// or when the other process sends a message. Returns at once.
  public func refreshUpdates() {
    writer.live.resumePosts()
    writer.live.post()
  }
}
