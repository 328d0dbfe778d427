import CSQLite

extension Connection {
  /// Runs `body` with every statement interrupted, with `SQLITE_INTERRUPT`, once it is past
  /// `deadline`: for files that may be damaged in a way that keeps SQLite busy.
  package func withDeadline<T>(
    _ deadline: ContinuousClock.Instant, _ body: () throws -> T
  ) rethrows -> T {
    let watch = Deadline(deadline)
    // A few thousand instructions are tens of microseconds.
    sqlite3_progress_handler(
      handle, 4_000,
      { context in
        guard let context else { return 0 }
        return Unmanaged<Deadline>.fromOpaque(context).takeUnretainedValue().isOver ? 1 : 0
      }, Unmanaged.passUnretained(watch).toOpaque())
    defer {
      if !isClosed { meter.install(on: handle) }
    }
    return try withExtendedLifetime(watch) { try body() }
  }

  /// Refuses text and blobs of more than `bytes`, with `SQLITE_TOOBIG`.
  package func limitLength(bytes: Int) {
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Int32(clamping: bytes))
  }
}

private final class Deadline {
  private let instant: ContinuousClock.Instant

  init(_ instant: ContinuousClock.Instant) {
    self.instant = instant
  }

  var isOver: Bool { ContinuousClock.now >= instant }
}
