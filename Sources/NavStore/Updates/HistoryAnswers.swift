import Dispatch

/// A query of an account's history that is repeated after each change.
struct HistoryQuestion<Value: Sendable>: Sendable {
  let writer: Writer
  let account: String
  let fetch: @Sendable () async throws(NavStore.Error) -> Value
}

/// The results of a query: first the result at the start, then one result after each change that
/// may have affected it.
final class HistoryAnswers<Value: Sendable> {
  private let question: HistoryQuestion<Value>
  private var signals: AsyncStream<Void>.Iterator
  private let signal: AsyncStream<Void>.Continuation
  private let listener: HistoryListener
  private var hasAsked = false
  private var hasFailed = false
  private var hasEnded = false

  init(_ question: HistoryQuestion<Value>) {
    // The stream keeps one signal for several changes, because the query runs after the signal is
    // received.
    let (stream, signal) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    self.question = question
    self.signal = signal
    signals = stream.makeAsyncIterator()
    listener = HistoryListener(account: question.account) { signal.yield() }
    question.writer.live.add(listener)
    signal.yield()
  }

  /// At the first call, returns the current result. At each later call, waits for a change and
  /// returns the new result. Returns `nil` if the task is cancelled or the store is closed.
  ///
  /// After a retriable error, the query runs again at the next change, or after a second. Any other
  /// error ends the sequence.
  func next() async -> Value? {
    while !hasEnded, await signals.next() != nil {
      // Begin the call before checking whether the store is being suspended. Then either the
      // suspension waits for this result, or the query is postponed until the store is used again.
      let call = question.writer.beginCall()
      defer { call.leave() }
      if hasAsked, question.writer.live.defers(listener) { continue }
      hasAsked = true
      do {
        let value = try await question.fetch()
        hasFailed = false
        return value
      } catch {
        guard error.reason != .closed, error.reason != .cancelled else { break }
        report(error)
        // If the query exceeds the work limit, it will exceed it again in a second.
        guard error.isRetriable, error.reason != .limitReached else { break }
        let signal = signal
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(1)) { signal.yield() }
      }
    }
    hasEnded = true
    signal.finish()
    return nil
  }

  /// Reports an error, unless the query before it failed too.
  private func report(_ error: NavStore.Error) {
    guard !hasFailed else { return }
    hasFailed = true
    question.writer.failures.post(error)
    ProblemLog.note("A query that follows the history failed. \(error)")
  }
}
