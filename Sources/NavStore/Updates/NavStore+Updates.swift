extension NavStore {
  /// What happens, one after the other: the answers to a question about history, the changes of a
  /// stack, saves that fail. The call that returns it documents what it reports and what it leaves
  /// out.
  ///
  /// Each iteration is independent and reports what happens after it began. It ends when its task
  /// is cancelled or the store is closed, and dropping it releases all that it holds.
  public struct Updates<Value: Sendable>: AsyncSequence, Sendable {
    private let source: Source

    fileprivate enum Source: Sendable {
      case answers(HistoryQuestion<Value>)
      case events(@Sendable (AsyncStream<Value>.Continuation) -> Void, kept: Int)
    }

    init(_ question: HistoryQuestion<Value>) {
      source = .answers(question)
    }

    /// Events that `begin` sends on; while an iteration is busy, the last `kept` wait for it.
    init(
      keeping kept: Int, _ begin: @escaping @Sendable (AsyncStream<Value>.Continuation) -> Void
    ) {
      source = .events(begin, kept: kept)
    }

    /// One iteration.
    public struct AsyncIterator: AsyncIteratorProtocol {
      private var answers: HistoryAnswers<Value>?
      private var events: AsyncStream<Value>.Iterator?

      fileprivate init(_ source: Updates.Source) {
        switch source {
        case .answers(let question):
          answers = HistoryAnswers(question)
        case .events(let begin, let kept):
          let (stream, continuation) = AsyncStream.makeStream(
            of: Value.self, bufferingPolicy: .bufferingNewest(kept))
          events = stream.makeAsyncIterator()
          begin(continuation)
        }
      }

      /// The next one; nil once the task is cancelled or the store closed.
      public mutating func next() async -> Value? {
        if answers != nil { return await answers?.next() ?? nil }
        return await events?.next()
      }
    }

    /// Starts an iteration of its own.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(source) }
  }
}
