import NavStoreMigrations
import NavStorePlatform
import NavStoreSQLite

extension NavStore {
  /// The settings of a store. The defaults suit an app.
  public struct Configuration: Sendable {
    /// The folder of the file. The default is ``Folder/standard``.
    public var folder = Folder.standard

    /// Whether a saved change survives a power failure. The default is ``Durability/relaxed``.
    public var durability: Durability = .relaxed

    /// The visits that the history keeps. The default is 100,000 visits of the last 90 days.
    public var retention = Retention()

    /// Whether visits are recorded. The default is `true`.
    ///
    /// Without a history, stacks, back/forward lists and values are saved and restored as always.
    /// Queries find nothing, no title is saved, and values of items stay in memory. A history that
    /// was recorded before is invisible to queries at once, and is erased when the store is idle.
    public var recordsHistory = true

    /// Whether a stack that crashed the app at two launches in a row is skipped at the next one. The default
    /// is `true`.
    ///
    /// The app then starts at its root screen, and Forward leads to the old stack. A launch counts as good
    /// when the app has run for five seconds, or has exited normally.
    public var crashGuard: Bool {
      get { restoreGuard != nil }
      set { restoreGuard = newValue ? restoreGuard ?? RestoreGuard() : nil }
    }

    /// Whether the windows come back after a normal exit. The default is ``LaunchPolicy/restores``.
    public var launch: LaunchPolicy = .restores

    /// The largest routes, stacks, values and titles.
    package var limits = Limits()

    /// Whether a damaged file is quarantined at opening. The default is `true`.
    ///
    /// The file and its WAL are renamed to `NAME.corrupt-…`, of which the newest three are kept, and the
    /// readable scenes and stacks are copied into a fresh file. If only indexes are damaged, they are rebuilt in
    /// place. If it is `false`, opening throws `fileUnusable` and leaves the file as it is. A full disk, an I/O
    /// error, a lock or a missing permission is never taken for damage.
    public var quarantinesDamagedFile = true

    /// The time that opening, a save, a flush or an erasure waits for a lock of another process. The default
    /// is two seconds.
    ///
    /// It is rounded up to milliseconds, and at most a day. With zero, a call tries once. A restore never
    /// waits for a writer.
    public var busyTimeout: Duration = .seconds(2)

    /// The closed scenes that are kept: the 25 that were closed last, for 30 days. Others are deleted when
    /// the next scene is closed. Their visits are kept.
    package var closedScenes = Retention.Rule(age: .seconds(30 * 86_400), count: 25)

    /// The settings of ``crashGuard``; `nil` switches it off.
    package var restoreGuard: RestoreGuard? = RestoreGuard()

    /// Whether a file on a network volume, such as NFS or SMB, is opened. The default is `false`, and opening
    /// such a file throws `fileUnusable`.
    ///
    /// SQLite's WAL needs memory that all users of the file share, and machines share none
    /// (<https://sqlite.org/wal.html>). Set it if only one machine uses the file at a time, as in a home
    /// folder on a server.
    public var allowsNetworkVolumes = false

    /// The time of visits and saves. Order never depends on it, so it may jump.
    package var clock: @Sendable () -> Date = { Date() }

    /// The number of milliseconds without a commit after which the store is idle. Tests that take
    /// the steps themselves set the largest number.
    package var idleMilliseconds = 250

    /// The number of milliseconds that a query waits for another process before it counts visits. It is longer than
    /// a commit takes. A query of a test on a busy machine waits longer.
    package var countingWaitMilliseconds = 50

    /// The events of the process that ``restoreGuard`` observes. For tests.
    package var life = AppLife.own

    /// The volume of a file. Tests set it.
    var volume: @Sendable (_ path: String) -> Volume = { Volume.of($0) }

    /// Whether files are locked, for the standard store. Tests set it.
    package var protectedData = ProtectedData.system

    /// The migrations that bring a file up to the newest schema. Tests have more than the first.
    package var migrations = NavStoreMigrations.all

    /// The name of a registered `sqlite3_vfs` to open the file with; `nil` for the system's
    /// default. For tests.
    package var vfs: String?

    /// The time that a check with its repair, or a salvage, may take. Tests on a busy machine need
    /// more.
    package var repairBudget = Duration.seconds(1)

    /// Whether a file that was never a store is renamed instead of refused. It is set for the
    /// library's own folder only.
    package var renamesStrangers = false

    /// Called after each step of a repair. An error that it throws leaves the files as a kill
    /// would. For tests.
    package var repairStep: (@Sendable (RepairStep) throws -> Void)?

    /// Called on the store's queue after each step of a removal or of idle work that is followed by
    /// another step, with the step's begin and end. For tests.
    package var didStep: (@Sendable (_ step: Range<ContinuousClock.Instant>) -> Void)?

    /// Creates the default settings, or changes some of them.
    public init(
      folder: Folder = .standard, durability: Durability = .relaxed, retention: Retention = .init(),
      launch: LaunchPolicy = .restores, crashGuard: Bool = true
    ) {
      (self.folder, self.durability, self.retention) = (folder, durability, retention)
      (self.launch, self.crashGuard) = (launch, crashGuard)
    }

    static func milliseconds(by clock: () -> Date) -> Int64 {
      // A clock can return anything, and NaN and the far future must not trap.
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

  /// Whether the windows come back after a normal exit. After a crash they always do.
  public enum LaunchPolicy: Sendable, Hashable {
    /// The windows come back.
    case restores

    /// On the Mac the windows come back unless the user has selected "Close windows when quitting an
    /// application" in System Settings (`NSQuitAlwaysKeepsWindows`). Elsewhere they come back.
    ///
    /// At a normal exit the scenes of the windows are closed, so that they are in
    /// ``NavStore/closedScenes(limit:)`` at the next launch. A window that the system restores by itself
    /// opens its scene again.
    case followsSystem
  }

  /// The largest values that a store takes. Sizes are in bytes of UTF-8 JSON.
  package struct Limits: Sendable, Hashable {
    /// The largest stored form of one route. The default is 1 MiB.
    package var payloadBytes = 1_048_576

    /// The largest number of routes on a stack. The default is 10,000.
    ///
    /// A stack is read as a whole. It is restored only if its routes take at most 16 MiB together,
    /// or 16 times ``payloadBytes`` if that is more. Otherwise, the restore reports a failure.
    package var stackDepth = 10_000

    /// The largest value of a visit, an item or a scene. The default is 64 KiB.
    package var valueBytes = 65_536

    /// The longest title of an item. The default is 4 KiB.
    package var titleBytes = 4_096

    /// The longest back/forward list, including the root screen. The default is 50 entries; the
    /// limits are 1 and 100,000.
    package var backForwardEntries = 50

    /// The largest number of steps of SQLite's virtual machine for a call that an app's first frame
    /// waits for, if the stack has at most 10,000 routes. Tests set it lower.
    package var workSteps = 20_000_000

    /// The longest key of a scene, stack, account or value; 512 bytes.
    package static let keyBytes = 512

    package init() {}

    /// The largest chain that is read. It is longer than a stack, because a stack may have been
    /// saved under a larger limit, and forgotten visits in the chain don't count.
    var chain: ChainLimit {
      ChainLimit(visits: min(max(stackDepth, 10_000), 1 << 29) * 2, bytes: chainBytes)
    }
  }
}

extension NavStore.Configuration {
  /// The configuration with every number within its range.
  var clamped: NavStore.Configuration {
    var copy = self
    copy.busyTimeout = .milliseconds(busyTimeoutMilliseconds)
    // SQLite's longest value is 10^9 bytes.
    for size in [\NavStore.Limits.payloadBytes, \.valueBytes, \.titleBytes] {
      copy.limits[keyPath: size] = min(max(0, limits[keyPath: size]), 1 << 28)
    }
    copy.limits.stackDepth = min(max(0, limits.stackDepth), 1 << 28)
    copy.limits.backForwardEntries = min(
      max(1, limits.backForwardEntries), BackForwardListCodec.longest)
    return copy
  }

  /// ``busyTimeout`` between 0 and a day, so that it fits an `Int` of 32 bits.
  var busyTimeoutMilliseconds: Int {
    let day: Duration = .seconds(86_400)
    guard busyTimeout > .zero else { return 0 }
    guard busyTimeout < day else { return Int(day.milliseconds) }
    let whole = busyTimeout.milliseconds
    return Int(busyTimeout > .milliseconds(whole) ? whole + 1 : whole)
  }

  /// "NvS1" in ASCII, the number in the header of every store. Files with schemas from before the
  /// first release have another number, and are not stores.
  static let applicationID: Int32 = 0x4E76_5331

  /// The newest schema that this build supports.
  var newestVersion: Int32 { migrations.last?.version ?? 0 }

  @inline(never)
  func databaseOptions(newestVersion: Int32) -> DatabaseOptions {
    let migrations = migrations
    var options = DatabaseOptions(
      applicationID: Self.applicationID, newestVersion: newestVersion,
      durability: durability == .durable ? .durable : .relaxed,
      busyTimeoutMilliseconds: busyTimeoutMilliseconds, vfs: vfs)
    options.rowBytes = limits.rowBytes
    options.openingLimit = .short(limits)
    options.verify = { try $0.checkSchema(version: $1, of: migrations) }
    return options
  }
}
