extension NavHistory {
  /// Returns the results of a query, repeated after each change.
  ///
  /// The first result is immediate. The next ones follow each commit of this process that may have
  /// changed the history. Changes during a query, or before the app requests the next result, are
  /// combined into one result, and the last change is never missed. No query runs while no consumer
  /// waits or, after the first result, while the store is suspended.
  ///
  /// ```swift
  /// for await items in history.updates(.recent(limit: 20)) { … }
  /// ```
  ///
  /// The sequence doesn't throw. An error is reported once by ``NavStore/saveFailures`` and in the
  /// log. If the error is retriable, the query runs again with the next change and after a second;
  /// otherwise, the sequence ends. The sequence also ends with the store.
  public func updates(_ query: NavItemQuery = .recent()) -> NavUpdates<[NavItem<Element>]> {
    updates { () async throws(NavStore.Error) in try await items(query) }
  }

  /// Repeats the result of `fetch` after each change of the history.
  package func updates<Value: Sendable>(
    _ fetch: @escaping @Sendable () async throws(NavStore.Error) -> Value
  ) -> NavUpdates<Value> {
    NavUpdates(HistoryQuestion(writer: store.writer, account: key, fetch: fetch))
  }
}

extension NavStore {
  /// Repeats every query of this process's ``NavHistory/updates(_:)``.
  ///
  /// Commits of another process don't repeat a query. Call this method when the app becomes active,
  /// or when the other process sends a message. Returns at once.
  package func refreshUpdates() {
    writer.live.resumePosts()
    writer.live.post()
  }
}
