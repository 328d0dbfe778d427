import Dispatch

/// The results of a query of an account's history: first the result at the start, then a result
/// after each later change, or several changes, of the history.
final class HistoryAnswers<Value: Sendable> {
  private let writer: Writer
  private let fetch: @Sendable () async throws(NavStore.Error) -> Value
  private var signals: AsyncStream<Void>.Iterator
  private let signal: AsyncStream<Void>.Continuation
  private var hasAsked = false
  private var hasFailed = false

  init(
    _ writer: Writer, account: String,
    _ fetch: @escaping @Sendable () async throws(NavStore.Error) -> Value
  ) {
    // The stream keeps only one signal. It is enough for several changes, because the query runs
    // after the signal is received.
    let (stream, signal) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    (self.writer, self.fetch) = (writer, fetch)
    self.signal = signal
    signals = stream.makeAsyncIterator()
    let number = writer.live.withState { $0.listeners.add((account, { signal.yield() })) }
    signal.onTermination = { _ in _ = writer.live.withState { $0.listeners.remove(number) } }
    signal.yield()
  }

  /// At the first call, returns the current result. At each later call, waits for a change of the
  /// history and returns the new result. Returns `nil` if the task is cancelled or the store is
  /// closed; the iterator makes no further call then.
  ///
  /// After a retriable error, the query runs again at the next change, or after a second. Any other
  /// error, and exceeding the work limit, ends the sequence.
  func next() async -> Value? {
    while await signals.next() != nil {
      // Begin the call before checking whether the store is being suspended. Then either the
      // suspension waits for this result, or the query is postponed until the store is used again.
      let call = writer.beginCall()
      defer { call.leave() }
      if hasAsked, writer.live.withState({ $0.defersPost() }) { continue }
      hasAsked = true
      do {
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
        // Don't repeat a query that has exceeded the work limit, because it would exceed the limit
        // again.
        guard error.isRetriable, error.reason != .limitReached else { break }
        let signal = signal
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(1)) { signal.yield() }
      }
    }
    return nil
  }
}
