import Dispatch
import NavStorePlatform
import NavStoreSQLite

/// The executor that owns a store's one writing connection.
///
/// All SQL that writes runs on the writer's queue, never on Swift's cooperative threads. Dispatch
/// runs the SQL of a synchronous call on the calling thread, which waits for the queue anyway. Live
/// stacks with unsaved changes are registered in the writer: see `Writer+Commit.swift`. For
/// maintenance, see `Writer+Maintenance.swift`.
package final class Writer: @unchecked Sendable {
  let configuration: NavStore.Configuration

  /// A copy of `configuration.clock`. Reading the clock through `configuration` would copy the
  /// whole struct each time.
  private let clock: @Sendable () -> Date
  package let queue = DispatchQueue(label: "NavStore.writer", qos: .userInitiated)

  /// The pending changes: what was changed in memory and is not yet committed. Any thread may use
  /// them.
  let pending = Locked(Pending())

  /// The number of pieces of long work that are running or scheduled on the writer's queue: see
  /// `Writer+Reading.swift`.
  let longWork = Locked(0)

  /// Whether an erasure is rewriting the file, which takes longer than a query may wait.
  let isRewriting = Locked(false)

  /// The rows of back/forward menus.
  let menuRows = Locked(MenuRows())

  /// The live stacks and back/forward lists of the store, the shown values, and the listeners of
  /// its history.
  let live = LiveObjects()

  /// The calls that use the file in several steps: see ``Writer/beginCall()``.
  let calls = Locked(DispatchGroup())

  /// The connection for queries of the history, and for restores and back/forward menus while the
  /// writer's queue has long work.
  let side = SideConnection()

  /// The queue of the history's queries: see `Writer+Queries.swift`.
  let queries = DispatchQueue(label: "NavStore.reader", qos: .userInitiated)

  let codecs: CodecCache

  /// Streams of save failures.
  package let failures = FailureHub()

  /// The restored stacks that were shown but are not confirmed to be free of a crash, and the app's
  /// life-cycle events, which confirm them.
  let attempts: RestoreAttempts
  package let life: NavStore.AppLife

  struct Pending: ~Copyable {
    /// Live stacks with unsaved changes.
    var sessions = IdentityList<LiveStack>()

    /// Back/forward lists of windows with unsaved changes. They are written after the stacks.
    var lists = IdentityList<NavStore.WindowHistory>()

    /// Values of windows and items: see `Writer+Values.swift`.
    var values: [PendingValueKey: PendingValue] = [:]

    /// Values that the commit in progress is writing.
    var valuesInFlight: [PendingValueKey: PendingValue] = [:]

    /// Values that were set in the open turn of the main loop. They are written with the other
    /// changes of that turn.
    var turnValues: [PendingValueKey: PendingValue] = [:]

    /// The number of checks in a row that have found an open turn, since turns last ended: see
    /// `Writer+OpenTurns.swift`.
    var turnChecks = 0

    /// Whether a commit of values is scheduled within half a second, and the earliest time of the
    /// next commit of values. Not one of them alone: a timer may end before the time by another
    /// clock, and a value that is set between the two must be scheduled.
    var isDueSoon = false
    var valuesDue = ContinuousClock.now

    var isEmpty: Bool { sessions.isEmpty && lists.isEmpty && values.isEmpty && turnValues.isEmpty }

    /// Whether a commit is scheduled on the writer's queue.
    var isScheduled = false

    /// The number of checks for open turns in a row that found none. With ``Writer/idleChecks``, no
    /// check is scheduled.
    var idleChecks = Writer.idleChecks

    /// Whether a commit has taken pending changes and is writing them.
    var isCommitting = false

    /// Whether the store is suspending or suspended, or closed.
    var isSuspended = false

    /// Whether the store is closed.
    var isClosed = false

    /// Whether stacks or window lists are to be read as soon as the file can be read.
    var hasUnread = false

    /// Whether a change was made after the store was closed, and was logged.
    private var hasLateChange = false

    /// Records a change that was made after the store was closed. Returns whether it is the first.
    mutating func noteLateChange() -> Bool {
      defer { hasLateChange = true }
      return !hasLateChange
    }

    /// Removes and returns all pending changes, and marks the store as closed.
    mutating func close() -> Pending {
      let last = self
      self = Pending()
      (isSuspended, isClosed) = (true, true)
      return last
    }

    /// Returns the stacks whose open turns the caller ends, and whether these turns were reported
    /// as a problem. A closed store stops keeping these stacks, because their changes are never
    /// written.
    mutating func takeTurns() -> (stacks: [LiveStack], areLate: Bool) {
      defer {
        turnChecks = 0
        if isClosed { (sessions, lists) = (IdentityList(), IdentityList()) }
      }
      return (sessions.elements, hasLateTurns)
    }

    /// Whether all changes of an open store are in the file.
    var isSettled: Bool { isEmpty && !isScheduled && !isCommitting && !isSuspended }
  }

  private let turns = Locked(Int64(0))

  // The following variables are used only on the writer's queue.

  /// The writing connection; `nil` if the store is suspended or closed. The next use of a suspended
  /// store opens the file again. Maintenance reads this property, because maintenance must not open
  /// the file.
  var openConnection: Connection?

  /// The identity of the file that was opened last, by which it is recognized at its path.
  private(set) var identity: FileNumber?
  package var maintenance = MaintenanceState()
  let imports = LegacyImports()
  var retries = SaveRetries()

  /// The next free number of a visit, kept from one commit to the next; `nil` if it isn't known.
  /// Reading it from the file takes about a tenth of the time of a commit.
  ///
  /// The number is valid only until any row is written. A commit of another process changes
  /// `data_version`, and a statement of this connection changes SQLite's count of changed rows. The
  /// values of two connections can't be compared.
  var nextNumber: (number: Int64, moment: (dataVersion: Int64, totalChanges: Int64))?
  var visitDates = VisitDates()

  /// The path of the file, which may not exist yet; `nil` in memory.
  package let path: String?

  /// The report of the opening. It is replaced when the file can be opened later.
  let report: Locked<NavStore.OpenReport>

  /// The file, until it is opened for the first time; `nil` if opening the store has opened it.
  var unopened: StandardFile?

  init(path: String?, report: NavStore.OpenReport, configuration: NavStore.Configuration) {
    self.path = path
    self.report = Locked(report)
    self.configuration = configuration
    codecs = CodecCache(
      payloadLimit: configuration.limits.payloadBytes, recordsHistory: configuration.recordsHistory)
    clock = configuration.clock
    life = configuration.life
    attempts = RestoreAttempts(configuration)
  }

  /// Begins to use a connection to the file that was just opened, or to the store in memory.
  func didOpen(_ connection: Connection) {
    connection.rememberLog()
    connection.stopWaitingForLocks()
    openConnection = connection
    identity = path.flatMap(FileNumber.init)
    nextNumber = nil
    live.forgetDataVersion()
  }

  /// Milliseconds since 1970 by the app's clock.
  package var now: Int64 { NavStore.Configuration.milliseconds(by: clock) }

  /// Ends turns under one lock, so that one commit writes them all. `body` calls `next` for the
  /// number of each turn, which is larger than the numbers of all turns that ended before, in any
  /// stack. No commit takes pending changes during `body`: see ``betweenTurns(_:)``.
  @inline(never)
  func endingTurns<T>(_ body: (_ next: () -> Int64) -> T) -> T {
    turns.withLock { turns in
      body {
        turns += 1
        return turns
      }
    }
  }

  /// Ends a turn if `ends` is `true`; otherwise, runs `body` as part of an open turn, with `nil` as
  /// its number. No other turn is ended or saved during `body`.
  @inline(__always)
  func endingTurn<T>(if ends: Bool, _ body: (_ turn: Int64?) -> T) -> T {
    if ends { return endingTurns { body($0()) } }
    turns.lock()
    defer { turns.unlock() }
    return body(nil)
  }

  /// Runs `body` while no turn of any stack ends. A commit takes the changes of all stacks in one
  /// `body`, so that visits on different stacks keep their order.
  func betweenTurns<T>(_ body: () -> T) -> T { turns.withLock { _ in body() } }

  /// Returns the connection, and opens the file again if the store was suspended. Throws after
  /// ``close()``.
  func open() throws(NavStore.Error) -> Connection {
    let wasSuspended = openConnection == nil
    let connection = try openSilently()
    if wasSuspended {
      // Notify observers of the history of the changes that were saved when the store was
      // suspended.
      live.resumePosts()
      scheduleIdleCheck()
    }
    return connection
  }

  func openSilently() throws(NavStore.Error) -> Connection {
    // Whether all saved changes are in the file that is opened next.
    var isWhole = true
    var old: Connection?
    if let connection = openConnection {
      guard connection.hasMoved || connection.hasLostLog else { return connection }
      isWhole = try emptyLog(ofMoved: connection)
      // If another file is at the path of the WAL, keep the old connection until the database is
      // opened again. SQLite doesn't read that file while the old connection is open.
      if connection.hasStrangeLog { old = connection } else { connection.close() }
      openConnection = nil
    }
    defer { old?.close() }
    guard let path, !isClosed else { throw .closed }
    if let unopened { return try open(unopened) }
    let (connection, isAnother) = try reopen(path)
    if old != nil { checkpoint(connection, .truncate, waitMilliseconds: 100) }
    didOpen(connection)
    pending.withLock { $0.isSuspended = false }
    if isAnother || !isWhole { writeAllToNewFile() }
    return connection
  }

  package var isClosed: Bool { pending.withLock { $0.isClosed } }
}
