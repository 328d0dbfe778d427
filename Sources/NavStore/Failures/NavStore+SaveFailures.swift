extension NavStore {
  /// Saves that failed, as they fail: a full disk, a locked device, another process that would not
  /// let go of the file, a route that cannot be stored.
  ///
  /// ```swift
  /// for await error in store.saveFailures { banner.show(error) }
  /// ```
  ///
  /// Memory keeps the truth, and the save is made again with the next change or ``flush()``, and
  /// after a second, two, four, up to a minute. Each attempt that fails is reported once, also where
  /// a caller is thrown the same error.
  ///
  /// A route of a live stack that cannot be stored (code `encodingFailed`, `payloadTooLarge`,
  /// `stackTooDeep` or `unregisteredRoute`) is reported once, and not tried again: a relaunch comes
  /// back to the screen beneath it, unless it has left the stack by then. So is a screen that has item
  /// state and no item (`noItem`). With code `moved` nothing failed, and what was saved before is gone
  /// with its file.
  public var saveFailures: SaveFailures { SaveFailures(hub: writer.failures) }

  /// The failures of a store's saves: see ``NavStore/saveFailures``.
  ///
  /// An iteration hears of what fails from its start on; while it is busy, the last 100 wait. Ends
  /// when its task is cancelled or the store is closed.
  public struct SaveFailures: AsyncSequence, Sendable {
    /// Why a save failed.
    public typealias Element = NavStore.Error

    let hub: FailureHub

    /// One iteration over the failures.
    public struct AsyncIterator: AsyncIteratorProtocol {
      private var failures: AsyncStream<NavStore.Error>.Iterator

      fileprivate init(_ hub: FailureHub) {
        let (stream, listener) = AsyncStream.makeStream(
          of: NavStore.Error.self, bufferingPolicy: .bufferingNewest(100))
        failures = stream.makeAsyncIterator()
        hub.add(listener)
      }

      /// The next failure; nil once the task is cancelled or the store closed.
      public mutating func next() async -> NavStore.Error? {
        await failures.next()
      }
    }

    /// Starts an iteration of its own.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(hub) }
  }
}
