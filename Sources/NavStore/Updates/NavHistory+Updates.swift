import Dispatch

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

  /// Returns the result of `fetch`, and its new result after each later change, or several changes,
  /// of the history.
  ///
  /// After a retriable error, the query runs again at the next change, or after a second. Any other
  /// error, and exceeding the work limit, ends the sequence.
  package func updates<Value: Sendable>(
    _ fetch: @escaping @Sendable () async throws(NavStore.Error) -> Value
  ) -> NavUpdates<Value> {
    let (writer, account) = (store.writer, key)
    return NavUpdates {
      // The stream keeps only one signal. It is enough for several changes, because the query runs
      // after the signal is received.
      let (stream, signal) = AsyncStream.makeStream(
        of: Void.self, bufferingPolicy: .bufferingNewest(1))
      let number = writer.live.withState { $0.listeners.add((account, { signal.yield() })) }
      signal.onTermination = { _ in _ = writer.live.withState { $0.listeners.remove(number) } }
      signal.yield()
      // Changing these variables in the closure is safe, because only the iterator calls it.
      nonisolated(unsafe) var signals = stream.makeAsyncIterator()
      nonisolated(unsafe) var (hasAsked, hasFailed) = (false, false)
      return AsyncStream {
        while await signals.next() != nil {
          // Begin the call before checking whether the store is being suspended. Then either the
          // suspension waits for this result, or the query is postponed until the store is used
          // again.
          let call = writer.beginCall()
          defer { call.leave() }
          if hasAsked, writer.live.withState({ $0.arePostsPaused }) { continue }
          hasAsked = true
          do throws(NavStore.Error) {
            let value = try await fetch()
            hasFailed = false
            return value
          } catch {
            guard error.reason != .closed, error.reason != .cancelled else { break }
            if !hasFailed {
              hasFailed = true
              writer.failures.post(error)
              ProblemLog.note("A query that follows the history failed. \(error)")
            }
            // Don't repeat a query that has exceeded the work limit, because it would exceed the
            // limit again.
            guard error.isRetriable, error.reason != .limitReached else { break }
            DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(1)) { signal.yield() }
          }
        }
        return nil
      }
    }
  }
}
