import NavStorePlatform
import NavStoreSQLite

extension NavStore {
  /// How much a store holds, how large its file is, and what went wrong with it.
  ///
  /// Its ``description`` is made for a bug report and has more than the properties: scenes, accounts,
  /// stacks and items, free space, the log and who holds it, what opening did, and what is still to
  /// be erased. It holds no route, key, title, value or path.
  public struct Diagnostics: Sendable, CustomStringConvertible {
    package let openReport: OpenReport

    /// Windows that are open.
    package var openScenes = 0

    /// Windows that were closed and can be reopened.
    package var closedScenes = 0

    /// Accounts that have saved something; nobody is none.
    package var accounts = 0

    /// Stacks of scenes, of all accounts.
    package var stacks = 0

    /// Items that routes belong to, also of screens that were covered and never seen.
    package var items = 0

    /// Visits of the history: appearances that somebody has seen.
    public internal(set) var visits = 0

    /// The database's length; 0 for a store in memory.
    public internal(set) var fileBytes = 0

    /// How much of it is free: it is used again, or given back in idle moments.
    package var freeBytes = 0

    /// The length of the write-ahead log. The store moves it into the database at about 4 MB, in idle
    /// moments, and when it is suspended or closed.
    package var logBytes = 0

    /// Since when another program, or another store on the file, keeps the log from being moved, by the
    /// store's clock; nil if nobody was in the way at the last attempt. The log grows for so long, and
    /// each launch after a kill has to read all of it. Queries of this store are never the reason.
    package var logHeldSince: Date?

    /// Whether forgotten bytes are still in the file: see ``NavStore/NavStore/finishErasing()``.
    package var mustErase = false

    /// The last saves that failed in this process, at most 20, the newest last: see
    /// ``NavStore/NavStore/saveFailures``.
    public let saveFailures: [NavStore.Error]
  }

  /// How much the store holds, how large its file is, and what went wrong with it.
  ///
  /// Reads every visit once beside the store's own work: about 60 ms for a million. All changes made
  /// before the call are counted.
  ///
  /// - Throws: ``NavStore/Error`` with code `fileUnusable`, `busy` or `closed`.
  public func diagnostics() async throws(NavStore.Error) -> Diagnostics {
    let (report, failures) = (openReport, writer.failures.last)
    let isInMemory = writer.path == nil
    var diagnostics = try await reader.read { connection in
      var found = Diagnostics(openReport: report, saveFailures: failures)
      try DumpTable(db: connection).count(into: &found)
      if isInMemory { (found.fileBytes, found.freeBytes) = (0, 0) }
      return found
    }
    let log = try await logReport()
    (diagnostics.logBytes, diagnostics.logHeldSince) = (log.bytes, log.heldSince)
    return diagnostics
  }
}

extension NavStore.Diagnostics {
  /// One line for each, of those that say something.
  public var description: String {
    var lines = [
      "SQLite \(Connection.libraryVersion)",
      "scenes: \(openScenes) open, \(closedScenes) closed; accounts: \(accounts); stacks: \(stacks)",
      "visits: \(visits); items: \(items)",
      "file: \(fileBytes) bytes, \(freeBytes) of them free; log: \(logBytes) bytes",
    ]
    if let logHeldSince { lines.append("another program holds the log since \(logHeldSince)") }
    if mustErase { lines.append("forgotten bytes are still to be erased") }
    lines.append(openReport.description)
    lines += saveFailures.map { "a save failed: \($0)" }
    return lines.joined(separator: "\n")
  }
}
