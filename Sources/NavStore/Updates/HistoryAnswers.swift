import Dispatch

/// A question about an account's history, to be asked again after each change.
struct HistoryQuestion<Value: Sendable>: Sendable {
  let live: LiveObjects
  let uses: InFlightCalls
  let account: String
  let onError: (@Sendable (NavStore.Error) -> Void)?
  let fetch: @Sendable () async throws(NavStore.Error) -> Value
}

/// The answers to a question, again and again: the current one first, then one after each change
/// that can have made it another.
final class HistoryAnswers<Value: Sendable> {
  private let question: HistoryQuestion<Value>
  private var signals: AsyncStream<Void>.Iterator
  private let signal: AsyncStream<Void>.Continuation
  private let listener: HistoryListener
  private var hasAsked = false
  private var hasEnded = false

  init(_ question: HistoryQuestion<Value>) {
    // One signal that waits stands for all of them: the answer is read after it was taken.
    let (stream, signal) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    self.question = question
    self.signal = signal
    signals = stream.makeAsyncIterator()
    listener = HistoryListener(account: question.account) { signal.yield() }
    question.live.add(listener)
    signal.yield()
  }

  /// The current answer at the first call, then the next one that a change has made; nil once the
  /// task is cancelled or the store closed.
  ///
  /// An error goes to `onError`. One that may pass is tried again with the next change, and after a
  /// second; one that cannot ends the sequence.
  func next() async -> Value? {
    while !hasEnded, await signals.next() != nil {
      // Begun before it is looked at whether the store is being suspended: then either that waits
      // for this answer, or this one for the store's next use.
      let use = question.uses.begin()
      defer { question.uses.end(use) }
      if hasAsked, question.live.defers(listener) { continue }
      hasAsked = true
      do {
        return try await question.fetch()
      } catch {
        guard error.reason != .closed, error.reason != .cancelled else { break }
        question.onError?(error)
        // A file that is too much work now is so in a second.
        guard error.isRetriable, error.reason != .limitReached else { break }
        let signal = signal
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(1)) { signal.yield() }
      }
    }
    hasEnded = true
    signal.finish()
    return nil
  }
}
