import NavStoreMigrations
import NavStorePlatform
import NavStoreSQLite

extension NavStore {
  /// The settings of a store. The defaults suit an app.
  public struct Configuration: Sendable {
    /// The folder of the store's file. The default is ``Folder/standard``.
    public var folder = Folder.standard

    /// Whether a saved change survives a power failure. The default is ``Durability/relaxed``.
    public var durability: Durability = .relaxed

    /// The visits that the history keeps. The default is 100,000 visits of the last 90 days.
    public var retention = Retention()

    /// Whether visits are recorded. The default is `true`.
    ///
    /// If it is `false`, stacks, back/forward lists and values are saved and restored as usual.
    /// Queries of the history find nothing, no title is saved, and values of items are kept in
    /// memory only. Visits that the store recorded at earlier launches aren't found either, and are
    /// erased when the store is idle.
    public var recordsHistory = true

    /// Whether a stack that crashed the app at two launches in a row is skipped at the third
    /// launch. The default is `true`.
    ///
    /// If a stack is skipped, the app starts at the root screen of the stack, and Forward leads to
    /// the skipped stack. A launch doesn't count as a crash if the app has run for five seconds, or
    /// has exited normally.
    public var crashGuard = true

    /// Whether the windows are restored at the launch after a normal exit. The default is
    /// ``LaunchPolicy/restores``.
    public var launch: LaunchPolicy = .restores

    /// The largest sizes of routes, stacks, values and titles that the store accepts.
    package var limits = Limits()

    /// Whether a damaged file is quarantined at opening. The default is `true`.
    ///
    /// The file and its WAL are renamed to `NAME.corrupt-…`, and the readable scenes and stacks are
    /// copied into a fresh file. The newest three renamed files are kept. If only indexes are
    /// damaged, they are rebuilt in place. If this property is `false`, opening a damaged file
    /// throws `fileUnusable` and doesn't change the file. A full disk, an I/O error, a lock or a
    /// missing permission is never taken for damage.
    public var quarantinesDamagedFile = true

    /// The time that opening, a save, a flush or an erasure waits for a lock of another process.
    /// The default is two seconds.
    ///
    /// The time is rounded up to milliseconds, and is at most a day. With zero, a call makes one
    /// attempt. A restore never waits for another process that writes.
    public var busyTimeout: Duration = .seconds(2)

    /// The closed scenes that are kept: the 25 that were closed last, for 30 days. All other closed
    /// scenes are deleted when the next scene is closed. The visits of deleted scenes are kept.
    package var closedScenes = Retention(age: .days(30), count: 25)

    /// The number of unconfirmed restores in a row after which ``crashGuard`` skips all stacks of a
    /// scene, at least 1. The default is 2.
    package var crashLimit = 2

    /// The time for which the app must run with a restored scene to confirm the restore. The
    /// default is 5 seconds.
    package var confirmsAfter: Duration = .seconds(5)

    /// Whether launches under a debugger count for ``crashGuard``. The default is `false`.
    package var countsUnderDebugger = false

    /// Whether a file on a network volume, such as NFS or SMB, is opened. The default is `false`,
    /// and opening such a file throws `fileUnusable`.
    ///
    /// SQLite's WAL needs memory that all processes with the file open share, and processes on
    /// different machines share none (<https://sqlite.org/wal.html>). Set it to `true` if only one
    /// machine uses the file at a time, as in a home folder on a server.
    public var allowsNetworkVolumes = false

    /// Returns the present time, which is stored with visits and saves. The order of visits doesn't
    /// depend on it, so the clock may be set forward or back.
    package var clock: @Sendable () -> Date = { Date() }

    /// The number of milliseconds without a commit after which the store is idle. Tests that take
    /// the steps of idle work themselves set the largest number, so that the store is never idle.
    package var idleMilliseconds = 250

    /// The number of milliseconds that a query waits for another process's lock in order to count
    /// visits. A commit of another process takes less than the default. Tests on a busy machine set
    /// a higher number.
    package var countingWaitMilliseconds = 50

    /// The events of the process that ``crashGuard`` observes. For tests.
    package var life = AppLife.own

    /// Returns whether a file is on a network volume. Tests set it.
    var isOnNetwork: @Sendable (_ path: String) -> Bool = { Volume.isNetwork($0) }

    /// Whether the system keeps the file of the standard store locked after a restart until the
    /// device is first unlocked. Tests set it.
    package var protectedData = ProtectedData.system

    /// The migrations that bring a file up to the newest schema. Tests add further migrations.
    package var migrations = NavStoreMigrations.all

    /// The name of a registered `sqlite3_vfs` to open the file with; `nil` for the system's
    /// default. For tests.
    package var vfs: String?

    /// The time that the check of a damaged file may take, and the time that copying its readable
    /// part may take. Rebuilding its indexes may take ten times as long. Tests on a busy machine
    /// need more.
    package var repairBudget = Duration.seconds(1)

    /// Whether a file at the store's path that was never a store is renamed. If it is `false`,
    /// opening such a file throws an error. It is `true` for the library's own folder only.
    package var renamesStrangers = false

    /// Called on the store's queue after each step of a removal or of idle work that is followed by
    /// another step, with the step's begin and end. For tests.
    package var didStep: (@Sendable (_ step: Range<ContinuousClock.Instant>) -> Void)?

    /// Creates a configuration with the default settings, except for the settings that you pass.
    public init(
      folder: Folder = .standard, durability: Durability = .relaxed, retention: Retention = .init(),
      launch: LaunchPolicy = .restores, crashGuard: Bool = true
    ) {
      (self.folder, self.durability, self.retention) = (folder, durability, retention)
      (self.launch, self.crashGuard) = (launch, crashGuard)
    }

    static func milliseconds(by clock: () -> Date) -> Int64 {
      // A clock can return any date. A date that is NaN or in the far future must not trap.
      Int64(exactly: (clock().timeIntervalSince1970 * 1_000).rounded()) ?? 0
    }
  }

  /// Whether a saved change survives a power failure. With either setting, a change survives the
  /// end of the process, including a crash.
  public enum Durability: Sendable, Hashable {
    /// A power failure may lose the latest changes. The file stays intact.
    case relaxed

    /// A saved change survives a power failure. Each save waits for the disk.
    case durable
  }

  /// Whether the windows are restored at the launch after a normal exit. After a crash, they are
  /// always restored.
  public enum LaunchPolicy: Sendable, Hashable {
    /// The windows are restored.
    case restores

    /// On the Mac, the windows are restored unless "Close windows when quitting an application" is
    /// on in System Settings (`NSQuitAlwaysKeepsWindows`), as it is by default. On other systems,
    /// they are restored.
    ///
    /// If windows are not to be restored, a normal exit closes their scenes, so that they are in
    /// ``NavStore/closedScenes(limit:)`` at the next launch. A window that the system restores by
    /// itself opens its scene again.
    case followsSystem
  }

  /// The largest values that a store takes. Sizes are in bytes of UTF-8 JSON. Tests set some of them
  /// lower.
  package struct Limits: Sendable, Equatable {
    /// The largest stored form of one route. The default is 1 MiB.
    package var payloadBytes = 1_048_576

    /// The largest number of routes on a stack. The default is 10,000.
    ///
    /// A stack is read as a whole. It is restored only if its routes take at most 16 MiB together.
    /// Otherwise, the restore reports a failure.
    package var stackDepth = 10_000

    /// The largest value of a visit, an item or a scene. The default is 64 KiB.
    package var valueBytes = 65_536

    /// The longest title of an item. The default is 4 KiB.
    package var titleBytes = 4_096

    /// The longest back/forward list, including the root screen. The default is 50 entries.
    package var backForwardEntries = 50

    /// The largest number of steps of SQLite's virtual machine for a call that an app's first frame
    /// waits for.
    package var workSteps = 20_000_000

    /// The longest key of a scene, stack, account or value; 512 bytes.
    package static let keyBytes = 512

    package init() {}
  }
}

extension NavStore.Configuration {
  /// ``busyTimeout`` between 0 and a day, so that it fits an `Int` of 32 bits.
  var busyTimeoutMilliseconds: Int {
    min(max(busyTimeout, .zero), .seconds(86_400)).roundedUp
  }

  /// "NvS1" in ASCII, the number in the header of every store. Files with schemas from before the
  /// first release have another number, and are not stores.
  static let applicationID: Int32 = 0x4E76_5331

  @inline(never)
  var databaseOptions: DatabaseOptions {
    let migrations = migrations
    var options = DatabaseOptions(
      applicationID: Self.applicationID, newestVersion: migrations.last?.version ?? 0,
      durability: durability == .durable ? .durable : .relaxed,
      busyTimeoutMilliseconds: busyTimeoutMilliseconds, vfs: vfs)
    options.openingLimit = .short(limits)
    options.verify = { try $0.checkSchema(version: $1, of: migrations) }
    return options
  }
}
