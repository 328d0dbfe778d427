/// A sequence of values over time, for `for await`. The sequence never throws.
///
/// The values are results of a query, changes of a stack, or errors of failed saves. Each iteration
/// is independent, and receives only values after its start. An iteration ends when its task is
/// cancelled or the store is closed. Releasing the iterator releases everything that it retains.
public struct NavUpdates<Value: Sendable>: AsyncSequence, Sendable {
  private let start: @Sendable () -> AsyncStream<Value>

  /// - Parameter start: Begins an iteration.
  init(_ start: @escaping @Sendable () -> AsyncStream<Value>) {
    self.start = start
  }

  /// Makes a sequence of the events that `begin` sends. While the body of a loop over them runs,
  /// the last `kept` events are kept for that loop.
  init(
    keeping kept: Int, _ begin: @escaping @Sendable (AsyncStream<Value>.Continuation) -> Void
  ) {
    self.init {
      let (stream, continuation) = AsyncStream.makeStream(
        of: Value.self, bufferingPolicy: .bufferingNewest(kept))
      begin(continuation)
      return stream
    }
  }

  /// Creates an iterator. It ends when the task is cancelled or the store is closed.
  public func makeAsyncIterator() -> AsyncStream<Value>.Iterator { start().makeAsyncIterator() }
}
