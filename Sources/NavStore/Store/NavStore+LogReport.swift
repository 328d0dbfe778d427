#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension NavStore {
  /// The write-ahead log beside the database: what is saved and not yet moved into it.
  ///
  /// The store moves it at about 4 MB, in idle moments, and when it is suspended or closed. It cannot
  /// while another program reads the file in a transaction that does not end; the log grows for so
  /// long, and each launch after a kill has to read all of it.
  public struct LogReport: Sendable, Hashable {
    /// The length of the log's file.
    public internal(set) var bytes = 0

    /// Since when another program, or another store on the file, keeps the log from being moved, by
    /// the store's clock; nil where nobody was in the way at the last attempt. Queries of this store
    /// are never the reason.
    public internal(set) var heldSince: Date?
  }

  /// How long the log is, and whether somebody else keeps it from being moved.
  ///
  /// Waits for what the store is just writing, and reads no more than the size of a file. Does not
  /// open a suspended store.
  ///
  /// - Throws: ``NavStore/Error`` with code `closed`.
  public func logReport() async throws(NavStore.Error) -> LogReport {
    let writer = writer
    guard let report = try await writer.queue.run({ _ in writer.logReport }) else { throw .closed }
    return report
  }
}

extension Writer {
  /// On the queue; nil once the store is closed.
  fileprivate var logReport: NavStore.LogReport? {
    guard !isClosed else { return nil }
    var report = NavStore.LogReport()
    var status = stat()
    // NB: never opened, since closing it would drop SQLite's locks.
    if let path, stat(path + "-wal", &status) == 0 { report.bytes = Int(status.st_size) }
    report.heldSince = maintenance.logHold.since.map { Date(milliseconds: $0) }
    return report
  }
}
