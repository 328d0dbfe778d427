import NavStorePlatform
import NavStoreSQLite

/// Brings an app back exactly where its user left it, and remembers everything they looked at.
///
/// A store is one SQLite file, or a database in memory. It keeps, for each scene (a window), named
/// stacks of routes with their back/forward lists, small values, and the history of every visit.
///
/// ```swift
/// let store = NavStore.standard
/// try store.save([AppRoute.category("shoes"), .product(id: 7)], in: "main")
/// let stack = try store.restore(AppRoute.self, in: "main").stack
/// ```
///
/// Opening, ``save(_:in:stack:account:)`` and ``restore(_:in:stack:account:policy:adopting:)`` are synchronous and
/// short; queries, ``flush()`` and whatever erases are `async`. A store can be used from any
/// thread. Open a file once in a process and share the store: two stores on one file work, but
/// as two processes would, without sharing their live sessions.
public final class NavStore: Sendable {
  package let writer: Writer
  package let reader: Reader

  /// What opening did: created, opened, migrated, set a damaged file aside, fell back to memory.
  public var openReport: OpenReport { writer.report.withLock { $0 } }

  /// The settings that the store was opened with.
  package let configuration: Configuration

  var codecs: CodecCache { writer.codecs }

  /// Opens the store at `url`, creating the file and its folders if there are none, for their owner
  /// only.
  ///
  /// Costs a few milliseconds and blocks for it; a file that another process keeps locked, at most
  /// ``Configuration/busyTimeout``. A damaged file is set aside and a fresh one
  /// opened, with the scenes and stacks that could still be read, unless
  /// ``Configuration/damagedFile`` says otherwise: see ``openReport``. That takes up to two seconds
  /// more. If only indexes are damaged they are built anew, and nothing is lost: that takes up to
  /// eleven seconds, and a save of another process waits for one index at a time, 90 ms of 100,000
  /// visits to routes of 1.5 KB. A file that was never a store is refused. A link is followed: what
  /// belongs to the file stands beside the file itself.
  ///
  /// - Throws: ``NavStore/Error`` with code `fileUnusable`, `diskFull` or `busy`; the file is not
  ///   changed. A damaged file that another process has open isn't set aside: that is `busy`.
  public convenience init(url: URL, configuration: Configuration = Configuration())
    throws(NavStore.Error)
  {
    let configuration = configuration.clamped
    let file = try StoreFile.open(url, configuration: configuration)
    self.init(file, configuration: configuration)
  }

  /// A store that lives in memory and ends with the process: for previews, tests, private windows.
  public static func inMemory(configuration: Configuration = Configuration()) -> NavStore {
    let configuration = configuration.clamped
    return NavStore(
      StoreFile.openInMemory(configuration: configuration), configuration: configuration)
  }

  /// `provisional`: for a store in memory, until that file can be opened.
  init(_ file: StoreFile, configuration: Configuration, provisional: Provisional? = nil) {
    let path = provisional?.file.path ?? file.path
    writer = Writer(file, path: path, configuration: configuration, provisional: provisional)
    reader = Reader(path: path, configuration: configuration, writer: writer)
    file.report.noteProblems()
    self.configuration = configuration
    // Else the first commit does: starting a timer wakes a thread, and this is an app's start.
    if file.connection.hasWorkLeft { writer.scheduleIdleCheck() }
    if provisional != nil { writer.watchForFile() }
  }

  deinit {
    // Sessions hold the writer, and it keeps a few of them for `save` and `restore`. Without a
    // store nobody asks for those, and a ring would keep the file open. Closing has let go of them.
    let writer = writer
    guard !writer.pending.withLock({ $0.isClosed }) else { return }
    writer.queue.async {
      writer.live.forgetKept()
      writer.provisional = nil
    }
  }
}
