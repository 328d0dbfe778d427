import NavStore
import NavStorePlatform
import NavStoreSQLite

extension NavStore {
  /// Returns the size and the problems of the store.
  ///
  /// All changes made before the call are counted. Reads every visit once, alongside the store's
  /// own work: about 60 ms for a million visits.
  ///
  /// - Throws: ``/NavStore/NavStore/Error`` with code `busy`, `fileUnusable` or `closed`.
  public func report() async throws(NavStore.Error) -> NavStoreReport {
    let (writer, opening) = (writer, openReport)
    var report = try await writer.read { connection in
      var report = NavStoreReport(opening: opening, saveFailures: writer.failures.last)
      try ReportTable(db: connection).count(into: &report)
      if writer.path == nil { (report.fileBytes, report.freeBytes) = (0, 0) }
      return report
    }
    (report.logBytes, report.logHeldSince) = try await logState()
    return report
  }

  /// Returns the length of the WAL in bytes, and the time since which checkpoints fail, or `nil` if
  /// the last one succeeded. Only another process makes them fail for long.
  ///
  /// Waits for a write that is running. If the store is suspended, its file isn't opened.
  func logState() async throws(NavStore.Error) -> (bytes: Int, heldSince: Date?) {
    let writer = writer
    return try await writer.queue.run { _ in
      guard !writer.isClosed else { throw NavStore.Error.closed }
      var status = stat()
      // NB: the WAL is never opened here, because closing it would release SQLite's locks.
      let hasLog = writer.path.map { stat($0 + "-wal", &status) == 0 } ?? false
      return (
        bytes: hasLog ? Int(status.st_size) : 0,
        heldSince: writer.maintenance.failedCheckpoints.since.map { Date(milliseconds: $0) }
      )
    }
  }
}

/// The amount of data in a store, and its problems. The report contains no data of the user.
///
/// ``description`` is text for a bug report. The text also has the numbers of accounts and stacks,
/// the free space, and the size of the WAL. It reports how the store was opened, whether another
/// process holds the WAL, and whether forgotten bytes are still in the file. It has no route, key,
/// title, value or path.
public struct NavStoreReport: Hashable, Sendable, CustomStringConvertible {
  /// The number of visits of all accounts, without visits that were forgotten or never seen.
  public internal(set) var visits = 0

  /// The number of items, including items whose screens were always covered by another screen.
  public internal(set) var items = 0

  /// The number of scenes, including closed ones.
  public var scenes: Int { openScenes + closedScenes }

  /// The size of the file and its write-ahead log; 0 for a store in memory.
  public var bytes: Int { fileBytes + logBytes }

  /// The error because of which the store works in memory, or `nil`.
  public let openProblem: NavStore.Error?

  /// The damaged file that was quarantined when the store was opened, or `nil`.
  public let quarantinedFile: URL?

  /// The errors of the latest saves that failed in this process, at most 20, the newest last.
  public let saveFailures: [NavStore.Error]

  var openScenes = 0
  var closedScenes = 0

  /// The number of accounts that have saved something, without the signed-out account.
  var accounts = 0

  /// The number of stacks that belong to a scene, in all accounts.
  var stacks = 0
  var fileBytes = 0

  /// The number of bytes in the file that are free. They are reused, or given back to the file
  /// system when the store is idle.
  var freeBytes = 0
  var logBytes = 0

  /// The time of the first checkpoint that failed, by the store's clock; `nil` if the last
  /// checkpoint succeeded.
  var logHeldSince: Date?

  /// Whether bytes of forgotten visits are still in the file.
  var mustErase = false

  /// The report on how the store was opened, as text.
  private let opening: String

  init(opening: NavStore.OpenReport, saveFailures: [NavStore.Error]) {
    openProblem = opening.fallbackReason
    quarantinedFile = opening.quarantinedFile
    self.opening = opening.description
    self.saveFailures = saveFailures
  }

  /// The report as text, a line for each fact.
  public var description: String {
    var lines = [
      SQLiteLibrary.description,
      "scenes: \(openScenes) open, \(closedScenes) closed; accounts: \(accounts); stacks: \(stacks)",
      "visits: \(visits); items: \(items)",
      "file: \(fileBytes) bytes, \(freeBytes) of them free; log: \(logBytes) bytes",
    ]
    if let logHeldSince { lines.append("checkpoints have failed since \(logHeldSince)") }
    if mustErase { lines.append("forgotten bytes are still to be erased") }
    lines.append(opening)
    lines += saveFailures.map { "a save failed: \($0)" }
    return lines.joined(separator: "\n")
  }
}
