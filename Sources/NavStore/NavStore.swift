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
/// processes, without sharing their live sessions.
public final class NavStore: Sendable {
  package let writer: Writer

  package var openReport: OpenReport { writer.report.withLock { $0 } }

  /// The location of the file, or `nil` if the store is in memory.
  public var url: URL? { openReport.url }

  /// The reason that the store is in memory or began with an empty file, or `nil`.
  ///
  /// ``standard`` is in memory if its file couldn't be opened: nothing is saved, and the file is
  /// left as it is. If the device has not been unlocked since it was started, the store moves to
  /// its file after the first unlock, and the problem is then `nil`. A store began with an empty
  /// file if a damaged one was quarantined. The message counts the scenes and stacks that were
  /// copied from it.
  public var openProblem: NavStore.Error? { openReport.problem }

  /// The settings that the store was opened with.
  package let configuration: Configuration

  var codecs: CodecCache { writer.codecs }

  /// Opens the store in the folder of a configuration. The folder and its file are created if there are none,
  /// for their owner only.
  ///
  /// Blocks for a few milliseconds, or until another process releases its lock, at most for
  /// ``Configuration/busyTimeout``. A damaged file is quarantined, and its readable scenes and stacks are
  /// copied into a fresh one, which takes up to two seconds; rebuilding damaged indexes takes up to eleven.
  /// ``openProblem`` is then set.
  ///
  /// - Throws: ``NavStore/Error`` with code `fileUnusable`, `diskFull` or `busy`; the file isn't
  ///   changed. A damaged file that another process has open isn't quarantined, and the code is
  ///   `busy`.
  public convenience init(_ configuration: Configuration) throws(NavStore.Error) {
    guard let file = try StandardPlace(configuration.folder).file(configuration.clamped) else {
      let configuration = configuration.clamped
      let file = try StoreFile.openInMemory(configuration: configuration)
      self.init(file, configuration: configuration)
      return
    }
    self.init(try file.open(), configuration: file.configuration)
  }

  /// Opens the store in a file of another name.
  package convenience init(url: URL, configuration: Configuration = Configuration())
    throws(NavStore.Error)
  {
    let configuration = configuration.clamped
    let file = try StoreFile.open(url, configuration: configuration)
    self.init(file, configuration: configuration)
  }

  /// Creates a store that is in memory and ends with the process: for previews, tests, private
  /// windows.
  public static func inMemory() -> NavStore { NavStore(inMemory: Configuration()) }

  package convenience init(inMemory configuration: Configuration) {
    let configuration = configuration.clamped
    self.init(
      StoreFile.inMemory(configuration: configuration), configuration: configuration)
  }

  /// Creates a store in memory until the file of `provisional` can be opened; with `nil`, a store
  /// in `file`.
  init(_ file: StoreFile, configuration: Configuration, provisional: Provisional? = nil) {
    let path = provisional?.file.path ?? file.path
    writer = Writer(file, path: path, configuration: configuration, provisional: provisional)
    file.report.noteProblems()
    self.configuration = configuration
    // Otherwise, the first commit schedules it, because starting a timer wakes a thread while the
    // app is launching.
    if file.connection.hasWorkLeft { writer.scheduleIdleCheck() }
    if provisional != nil { writer.watchForFile() }
  }

  deinit {
    // Sessions hold the writer, and the writer keeps a few of them for `save` and `restore`.
    // Without a store they are not needed, and the cycle would keep the file open. Closing the
    // store has released them.
    let writer = writer
    guard !writer.pending.withLock({ $0.isClosed }) else { return }
    writer.queue.async {
      writer.live.forgetKept()
      writer.querySide.release()
      writer.provisional = nil
    }
  }
}
