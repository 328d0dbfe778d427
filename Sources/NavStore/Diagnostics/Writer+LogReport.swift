import NavStorePlatform

/// The write-ahead log beside the database: what is saved and not yet moved into it.
struct LogReport: Equatable {
  /// The length of the log's file.
  var bytes = 0

  /// Since when another program keeps the log from being moved.
  var heldSince: Date?
}

extension NavStore {
  /// Waits for what the store is just writing, and reads no more than the size of a file. Does not
  /// open a suspended store.
  func logReport() async throws(NavStore.Error) -> LogReport {
    let writer = writer
    let report = Answer<LogReport?>()
    try await writer.queue.run(report.of { _ in writer.logReport })
    guard let report = try report.get() else { throw .closed }
    return report
  }
}

extension Writer {
  /// On the queue; nil once the store is closed.
  fileprivate var logReport: LogReport? {
    guard !isClosed else { return nil }
    var report = LogReport()
    var status = stat()
    // NB: never opened, since closing it would drop SQLite's locks.
    if let path, stat(path + "-wal", &status) == 0 { report.bytes = Int(status.st_size) }
    report.heldSince = maintenance.checkpointBlocker.since.map { Date(milliseconds: $0) }
    return report
  }
}
