import Dispatch
import NavStorePlatform
import NavStoreSQLite

// Work on the writer's queue. It never waits there for another process's lock: the work fails at
// once, and the calling thread or task tries again until its time is over.
extension Writer {
  /// Runs `body` on the writer's queue and waits for its result. Use it for short work only,
  /// because an app's first frame waits here.
  ///
  /// If another process has the file locked, `body` throws and is run again, until the
  /// configuration's busy timeout is over. With `onlyReads`, it is run again for 50 ms at most. See
  /// `Writer+Reading.swift` for reads that don't wait for long work.
  package func sync<T>(
    onlyReads: Bool = false, _ body: (Connection) throws -> T
  ) throws(NavStore.Error) -> T {
    var result: T?
    try retrying(
      forMilliseconds: onlyReads
        ? Self.recoveryMilliseconds : configuration.busyTimeoutMilliseconds
    ) { () throws(NavStore.Error) in
      try onQueue { result = try body($0) }
    }
    guard let result else { throw .closed }
    return result
  }

  /// The milliseconds for which a read waits for another process that creates the file or recovers
  /// its WAL.
  static let recoveryMilliseconds = 50

  func retrying(
    forMilliseconds milliseconds: @autoclosure () -> Int,
    _ body: () throws(NavStore.Error) -> Void
  ) throws(NavStore.Error) {
    var wait = LockWait()
    while true {
      do throws(NavStore.Error) {
        return try body()
      } catch {
        guard let pause = wait.next(after: error, within: milliseconds()) else { throw error }
        usleep(UInt32(pause) * 1_000)
      }
    }
  }

  /// Runs `body` on the writer's queue and waits for it, in one attempt. With `isCancelled`, the
  /// work limit is higher, so that `body` may read or write the whole file.
  func onQueue(
    isCancelled: (@Sendable () -> Bool)? = nil, _ body: (Connection) throws -> Void
  ) throws(NavStore.Error) {
    var result = Result<Void, NavStore.Error>.success(())
    // The closure returns no result, because Dispatch's generic `sync` calls several other
    // functions, which takes time.
    queue.sync {
      result = Result { () throws(NavStore.Error) in try run(isCancelled: isCancelled, body) }
    }
    try result.get()
  }

  /// Runs `body` on the writer's queue without blocking a thread of the caller. If another process
  /// has the file locked, runs it again as ``sync(_:)`` does. With `isLong`, `body` may read or
  /// write the whole file, and ends if the task is cancelled.
  package func async<T: Sendable>(
    isLong: Bool = false, forMilliseconds milliseconds: Int? = nil,
    _ body: @escaping @Sendable (Connection) throws -> T
  ) async throws(NavStore.Error) -> T {
    guard let value = try await asyncAny(isLong, milliseconds, body) as? T else { throw .closed }
    return value
  }

  private func asyncAny(
    _ isLong: Bool, _ milliseconds: Int?,
    _ body: @escaping @Sendable (Connection) throws -> any Sendable
  ) async throws(NavStore.Error) -> any Sendable {
    try await retrying(forMilliseconds: milliseconds) { () async throws(NavStore.Error) in
      if isLong { self.beginLongWork() }
      defer { if isLong { self.endLongWork() } }
      return try await self.queue.run { isCancelled in
        try self.run(isCancelled: isLong ? isCancelled : nil, body)
      }
    }
  }

  /// Runs `body` again each time that another process's lock makes it fail, without blocking a
  /// thread. The default of `milliseconds` is the configuration's `busyTimeoutMilliseconds`.
  func retrying<T: Sendable>(
    forMilliseconds milliseconds: Int? = nil,
    _ body: @Sendable () async throws(NavStore.Error) -> T
  ) async throws(NavStore.Error) -> T {
    let milliseconds = milliseconds ?? configuration.busyTimeoutMilliseconds
    var wait = LockWait()
    while true {
      do throws(NavStore.Error) {
        return try await body()
      } catch {
        guard let pause = wait.next(after: error, within: milliseconds) else { throw error }
        await queue.pause(milliseconds: pause)
      }
    }
  }

  private func run<T>(
    isCancelled: (@Sendable () -> Bool)? = nil, _ body: (Connection) throws -> T
  ) throws(NavStore.Error) -> T {
    let connection = try open()
    return try NavStore.Error.wrapping {
      let limits = configuration.limits
      try connection.beginWork(
        isCancelled == nil ? .short(limits) : .wholeFile(of: connection, limits),
        isCancelled: isCancelled)
      return try body(connection)
    }
  }
}
