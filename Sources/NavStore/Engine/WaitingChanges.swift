import NavStoreSQLite

/// What waited, taken to be written in one transaction.
///
/// A class, because copying it would be much of what a commit costs.
private final class WaitingChanges {
  private(set) var sessions: [LiveStack] = []

  /// Of each session.
  private(set) var batches: [StackBatch] = []
  var lists: [(list: NavStore.SceneList, batch: NavStore.SceneList.Batch)] = []
  let values: [SceneValueKey: StoredValue]

  init(of sessions: [LiveStack], values: [SceneValueKey: StoredValue]) {
    self.values = values
    takeBatches(of: sessions)
  }

  /// Takes what `sessions` have to write by now.
  func takeBatches(of sessions: [LiveStack]) {
    (self.sessions, batches) = ([], [])
    for session in sessions {
      guard let batch = session.takeBatch() else { continue }
      self.sessions.append(session)
      batches.append(batch)
    }
  }

  var isEmpty: Bool { batches.isEmpty && lists.isEmpty && values.isEmpty }

  /// The stacks and values that it saves: each may have been taken over from old state.
  var owners: [AdoptionClaims.Owner] {
    batches.filter { $0.row != nil }.map { .stack($0.key) } + values.keys.map { .value($0) }
  }
}

extension Writer {
  /// On the queue: all that waits, in one transaction. Where it fails, sessions keep what they
  /// have, and memory keeps the truth. `foldingLater` is for commits that nobody waits for.
  func commitWaiting(
    on connection: Connection, endingTurns: Bool, foldingLater: Bool = false
  ) throws {
    try requireUnlocked(connection)
    defer { endCommitting() }
    guard let changes = takeWaiting(endingTurns: endingTurns) else { return }
    let taken = changes.sessions.count
    do {
      try connection.transaction {
        let dataVersion = try connection.dataVersion
        try catchUp(changes, on: connection, dataVersion: dataVersion)
        try write(changes, on: connection, dataVersion: dataVersion)
      }
      didWrite(changes, on: connection, foldingLater: foldingLater)
    } catch {
      retries.hasMetLock = NavStore.Error(error).isLock
      didFail(changes, error)
      throw error
    }
    // A turn began while its session caught up.
    guard endingTurns, changes.sessions.count < taken else { return }
    try commitWaiting(on: connection, endingTurns: true, foldingLater: foldingLater)
  }

  /// Inside a write transaction, before anything is written. Where another process has committed
  /// since a session last looked, what it knows may be old: it looks again, and its changes are
  /// taken anew.
  private func catchUp(
    _ changes: WaitingChanges, on connection: Connection, dataVersion: Int64
  ) throws {
    live.note(dataVersion: dataVersion)
    let sessions = changes.sessions
    let lists = changes.lists.map(\.list)
    guard sessions.contains(where: \.isBehind) || lists.contains(where: \.isBehind) else { return }
    for session in sessions {
      session.didFail()
      if session.isBehind { try session.catchUp(in: connection) }
    }
    for list in lists {
      list.didFail()
      if list.isBehind { try list.catchUp(in: connection) }
    }
    changes.takeBatches(of: sessions)
    changes.lists = lists.compactMap { list in list.takeBatch().map { (list, $0) } }
  }

  /// On the queue: what `change` comes to, and all else that waits, in one transaction.
  ///
  /// False, and nothing has changed, where another process has committed since somebody last looked
  /// for that: what the sessions know may be old. Asking within the transaction takes no locks of
  /// its own. Where it throws, `change` may have been called or not.
  func commit(on connection: Connection, _ change: () -> Void) throws -> Bool {
    var changes: WaitingChanges?
    defer { endCommitting() }
    do {
      var isCurrent = false
      try connection.transaction {
        let dataVersion = try connection.dataVersion
        isCurrent = live.seenDataVersion == dataVersion
        guard isCurrent else { return }
        change()
        guard let taken = takeWaiting(endingTurns: false) else { return }
        changes = taken
        try catchUp(taken, on: connection, dataVersion: dataVersion)
        try write(taken, on: connection, dataVersion: dataVersion)
      }
      if let changes { didWrite(changes, on: connection) }
      return isCurrent
    } catch {
      if let changes { didFail(changes, error) } else { didFail(error) }
      throw error
    }
  }

  /// After an attempt that met another process's lock, looks whether it is gone before all that waits
  /// is encoded once more: that would keep the queue from others.
  private func requireUnlocked(_ connection: Connection) throws {
    let isEmpty = waiting.withLock { waiting in
      if retries.hasMetLock { waiting.isScheduled = false }
      return waiting.isEmpty
    }
    guard retries.hasMetLock, !isEmpty else { return }
    try connection.transaction {}
    retries.hasMetLock = false
  }

  private func endCommitting() {
    let mayHaveLeft = waiting.withLock { waiting in
      waiting.isCommitting = false
      return !waiting.itemValues.isEmpty
    }
    guard mayHaveLeft else { return }
    queue.async { [weak self] in self?.writeItemValuesOfLeftScreens() }
  }

  /// Nil where there is nothing.
  private func takeWaiting(endingTurns: Bool) -> WaitingChanges? {
    let (sessions, values) = waiting.withLock { waiting in
      let (all, values) = (waiting.sessions.elements, waiting.values)
      (waiting.sessions, waiting.values) = (IdentityList(), [:])
      waiting.isScheduled = false
      waiting.isCommitting = true
      // One whose turn is open stays: a flush must find it.
      var taken: [LiveStack] = []
      for session in all {
        if endingTurns || !session.waitsForTurn {
          taken.append(session)
        } else {
          waiting.sessions.append(session)
        }
      }
      return (taken, values)
    }
    if endingTurns {
      sessions.forEach { $0.endTurn() }
      // That enrolled them once more. All they have is taken now, and what is scheduled for nothing
      // would open a store that is suspended next.
      let taken = IdentityList(sessions)
      waiting.withLock { waiting in
        waiting.sessions.removeAll(where: taken.contains)
        waiting.isScheduled = false
      }
    }
    let changes = WaitingChanges(of: sessions, values: values)
    changes.lists = takeLists()
    return changes.isEmpty ? nil : changes
  }

  /// The lists that are to be written, and those that show less than the sessions have by now.
  private func takeLists() -> [(list: NavStore.SceneList, batch: NavStore.SceneList.Batch)] {
    let enrolled = waiting.withLock { waiting in
      defer { waiting.lists = IdentityList() }
      return waiting.lists
    }
    let known = live.sceneLists
    guard !enrolled.isEmpty || !known.isEmpty else { return [] }
    let all = known.filter { !enrolled.contains($0) } + enrolled.elements
    return all.compactMap { list in list.takeBatch().map { (list, $0) } }
  }

  /// Inside a transaction.
  private func write(
    _ changes: WaitingChanges, on connection: Connection, dataVersion: Int64
  ) throws {
    try write(changes.batches, on: connection, dataVersion: dataVersion)
    try write(changes.values, on: connection)
    if !adoptions.areWritten {
      for owner in changes.owners { try adoptions.write(owner, in: connection) }
    }
    guard !changes.lists.isEmpty else { return }
    var made: [ObjectIdentifier: Int64] = [:]
    for (session, batch) in zip(changes.sessions, changes.batches) {
      for (node, id) in zip(session.madeNodes, batch.written?.ids ?? []) {
        made[ObjectIdentifier(node)] = id
      }
    }
    for index in changes.lists.indices {
      let list = changes.lists[index].list
      try list.write(&changes.lists[index].batch, made: made, in: connection)
    }
  }

  private func write(
    _ batches: [StackBatch], on connection: Connection, dataVersion: Int64
  ) throws {
    let before = NextNumber.Moment(dataVersion: dataVersion, connection)
    var writer = StackWriter(db: connection, nextNumber: nextNumber.value(at: before))
    try writer.write(batches)
    let after = NextNumber.Moment(dataVersion: dataVersion, connection)
    nextNumber.note(writer.nextNumber, at: after)
  }

  private func didWrite(
    _ changes: WaitingChanges, on connection: Connection, foldingLater: Bool = false
  ) {
    for (session, batch) in zip(changes.sessions, changes.batches) { session.didCommit(batch) }
    for (list, batch) in changes.lists { list.didCommit(batch) }
    if !adoptions.areWritten { changes.owners.forEach { adoptions.didWrite($0) } }
    if provisional != nil {
      provisional?.values.merge(changes.values) { _, newer in newer }
      for session in changes.sessions { provisional?.sessions.append(session) }
    }
    retries.didSave()
    didCommit(
      visits: changes.batches.reduce(0) { $0 + ($1.written?.seen ?? 0) }, on: connection,
      foldingLater: foldingLater)
    settleAttempts(on: connection)
    live.post {
      Set(changes.batches.lazy.filter(\.changesHistory).map(\.key.account))
    }
  }

  private func didFail(_ changes: WaitingChanges, _ error: any Error) {
    for session in changes.sessions {
      session.didFail()
      enroll(session, schedules: false)
    }
    waiting.withLock { waiting in
      for entry in changes.lists { waiting.lists.append(entry.list) }
    }
    for entry in changes.lists { entry.list.didFail() }
    putBack(changes.values)
    didFail(error)
  }

  /// A lock is no failure yet: whoever waits for the commit, or comes back to it, says when it is.
  private func didFail(_ error: any Error) {
    let error = NavStore.Error(error)
    if !error.isLock { didFailToSave(error) }
  }
}
