import Dispatch
import NavStoreSQLite

extension Writer {
  /// Notes that `session` has something to write, and, where its turn has ended, that it may be
  /// written now. What queues up meanwhile becomes one transaction.
  func enroll(_ session: SessionCore, schedules: Bool) {
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
      try commitWaiting(on: connection, endingTurns: false)
    } catch {
      retryLater()
    }
  }

  /// On the queue: all that waits, in one transaction. Where it fails, sessions keep what they
  /// have, and memory keeps the truth.
  func commitWaiting(on connection: Connection, endingTurns: Bool) throws {
    let (sessions, values) = waiting.withLock { waiting in
      let (all, values) = (waiting.sessions, waiting.values)
      waiting = Waiting(
        lists: waiting.lists, isCommitting: true, isLetGo: waiting.isLetGo)
      // One whose turn is open stays: a flush must find it.
      var taken: [SessionCore] = []
      for (id, session) in all {
        if endingTurns || !session.isTurnOpen {
          taken.append(session)
        } else {
          waiting.sessions[id] = session
        }
      }
      return (taken, values)
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
    var written: [SessionCore] = []
    var batches: [StackBatch] = []
    for session in sessions {
      guard let batch = session.takeBatch() else { continue }
      written.append(session)
      batches.append(batch)
    }
    let lists = takeLists()
    guard !batches.isEmpty || !lists.isEmpty || !values.isEmpty else { return }
    let parts = batches.reduce(values.count + lists.count) { $0 + $1.events.count + 1 }
    do {
      // In proportion to what there is to write: a deep stack may be new as a whole.
      connection.beginWork(.short(configuration.limits).plus(milliseconds: parts))
      let (committed, writtenLists) = try connection.transaction {
        var writer = StackWriter(db: connection)
        let committed = try writer.write(batches)
        try self.write(values, on: connection)
        return (
          committed,
          lists.isEmpty ? [] : try write(lists, after: committed, of: written, connection)
        )
      }
      for (session, committed) in zip(written, committed) { session.didCommit(committed) }
      for (entry, written) in zip(lists, writtenLists) {
        entry.list.didCommit(entry.batch, written)
      }
      retryDelayMilliseconds = 0
      didCommit(visits: committed.reduce(0) { $0 + $1.seen }, on: connection)
      changes.post { Set(batches.lazy.filter(\.changesHistory).map(\.key.account)) }
    } catch {
      for session in written {
        session.didFail()
        enroll(session, schedules: false)
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

  /// Inside the transaction, after the stacks of `sessions`, whose new visits have numbers by now.
  private func write(
    _ lists: [(list: NavStore.SceneList, batch: NavStore.SceneList.Batch)],
    after committed: [CommittedBatch], of sessions: [SessionCore], _ connection: Connection
  ) throws -> [NavStore.SceneList.Written] {
    var made: [ObjectIdentifier: Int64] = [:]
    for (session, committed) in zip(sessions, committed) {
      for (node, id) in zip(session.madeNodes, committed.ids) { made[ObjectIdentifier(node)] = id }
    }
    return try lists.map { try $0.list.write($0.batch, made: made, in: connection) }
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
