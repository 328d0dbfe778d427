import Dispatch
import NavStorePlatform
import NavStoreSQLite

/// The executor that owns a store's one writing connection.
///
/// All SQL that writes runs on its queue, never on Swift's cooperative threads (a synchronous call
/// runs it on the caller's, which waits anyway). Live sessions are registered here, and hand over
/// what they have to write: see `Writer+Commit.swift`. Maintenance: `Writer+Maintenance.swift`.
package final class Writer: @unchecked Sendable {
  let configuration: NavStore.Configuration

  /// The configuration's, for what asks for the time at each change: to ask there copies it whole.
  private let clock: @Sendable () -> Date
  package let queue = DispatchQueue(label: "NavStore.writer", qos: .userInitiated)

  /// Sessions with something to write. The one thing here that callers' threads touch.
  let pending = Locked(Pending())

  /// The number of pieces of long work on the queue, running or scheduled: see `Writer+Reading.swift`.
  let longWork = Locked(0)

  /// Whether an erasure is rewriting the file, which takes longer than a query may wait.
  let isRewriting = Locked(false)

  /// Where it is looked what a change means. Set once, before anybody else knows the writer.
  weak var reader: Reader?

  /// All that is live of the store.
  let live = LiveObjects()

  /// The calls that use the file several times: see ``Writer/beginCall()``.
  let calls = Locked(DispatchGroup())

  /// For restores and menus while the queue has long work.
  let side = SideConnection()

  let codecs: CodecCache

  /// Who wants to know of saves that fail.
  package let failures = FailureHub()

  /// The restores that were shown and not confirmed, and what they hear of the app's life.
  let attempts: RestoreAttempts
  let life: NavStore.AppLife

  struct Pending {
    var sessions = IdentityList<LiveStack>()

    /// Lists over several stacks that are to be written, after the stacks.
    var lists = IdentityList<NavStore.WindowHistory>()

    /// Values of windows and items: see `Writer+Values.swift`.
    var values: [PendingValueKey: PendingValue] = [:]

    /// Those that are being written.
    var valuesInFlight: [PendingValueKey: PendingValue] = [:]

    /// Those that were set in the open turn of the main loop. They are written with it.
    var turnValues: [PendingValueKey: PendingValue] = [:]

    /// The number of looks at that turn: see `Writer+OpenTurns.swift`.
    var turnLooks = 0

    /// Whether a commit for them is on its way, and when the next one may be made.
    var areValuesScheduled = false
    var valuesDue = ContinuousClock.now

    var isEmpty: Bool { sessions.isEmpty && lists.isEmpty && values.isEmpty && turnValues.isEmpty }

    /// Whether a commit is on its way on the queue.
    var isScheduled = false

    /// Whether a commit of what waits comes soon without being scheduled.
    var isDueSoon = false

    /// Whether a look at turns that are open is on its way.
    var isWatching = false

    /// The number of looks in a row that found no turn open.
    var idleLooks = 0

    /// Whether what was taken from here is being written.
    var isCommitting = false

    /// Whether the file is being let go of, or has been, until its next use or for good.
    var isSuspended = false

    /// Whether that was for good.
    var isClosed = false

    /// Whether a change came after that, and the log says so.
    private var hasLateChange = false

    /// Notes a change that came after that. Says whether it is the first.
    mutating func noteLateChange() -> Bool {
      defer { hasLateChange = true }
      return !hasLateChange
    }

    /// Lets go of all that waits, and returns it.
    mutating func close() -> Pending {
      let last = self
      self = Pending()
      (isSuspended, isClosed) = (true, true)
      return last
    }

    /// Whether every change of an open store is in the file.
    var isSettled: Bool { isEmpty && !isScheduled && !isCommitting && !isSuspended }
  }

  private let turns = Locked(Int64(0))

  // Confined to the queue from here on.
  var state: State
  let reopening: StoreReopening?
  package var maintenance = MaintenanceState()
  var oldValues = OldValues()
  var adoptions = AdoptionClaims()
  var retries = SaveRetries()
  var nextNumber = NextNumber()

  enum State {
    case open(Connection)

    /// The file is let go of; the next use opens it again.
    case suspended
    case closed
  }

  /// Where the file is, or will be; nil in memory.
  package let path: String?

  /// What opening came to; a store that has no file yet gets another one.
  let report: Locked<NavStore.OpenReport>

  /// What waits for the file, on the queue; whether anything does, for everybody.
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

  /// The file takes the place of memory.
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

  /// Ends a turn: `body` gets its number, larger than those of all that ended before, in any session.
  /// What waits is taken before it or after it, never meanwhile: see ``betweenTurns(_:)``.
  @inline(never)
  func endingTurn<T>(_ body: (_ turn: Int64) -> T) -> T {
    turns.withLock { turns in
      turns += 1
      return body(turns)
    }
  }

  /// Ends several turns at one moment, so that they are written together: `body` gets the number of
  /// each from `next`.
  func endingTurns(_ body: (_ next: () -> Int64) -> Void) {
    turns.withLock { turns in
      body {
        turns += 1
        return turns
      }
    }
  }

  /// The same, or `body` as a part of an open turn: turns are ended and saved before it or after it.
  @inline(__always)
  func endingTurn<T>(if ends: Bool, _ body: (_ turn: Int64?) -> T) -> T {
    if ends { return endingTurn(body) }
    turns.lock()
    defer { turns.unlock() }
    return body(nil)
  }

  /// No turn ends meanwhile, in any session: who takes what several sessions have takes all of it up
  /// to one moment, and visits in different stacks stay in their order.
  func betweenTurns<T>(_ body: () -> T) -> T { turns.withLock { _ in body() } }

  /// The connection, opened again if the store was suspended; throws after ``close()``.
  func open() throws(NavStore.Error) -> Connection {
    let wasSuspended = isSuspended
    let connection = try openSilently()
    if wasSuspended {
      // Whoever follows history hears now of what changed when the store was suspended.
      live.resumePosts()
      scheduleIdleCheck()
    }
    return connection
  }

  func openSilently() throws(NavStore.Error) -> Connection {
    // Whether all that was saved is in the file that is opened now.
    var isWhole = true
    var old: Connection?
    switch state {
    case .closed: throw .closed
    case .suspended: break
    case .open(let connection):
      if provisional != nil { return moveOver() ?? connection }
      guard connection.hasMoved || connection.hasLostLog else { return connection }
      isWhole = try emptyLog(ofMoved: connection)
      // A strange log is not read while somebody has the database open.
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

  /// The connection if there is one: maintenance does not open a suspended store.
  var openConnection: Connection? {
    if case .open(let connection) = state { connection } else { nil }
  }
}
