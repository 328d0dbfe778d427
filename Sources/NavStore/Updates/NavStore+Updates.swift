import Dispatch

extension NavStore {
  /// The answers to one question, again and again: the current one first, then one after each
  /// change that can have made it another.
  ///
  /// Changes that come while an answer is read or worked on are one change: the next answer holds
  /// all of them, and the last one is never missed. Each iteration asks for itself; nothing is
  /// asked while nobody waits, nor, after the first answer, while the store is suspended. Ends when
  /// its task is cancelled or the store is closed, and takes nothing along when it is dropped.
  public struct Updates<Value: Sendable>: AsyncSequence, Sendable {
    /// An answer.
    public typealias Element = Value

    let live: LiveObjects
    let uses: Uses
    let account: String
    let onError: (@Sendable (NavStore.Error) -> Void)?
    let fetch: @Sendable () async throws(NavStore.Error) -> Value

    /// One iteration over the answers.
    public struct AsyncIterator: AsyncIteratorProtocol {
      private var signals: AsyncStream<Void>.Iterator
      private let signal: AsyncStream<Void>.Continuation
      private let onError: (@Sendable (NavStore.Error) -> Void)?
      private let fetch: @Sendable () async throws(NavStore.Error) -> Value
      private let live: LiveObjects
      private let uses: Uses
      private let listener: HistoryListener
      private var hasAsked = false
      private var hasEnded = false

      fileprivate init(_ updates: Updates) {
        // One signal that waits stands for all of them: the answer is read after it was taken.
        let (stream, signal) = AsyncStream.makeStream(
          of: Void.self, bufferingPolicy: .bufferingNewest(1))
        live = updates.live
        listener = HistoryListener(account: updates.account) { signal.yield() }
        live.add(listener)
        signal.yield()
        signals = stream.makeAsyncIterator()
        self.signal = signal
        uses = updates.uses
        onError = updates.onError
        fetch = updates.fetch
      }

      /// The current answer at the first call, then the next one that a change has made; nil once
      /// the task is cancelled or the store closed.
      ///
      /// An error goes to `onError`. One that may pass is tried again with the next change, and
      /// after a second; one that cannot ends the sequence.
      public mutating func next() async -> Value? {
        while !hasEnded, await signals.next() != nil {
          // Begun before it is looked at whether the store is being suspended: then either that
          // waits for this answer, or this one for the store's next use.
          let use = uses.begin()
          defer { uses.end(use) }
          if hasAsked, live.defers(listener) { continue }
          hasAsked = true
          do {
            return try await fetch()
          } catch {
            guard error.code != .closed, error.code != .cancelled else { break }
            onError?(error)
            // A file that is too much work now is so in a second.
            guard error.isRetriable, error.code != .limitReached else { break }
            let signal = signal
            DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(1)) { signal.yield() }
          }
        }
        hasEnded = true
        signal.finish()
        return nil
      }
    }

    /// Starts an iteration of its own.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }
  }
}
