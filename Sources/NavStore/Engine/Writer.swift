import Dispatch
import NavStorePlatform
import NavStoreSQLite

/// The executor that owns a store's one writing connection.
///
/// All SQL that writes runs on the writer's queue, never on Swift's cooperative threads. A
/// synchronous call runs it on the calling thread, which waits anyway. Live stacks with changes are
/// registered here: see `Writer+Commit.swift`. For maintenance, see `Writer+Maintenance.swift`.
package final class Writer: @unchecked Sendable {
  let configuration: NavStore.Configuration

  /// A copy of `configuration.clock`. Reading it through `configuration` would copy the whole
  /// struct each time.
  private let clock: @Sendable () -> Date
  package let queue = DispatchQueue(label: "NavStore.writer", qos: .userInitiated)

  /// Pending changes. This is the only member that callers' threads use.
  let pending = Locked(Pending())

  /// The number of pieces of long work on the queue, running or scheduled: see
  /// `Writer+Reading.swift`.
  let longWork = Locked(0)

  /// Whether an erasure is rewriting the file, which takes longer than a query may wait.
  let isRewriting = Locked(false)

  /// The rows of back/forward menus.
  let menuRows = Locked(MenuRows())

  /// The live objects of the store.
  let live = LiveObjects()

  /// The calls that use the file in several steps: see ``Writer/beginCall()``.
  let calls = Locked(DispatchGroup())

  /// The connection for restores and menus while the queue has long work.
  let side = SideConnection()

  /// The queue of the history's queries: see `Writer+Queries.swift`.
  let queries = DispatchQueue(label: "NavStore.reader", qos: .userInitiated)
  let querySide = SideConnection()

  let codecs: CodecCache

  /// Streams of save failures.
  package let failures = FailureHub()

  /// The restores that were shown and not confirmed, and the app's life-cycle events, which confirm
  /// them.
  let attempts: RestoreAttempts
  let life: NavStore.AppLife

  struct Pending {
    /// Stacks with changes.
    var sessions = IdentityList<LiveStack>()

    /// Lists over several stacks with changes. They are written after the stacks.
    var lists = IdentityList<NavStore.WindowHistory>()

    /// Values of windows and items: see `Writer+Values.swift`.
    var values: [PendingValueKey: PendingValue] = [:]

    /// Values that are being written now.
    var valuesInFlight: [PendingValueKey: PendingValue] = [:]

    /// Values that were set in the open turn of the main loop. They are written with that turn.
    var turnValues: [PendingValueKey: PendingValue] = [:]

    /// The number of checks of the turn of values: see `Writer+OpenTurns.swift`.
    var turnLooks = 0

    /// Whether a commit of values is scheduled, and the time of the next one.
    var areValuesScheduled = false
    var valuesDue = ContinuousClock.now

    var isEmpty: Bool { sessions.isEmpty && lists.isEmpty && values.isEmpty && turnValues.isEmpty }

    /// Whether a commit is scheduled on the queue.
    var isScheduled = false

    /// Whether other work commits the pending changes soon.
    var isDueSoon = false

    /// Whether a check of open turns is scheduled.
    var isWatching = false

    /// The number of checks in a row that found no open turn.
    var idleLooks = 0

    /// Whether a commit is writing changes that were pending.
    var isCommitting = false

    /// Whether the store is suspending or suspended, or closed.
    var isSuspended = false

    /// Whether the store is closed.
    var isClosed = false

    /// Whether a change was made after the store was closed, and was logged.
    private var hasLateChange = false

    /// Records a change that was made after the store was closed. Returns whether it is the first.
    mutating func noteLateChange() -> Bool {
      defer { hasLateChange = true }
      return !hasLateChange
    }

    /// Removes and returns all pending changes.
    mutating func close() -> Pending {
      let last = self
      self = Pending()
      (isSuspended, isClosed) = (true, true)
      return last
    }

    /// Returns the stacks whose turns end. A closed store doesn't keep them, because they are never
    /// written.
    mutating func takeTurns() -> [LiveStack] {
      defer { if isClosed { (sessions, lists) = (IdentityList(), IdentityList()) } }
      return sessions.elements
    }

    /// Whether all changes of an open store are in the file.
    var isSettled: Bool { isEmpty && !isScheduled && !isCommitting && !isSuspended }
  }

  private let turns = Locked(Int64(0))

  // Everything below is confined to the queue.
  var state: State
  let reopening: StoreReopening?
  package var maintenance = MaintenanceState()
  var oldValues = OldValues()
  var adoptions = AdoptionClaims()
  var retries = SaveRetries()
  var nextNumber = NextNumber()

  enum State {
    case open(Connection)

    /// The file is closed. The next use opens it again.
    case suspended
    case closed
  }

  /// The path of the file, which may not exist yet; `nil` in memory.
  package let path: String?

  /// The report of the opening. It is replaced when an in-memory store switches to its file.
  let report: Locked<NavStore.OpenReport>

  /// The state of an in-memory store that waits for its file. Any thread may read the flag.
  var provisional: Provisional?
  let isProvisional: Locked<Bool>

  init(
    _ file: StoreFile, path: String?, configuration: NavStore.Configuration,
    provisional: Provisional?
  ) {
    self.path = path
    reopening = path.map { StoreReopening($0, configuration: configuration) }
    report = Locked(file.report)
    self.provisional = provisional
    isProvisional = Locked(provisional != nil)
    self.configuration = configuration
    codecs = CodecCache(
      payloadLimit: configuration.limits.payloadBytes, recordsHistory: configuration.recordsHistory)
    clock = configuration.clock
    life = configuration.life
    attempts = RestoreAttempts(
      configuration.restoreGuard, mayLackMainLoop: configuration.life.mayLackMainLoop)
    state = .open(file.connection)
    didOpen(file.connection)
  }

  /// Continues in the file that replaces the in-memory store.
  func didMoveOver(to connection: Connection) {
    didOpen(connection)
    state = .open(connection)
    reopening?.didOpen()
  }

  private func didOpen(_ connection: Connection) {
    connection.rememberLog()
    connection.stopWaitingForLocks()
  }

  /// Milliseconds since 1970 by the app's clock.
  package var now: Int64 { NavStore.Configuration.milliseconds(by: clock) }

  /// Ends a turn. `body` receives its number, which is larger than the numbers of all turns that
  /// ended before, in any stack. Pending changes are not taken meanwhile: see ``betweenTurns(_:)``.
  @inline(never)
  func endingTurn<T>(_ body: (_ turn: Int64) -> T) -> T {
    turns.withLock { turns in
      turns += 1
      return body(turns)
    }
  }

  /// Ends several turns at one moment, so that they are written together. `body` calls `next` for
  /// the number of each turn.
  func endingTurns(_ body: (_ next: () -> Int64) -> Void) {
    turns.withLock { turns in
      body {
        turns += 1
        return turns
      }
    }
  }

  /// Ends a turn, or runs `body` as part of an open turn. No turn is ended or saved meanwhile.
  @inline(__always)
  func endingTurn<T>(if ends: Bool, _ body: (_ turn: Int64?) -> T) -> T {
    if ends { return endingTurn(body) }
    turns.lock()
    defer { turns.unlock() }
    return body(nil)
  }

  /// Runs `body` while no turn of any stack ends. Changes of several stacks are then taken up to
  /// one moment, and visits in different stacks keep their order.
  func betweenTurns<T>(_ body: () -> T) -> T { turns.withLock { _ in body() } }

  /// Returns the connection, and opens the file again if the store was suspended. Throws after
  /// ``close()``.
  func open() throws(NavStore.Error) -> Connection {
    let wasSuspended = isSuspended
    let connection = try openSilently()
    if wasSuspended {
      // Notify observers of the history now of the changes that suspending saved.
      live.resumePosts()
      scheduleIdleCheck()
    }
    return connection
  }

  func openSilently() throws(NavStore.Error) -> Connection {
    // Whether all saved changes are in the file that is opened next.
    var isWhole = true
    var old: Connection?
    switch state {
    case .closed: throw .closed
    case .suspended: break
    case .open(let connection):
      if provisional != nil { return moveOver() ?? connection }
      guard connection.hasMoved || connection.hasLostLog else { return connection }
      isWhole = try emptyLog(ofMoved: connection)
      // SQLite doesn't read another WAL while the database is open.
      if connection.hasStrangeLog { old = connection } else { connection.close() }
      state = .suspended
    }
    defer { old?.close() }
    guard let reopening else { throw .closed }
    let (connection, isAnother) = try reopening.open()
    if old != nil { checkpoint(connection, .truncate, waitMilliseconds: 100) }
    didOpen(connection)
    nextNumber.forget()
    live.forgetDataVersion()
    state = .open(connection)
    pending.withLock { $0.isSuspended = false }
    if isAnother || !isWhole { startAnew() }
    return connection
  }

  var isSuspended: Bool {
    if case .suspended = state { true } else { false }
  }

  package var isClosed: Bool {
    if case .closed = state { true } else { false }
  }

  /// The connection; `nil` if the store is suspended or closed. Maintenance doesn't open the file.
  var openConnection: Connection? {
    if case .open(let connection) = state { connection } else { nil }
  }
}
