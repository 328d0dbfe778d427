import NavStoreMigrations
import NavStorePlatform
import NavStoreSQLite

extension NavStore {
  /// How a store behaves. The defaults suit an app. A number that makes no sense counts as the nearest
  /// that does.
  public struct Configuration: Sendable {
    /// Where ``NavStore/standard`` is, for ``NavStore/setUp(_:)``. A store that is opened at a URL, or
    /// in memory, is there.
    public var folder = Folder.standard

    /// What a power cut may cost; ``Durability/relaxed`` unless set.
    public var durability: Durability = .relaxed

    /// What the store refuses to hold.
    package var limits = Limits()

    /// What to do with a file that is damaged or not a database.
    package var damagedFile: DamagedFilePolicy = .setAside

    /// How long opening, a save, a flush or an erasure waits for another process's lock, from the
    /// call; 2 s unless set. Counted in milliseconds, up to the next whole one; negative is zero,
    /// which tries once, and more than a day is a day. A restore never waits for a writer.
    package var busyTimeout: Duration = .seconds(2)

    /// How many closed scenes are kept for "recently closed", those closed last, and for how long; 25
    /// and 30 days unless set. What goes beyond it is deleted when the next scene is closed, by the
    /// clock at that time; visits stay. If the clock has jumped back since, they are kept.
    package var closedScenes = Retention.Rule(age: .seconds(30 * 86_400), count: 25)

    /// How much history is kept: 90 days and 100,000 visits unless set.
    public var retention = Retention()

    /// What keeps a screen that crashes the app from doing so at every launch; nil switches it off.
    package var restoreGuard: RestoreGuard? = RestoreGuard()

    /// After how long a visit counts half as much for frecency; 30 days unless set, and never less
    /// than one.
    ///
    /// If the file was made with another value, frecency is recomputed in small steps, or when a
    /// query needs it.
    package var frecencyHalfLife: Duration = .seconds(30 * 86_400)

    /// Whether a file on a network volume (NFS, SMB and their like) is opened; false unless set, and
    /// opening it throws `fileUnusable`.
    ///
    /// SQLite's log needs memory that all who use the file share, which machines do not
    /// (<https://sqlite.org/wal.html>). Set it if no more than one machine ever uses the file at a
    /// time, as in a home folder on a server. What a power cut of the server costs then depends on
    /// the server.
    package var allowsNetworkVolumes = false

    /// The time of visits and saves. Order never depends on it, so it may jump.
    package var clock: @Sendable () -> Date = { Date() }

    /// How long nothing must have been committed, in milliseconds, before a moment is idle. Tests
    /// that take the steps themselves set it to for ever.
    package var idleMilliseconds = 250

    /// What ``restoreGuard`` hears of the process. For tests.
    package var life = AppLife.own

    /// Where a file is. Tests say so themselves.
    var volume: @Sendable (_ path: String) -> Volume = { Volume.of($0) }

    /// Whether files are locked, for the standard store. Tests say so themselves.
    package var protectedData = ProtectedData.system

    /// What brings a file up to the newest schema. Tests have steps of their own beyond the first.
    package var migrations = NavStoreMigrations.all

    /// The name of a registered `sqlite3_vfs` to open the file with; nil: the system's. For tests.
    package var vfs: String?

    /// How long a check with its repair, or a salvage, may take. Tests on a busy machine need more.
    package var repairBudget = Duration.seconds(1)

    /// Whether a file that was never a store is renamed rather than refused: in the folder that is
    /// ours alone.
    var renamesStrangers = false

    /// Called after each step of a repair; what it throws leaves the files as a kill would. For
    /// tests.
    package var repairStep: (@Sendable (RepairStep) throws -> Void)?

    /// Called on the store's queue after each step of a removal or of idle work that another step
    /// follows, with the step's begin and end. For tests.
    package var didStep: (@Sendable (_ step: Range<ContinuousClock.Instant>) -> Void)?

    /// The defaults.
    public init(folder: Folder = .standard) { self.folder = folder }

    var frecency: Frecency {
      Frecency(halfLifeMilliseconds: frecencyHalfLife.milliseconds)
    }

    static func milliseconds(by clock: () -> Date) -> Int64 {
      // A clock can be anything; NaN and the far future must not trap.
      Int64(exactly: (clock().timeIntervalSince1970 * 1_000).rounded()) ?? 0
    }
  }

  /// What a power cut may cost. Neither level ever costs the file, and neither costs anything when
  /// the process ends, however it ends.
  public enum Durability: Sendable, Hashable {
    /// A power cut may cost the last changes.
    case relaxed

    /// What was saved survives a power cut too. Each save waits for the disk.
    case durable
  }

  /// What to do with a file that SQLite says is damaged or not a database.
  ///
  /// A full disk, an I/O error, a lock or a missing permission is never taken for damage.
  package enum DamagedFilePolicy: Sendable, Hashable {
    /// Rename it (with its log) to `NAME.corrupt-…`, keep the newest three, open a fresh store, and
    /// copy into that the scenes and stacks that can still be read. If only indexes are damaged,
    /// build them anew and keep the file.
    case setAside

    /// Throw ``NavStore/Error`` with code `fileUnusable` and leave it as it is. A setting aside that
    /// another process began and did not finish is finished all the same.
    case fail
  }

  /// What a store refuses to hold. Sizes are in bytes of UTF-8 JSON.
  package struct Limits: Sendable, Hashable {
    /// The largest stored form of one route; 1 MiB unless set.
    package var payloadBytes = 1_048_576

    /// The deepest stack; 10,000 routes unless set.
    ///
    /// A stack is read as a whole, so it is restored only if its routes together take no more
    /// than 16 MiB, or 16 times ``payloadBytes`` if that is more. Beyond that it is a loss.
    package var stackDepth = 10_000

    /// The largest value of a visit, an item or a scene; 64 KiB unless set.
    package var valueBytes = 65_536

    /// The longest title of an item; 4 KiB unless set.
    package var titleBytes = 4_096

    /// The longest back/forward list, the root screen included; 50 entries unless set, at least 1, at
    /// most 100,000.
    package var backForwardEntries = 50

    /// How many steps of SQLite's virtual machine a call may take that an app's first frame waits
    /// for, if the stack is no deeper than 10,000. Tests set it lower.
    package var workSteps = 20_000_000

    /// The longest key of a scene, stack, account or value; 512 bytes.
    package static let keyBytes = 512

    /// The defaults.
    package init() {}

    /// How far a walk down a chain goes: a deeper stack was saved under another limit, and
    /// forgotten visits in between do not count.
    var chain: ChainLimit {
      ChainLimit(visits: min(max(stackDepth, 10_000), 1 << 29) * 2, bytes: chainBytes)
    }
  }
}

extension NavStore.Configuration {
  /// With every number within its range.
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

  /// ``busyTimeout``, between 0 and a day: it fits an `Int` of 32 bits.
  var busyTimeoutMilliseconds: Int {
    let day: Duration = .seconds(86_400)
    guard busyTimeout > .zero else { return 0 }
    guard busyTimeout < day else { return Int(day.milliseconds) }
    let whole = busyTimeout.milliseconds
    return Int(busyTimeout > .milliseconds(whole) ? whole + 1 : whole)
  }

  /// "NvSt" in ASCII: the number in the header of every store. Files of the schemas before the first
  /// release have another, and are no stores.
  static let applicationID: Int32 = 0x4E76_5374

  /// The newest schema that this build knows.
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
    options.hasSign = StoreSign.isInPages
    return options
  }
}
