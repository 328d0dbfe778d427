extension NavHistory {
  /// Returns the results of a query, which is repeated after each change of the history.
  ///
  /// The query runs at once for the first result. It runs again after each commit of this process
  /// that may have changed the history. Changes during a query, or before the app requests the next
  /// result, are combined into one result, and the last change is never missed. No query runs while
  /// no consumer waits or, after the first result, while the store is suspended.
  ///
  /// ```swift
  /// for await items in history.updates(.recent(limit: 20)) { … }
  /// ```
  ///
  /// The sequence doesn't throw. An error is reported once by ``NavStore/saveFailures`` and in the
  /// log. If the error is retriable, the query runs again at the next change or after a second.
  /// Otherwise, or if SQLite stopped a query that works without end, the sequence ends. The
  /// sequence also ends when the store is closed.
  public func updates(_ query: NavItemQuery = .recent()) -> NavUpdates<[NavItem<Element>]> {
    updates { () async throws(NavStore.Error) in try await items(query) }
  }

  /// Repeats the result of `fetch` after each change of the history.
  package func updates<Value: Sendable>(
    _ fetch: @escaping @Sendable () async throws(NavStore.Error) -> Value
  ) -> NavUpdates<Value> {
    let (writer, account) = (store.writer, key)
    return NavUpdates {
      // Sharing `answers` with the closure is safe although it isn't `Sendable`, because only the
      // iterator calls it.
      nonisolated(unsafe) let answers = HistoryAnswers(writer, account: account, fetch)
      return AsyncStream { await answers.next() }
    }
  }
}
