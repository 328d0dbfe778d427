import NavStorePlatform
import NavStoreSQLite

/// Restores an app exactly where its user left it, and records everything the user visited.
///
/// A store is one SQLite file, or a database in memory. For each scene (a window), it keeps named
/// stacks of routes with their back/forward lists, small values, and the history of every visit.
///
/// ```swift
/// let store = NavStore.standard
/// try store.save([AppRoute.category("shoes"), .product(id: 7)], in: "main")
/// let stack = try store.restore(AppRoute.self, in: "main").path
/// ```
///
/// Opening, ``save(_:in:stack:account:)`` and
/// ``restore(_:in:stack:account:expiresAfter:onUndecodable:migratingFrom:)`` are synchronous and
/// short. Queries, ``flush()`` and all calls that erase are `async`. A store can be used from any
/// thread. Open a file once in a process and share the store. Two stores on one file work like two
/// processes, because they don't share their stacks in memory.
public final class NavStore: Sendable {
  package let writer: Writer

  package var openReport: OpenReport { writer.report.withLock { $0 } }

  /// The location of the file, or `nil` if the store is in memory.
  public var url: URL? { openReport.url }

  /// The problem because of which the store is in memory or began with an empty file; `nil` if
  /// there was no problem.
  ///
  /// ``standard`` is in memory if its file couldn't be opened. Nothing is then saved, and the file
  /// isn't changed. One cause is that the user hasn't unlocked the device since it was started.
  /// After the first unlock, the store opens its file, and this property becomes `nil`. A
  /// store begins with an empty file if a damaged file was quarantined. The error's message has the
  /// numbers of scenes and stacks that were copied from the damaged file.
  public var openProblem: NavStore.Error? { openReport.problem }

  /// The settings that the store was opened with.
  package let configuration: Configuration

  var codecs: CodecCache { writer.codecs }

  /// Opens the store in the folder of a configuration.
  ///
  /// Creates the folder and the file if they don't exist, with access for their owner only.
  ///
  /// Blocks for a few milliseconds, or until another process releases its lock, at most for
  /// ``Configuration/busyTimeout``. A damaged file is quarantined, its readable scenes and stacks
  /// are copied into a new file, and ``openProblem`` is set. That takes up to two seconds.
  /// Rebuilding damaged indexes takes up to eleven seconds.
  ///
  /// - Throws: ``NavStore/Error`` with code `fileUnusable`, `diskFull` or `busy`; the file isn't
  ///   changed. A damaged file that another process has open isn't quarantined, and the code is
  ///   `busy`.
  public convenience init(_ configuration: Configuration) throws(NavStore.Error) {
    let file = try StandardFile(configuration)
    self.init(try file.open(), configuration: file.configuration)
  }

  /// Opens the store in the file at `url`, which can have any name.
  package convenience init(url: URL, configuration: Configuration = Configuration())
    throws(NavStore.Error)
  {
    let file = try StoreFile.open(url, configuration: configuration)
    self.init(file, configuration: configuration)
  }

  /// Creates a store that is in memory and never writes a file, for previews, tests and private
  /// windows.
  public static func inMemory() -> NavStore { NavStore(inMemory: Configuration()) }

  package convenience init(inMemory configuration: Configuration) {
    self.init(
      StoreFile.inMemory(configuration: configuration), configuration: configuration)
  }

  /// Creates a store on the opened database `file`.
  init(_ file: StoreFile, configuration: Configuration) {
    writer = Writer(path: file.path, report: file.report, configuration: configuration)
    writer.didOpen(file.connection)
    file.report.noteProblems()
    self.configuration = configuration
    // If the file has no unfinished work, the first commit schedules the idle check. A timer
    // started here would wake a thread while the app is launching.
    if file.connection.hasWorkLeft { writer.scheduleIdleCheck() }
  }

  /// Creates a store whose file can't be opened yet because of `reason`.
  init(waitingFor file: StandardFile, because reason: NavStore.Error) {
    configuration = file.configuration
    var report = OpenReport()
    (report.fallbackReason, report.waitsForFile) = (reason, true)
    writer = Writer(path: file.path, report: report, configuration: configuration)
    writer.unopened = file
    report.noteProblems()
    writer.watchForFile()
  }

  deinit {
    // Stacks in memory retain the ``Writer``, which retains the last few of them for the next
    // `save` or `restore`. Break this cycle, because it would keep the file open. `close()` has
    // already broken it for a closed store.
    let writer = writer
    guard !writer.pending.withLock({ $0.isClosed }) else { return }
    writer.queue.async {
      writer.live.forgetKept()
      writer.side.release()
    }
  }
}
