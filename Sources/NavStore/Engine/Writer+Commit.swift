import Dispatch
import NavStoreSQLite

/// A session, as the writer sees it.
protocol WritableSession: AnyObject, Sendable {
  /// Whether changes wait for the end of their turn.
  var isTurnOpen: Bool { get }

  /// Makes them final.
  func endTurn()

  /// Encodes and hands over what there is to write; nil where that is nothing, or a turn has begun
  /// meanwhile: then the session enrolls again.
  func takeBatch() -> StackBatch?

  /// The new visits of the batch that is being written, in order.
  var madeNodes: [any AnyVisitNode] { get }

  /// The batch is in the file.
  func didCommit(_ committed: CommittedBatch)

  /// It is not; the session keeps it.
  func didFail()

  /// The session's scene was closed; what it writes next opens it again.
  func didCloseScene()

  /// It was opened again.
  func didReopenScene()

  /// All that the file had of the session's stack is gone, and nothing may bring it back.
  func didErase()

  /// The routes of some visits in the file are others now.
  func didRewrite(_ visits: [Int64: RawRoute])

  /// The root routes of some stacks in the file are others now; nil: gone.
  func didChangeRoots(of stacks: [Int64: RawRoute?])

  /// Visits were taken from the file; each is given with the one that is left beneath it. Stacks
  /// that were written for that have new revisions.
  func didRemove(_ survivors: [Int64: Int64], revisions: [Int64: Int64])

  /// The visits that it stands on: its stack, its list, and what it has not written yet.
  var standing: [Int64] { get }

  /// Visits were forgotten: gone from the file, while what is on screen stays there. `holds` says
  /// of a route of `account` that is not stored whether it belongs to them.
  func didForget(
    _ removed: VisitRemover.Removed, holding holds: (_ key: String, _ kind: String) -> Bool,
    account: String)
}

extension Writer {
  /// Notes that `session` has something to write, and, where its turn has ended, that it may be
  /// written now. What queues up meanwhile becomes one transaction.
  func enroll(_ session: any WritableSession, schedules: Bool) {
    let mustSchedule = waiting.withLock { waiting in
      waiting.sessions[ObjectIdentifier(session)] = session
      guard schedules, !waiting.isScheduled else { return false }
      waiting.isScheduled = true
      return true
    }
    guard mustSchedule else { return }
    queue.async { self.commitScheduled() }
  }

  /// Notes that `list` is to be written.
  func enroll(_ list: NavStore.SceneList) {
    let mustSchedule = waiting.withLock { waiting in
      waiting.lists[ObjectIdentifier(list)] = list
      defer { waiting.isScheduled = true }
      return !waiting.isScheduled
    }
    guard mustSchedule else { return }
    queue.async { self.commitScheduled() }
  }

  /// Commits what waits, turns that are still open included. Whoever reads afterwards, on another
  /// connection, finds it.
  func settle() async throws(NavStore.Error) {
    // Most questions are asked when all has long been written: they need not change threads twice.
    if waiting.withLock(\.isSettled) { return }
    try await barrier()
  }

  /// The same, and all that was handed to the queue before is done.
  func barrier() async throws(NavStore.Error) {
    try await async(isShort: true) { connection in
      try self.commitWaiting(on: connection, endingTurns: true)
    }
  }

  func commitScheduled() {
    // Looked at first: a suspended store is not opened for nothing.
    let isNeeded = waiting.withLock { waiting in
      if waiting.isEmpty { waiting.isScheduled = false }
      return !waiting.isEmpty
    }
    guard isNeeded, !isClosed else { return }
    // Its end brings this up again, with all that comes until then.
    if checkpointer?.isRunning == true { return }
    let connection: Connection
    do {
      connection = try open()
    } catch {
      failures.post(error)
      return retryLater()
    }
    do {
      try commitWaiting(on: connection, endingTurns: false, foldingLater: true)
    } catch {
      retryLater()
    }
  }

  /// On the queue: all that waits, in one transaction. Where it fails, sessions keep what they
  /// have, and memory keeps the truth. `foldingLater` is for commits that nobody waits for.
  func commitWaiting(
    on connection: Connection, endingTurns: Bool, foldingLater: Bool = false
  ) throws {
    let (sessions, values) = waiting.withLock { waiting in
      let (all, values) = (waiting.sessions, waiting.values)
      // One whose turn is open stays: a flush must find it.
      waiting = Waiting(
        sessions: endingTurns ? [:] : all.filter { $0.value.isTurnOpen }, lists: waiting.lists,
        isCommitting: true, isLetGo: waiting.isLetGo)
      return (all.values.filter { waiting.sessions[ObjectIdentifier($0)] == nil }, values)
    }
    defer { waiting.withLock { $0.isCommitting = false } }
    if endingTurns {
      sessions.forEach { $0.endTurn() }
      // That enrolled them once more. All they have is taken now, and what is scheduled for nothing
      // would open a store that is suspended next.
      waiting.withLock { waiting in
        for session in sessions { waiting.sessions[ObjectIdentifier(session)] = nil }
        waiting.isScheduled = false
      }
    }
    let batches = sessions.compactMap { session in
      session.takeBatch().map { (session: session, batch: $0) }
    }
    let lists = takeLists()
    guard !batches.isEmpty || !lists.isEmpty || !values.isEmpty else { return }
    let parts = batches.reduce(values.count + lists.count) { $0 + $1.batch.events.count + 1 }
    do {
      // In proportion to what there is to write: a deep stack may be new as a whole.
      connection.beginWork(.short(configuration.limits).plus(milliseconds: parts))
      let (committed, written) = try connection.transaction {
        var writer = StackWriter(db: connection)
        let committed = try writer.write(batches.map(\.batch))
        try self.write(values, on: connection)
        guard !lists.isEmpty else { return (committed, [NavStore.SceneList.Written]()) }
        var made: [ObjectIdentifier: Int64] = [:]
        for (entry, committed) in zip(batches, committed) {
          for (node, id) in zip(entry.session.madeNodes, committed.ids) {
            made[ObjectIdentifier(node)] = id
          }
        }
        return (
          committed, try lists.map { try $0.list.write($0.batch, made: made, in: connection) }
        )
      }
      for (entry, committed) in zip(batches, committed) {
        entry.session.didCommit(committed)
      }
      for (entry, written) in zip(lists, written) { entry.list.didCommit(entry.batch, written) }
      retryDelayMilliseconds = 0
      didCommit(
        visits: committed.reduce(0) { $0 + $1.seen }, on: connection, foldingLater: foldingLater)
      let changed = batches.lazy.map(\.batch).filter(\.changesHistory).map(\.key.account)
      if !changed.isEmpty { changes.post(Set(changed)) }
    } catch {
      for entry in batches {
        entry.session.didFail()
        enroll(entry.session, schedules: false)
      }
      waiting.withLock { waiting in
        for entry in lists { waiting.lists[ObjectIdentifier(entry.list)] = entry.list }
      }
      for entry in lists { entry.list.didFail() }
      putBack(values)
      failures.post(NavStore.Error(error))
      throw error
    }
  }

  /// The lists that are to be written, and those that show less than the sessions have by now.
  private func takeLists() -> [(list: NavStore.SceneList, batch: NavStore.SceneList.Batch)] {
    let enrolled = waiting.withLock { waiting in
      defer { waiting.lists = [:] }
      return waiting.lists
    }
    let known = registry.sceneLists
    guard !enrolled.isEmpty || !known.isEmpty else { return [] }
    let all = known.filter { enrolled[ObjectIdentifier($0)] == nil } + Array(enrolled.values)
    return all.compactMap { list in list.takeBatch().map { (list, $0) } }
  }

  /// Tries again after a second, then after twice as long each time, up to a minute. The next
  /// change or flush tries at once.
  private func retryLater() {
    retryDelayMilliseconds = min(max(1_000, retryDelayMilliseconds * 2), 60_000)
    queue.asyncAfter(deadline: .now() + .milliseconds(retryDelayMilliseconds)) { [weak self] in
      self?.commitScheduled()
    }
  }
}
