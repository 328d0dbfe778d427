import NavStoreSQLite

// Writes all pending changes in one transaction.
extension Writer {
  /// On the writer's queue: writes all pending changes in one transaction. If the transaction
  /// fails, the changes stay pending. Pass `countingLater` for a commit that no caller waits for.
  package func commitPending(
    on connection: Connection, endingTurns: Bool, countingLater: Bool = false
  ) throws {
    try requireUnlocked(connection)
    defer { endCommitting() }
    if endingTurns { LiveStack.endTurns(in: self, schedules: false) }
    var changes = Commit(on: connection)
    takePending(into: &changes)
    guard !changes.isEmpty else { return didFindNothing() }
    try commit(&changes, countingLater: countingLater) { _, _ in }
    guard endingTurns, changes.isIncomplete else { return }
    try commitPending(on: connection, endingTurns: true, countingLater: countingLater)
  }

  /// Updates live stacks and lists inside the write transaction, before their changes are written.
  /// If another process has committed since a stack was last compared with the file, compares it
  /// again and takes its changes again.
  private func catchUp(_ changes: inout Commit, dataVersion: Int64) throws {
    let isKnown = live.seenDataVersion == dataVersion
    for erased in isKnown ? [] : try noteOtherProcesses(on: changes.db) {
      for key in changes.values.keys where key.account.hasBytes(of: erased.key) {
        changes.values[key] = nil
      }
    }
    // Repeat this if taking the changes again adds a stack or list that must be compared with the
    // file. All changes are written in their order, so that stack or list can't be left out.
    while changes.stacks.contains(where: \.session.isBehind)
      || changes.lists.contains(where: \.list.isBehind)
    {
      for (session, _) in changes.stacks {
        session.didFail()
        if session.isBehind, !session.hasEnded { try session.catchUp(in: changes.db) }
      }
      for (list, _) in changes.lists {
        list.didFail()
        pending.withLock { $0.lists.append(list) }
        if list.isBehind { try list.didRemove(in: changes.db) }
      }
      takePending(into: &changes)
    }
  }

  /// On the writer's queue: calls `change`, which changes live stacks, and writes all pending
  /// changes in one transaction.
  ///
  /// If this function throws an error, `change` may or may not have been called.
  ///
  /// - Returns: `false` if another process has committed since the live stacks were last compared
  ///   with the file. In this case, `change` is not called.
  func commit(on connection: Connection, _ change: () throws -> Void) throws -> Bool {
    defer { endCommitting() }
    var changes = Commit(on: connection)
    var isCurrent = false
    try commit(&changes) { changes, dataVersion in
      isCurrent = live.seenDataVersion == dataVersion
      guard isCurrent else { return }
      try change()
      takePending(into: &changes)
    }
    return isCurrent
  }

  /// Writes changes in one transaction, which begins with `prepare`. If the transaction fails, the
  /// changes are pending again.
  private func commit(
    _ changes: inout Commit, countingLater: Bool = false,
    _ prepare: (_ changes: inout Commit, _ dataVersion: Int64) throws -> Void
  ) throws {
    let connection = changes.db
    do {
      try connection.transaction {
        let dataVersion = try connection.dataVersion
        try prepare(&changes, dataVersion)
        guard !changes.isEmpty else { return }
        try catchUp(&changes, dataVersion: dataVersion)
        try write(&changes, dataVersion: dataVersion)
      }
      if !changes.isEmpty { didWrite(changes, countingLater: countingLater) }
    } catch {
      retries.hasMetLock = NavStore.Error(error).isLock
      if !changes.isEmpty { didFail(changes, error) }
      throw error
    }
  }

  /// Throws if the last attempt to commit met another process's lock and the file is still locked.
  /// Without this check, all pending changes would be encoded for each attempt, which keeps the
  /// writer's queue busy.
  private func requireUnlocked(_ connection: Connection) throws {
    let isEmpty = pending.withLock { pending in
      if retries.hasMetLock { pending.isScheduled = false }
      return pending.isEmpty
    }
    guard retries.hasMetLock, !isEmpty else { return }
    try connection.transaction {}
    retries.hasMetLock = false
  }

  private func endCommitting() {
    // A stack that only a written value retains is released after `pending` is unlocked.
    let written = pending.withLock { pending in
      pending.isCommitting = false
      defer { if !pending.valuesInFlight.isEmpty { pending.valuesInFlight = [:] } }
      return pending.valuesInFlight
    }
    withExtendedLifetime(written) {}
  }

  /// Takes all pending changes into `changes`, including newer changes of stacks that are in
  /// `changes` before the call.
  private func takePending(into changes: inout Commit) {
    keepAdoptedOfChangedWindows()
    let time = now
    betweenTurns {
      let (sessions, values) = pending.withLock { pending in
        for (session, _) in changes.stacks { pending.sessions.append(session) }
        defer {
          pending.sessions.removeAll()
          if !pending.values.isEmpty {
            for (key, value) in pending.values { pending.valuesInFlight[key] = value }
            pending.values.removeAll()
          }
          pending.isScheduled = false
          pending.isCommitting = true
        }
        return (pending.sessions.elements, pending.values)
      }
      let before = changes.stacks
      for (key, value) in values { changes.values[key] = value }
      changes.stacks = sessions.compactMap { session in
        session.take(at: time).map { (session, $0) }
      }
      changes.isIncomplete = before.contains { old in
        !changes.stacks.contains { $0.session === old.session }
      }
      // A stack with an open turn stays pending, so that a flush finds it.
      for session in sessions where session.isTurnOpen {
        pending.withLock { $0.sessions.append(session) }
      }
      changes.lists = takeLists()
    }
    // Encoding runs code of the app. Other threads may change stacks meanwhile.
    changes.stacks.removeAll { !$0.session.encode($0.change) }
  }

  /// Takes the changed back/forward lists of windows. Also takes the lists that were written with a
  /// lower visit for an entry, because the entry's own visit was not stored at that time.
  private func takeLists() -> [(list: NavStore.WindowHistory, batch: NavStore.WindowHistory.Batch)]
  {
    let enrolled = pending.withLock { pending in
      defer { pending.lists = IdentityList() }
      return pending.lists
    }
    let known = live.sceneLists
    guard !enrolled.isEmpty || !known.isEmpty else { return [] }
    let all = known.filter { !enrolled.contains($0) } + enrolled.elements
    // A list with an open turn stays pending, so that a flush finds it.
    for list in all where list.isTurnOpen { pending.withLock { $0.lists.append(list) } }
    return all.compactMap { list in list.takeBatch().map { (list, $0) } }
  }

  /// Writes changes, inside a transaction.
  private func write(_ changes: inout Commit, dataVersion: Int64) throws {
    let connection = changes.db
    let before = (dataVersion, connection.totalChanges)
    changes.nextNumber = nextNumber.flatMap { $0.moment == before ? $0.number : nil }
    changes.dates = visitDates
    try changes.writeStacks()
    // Don't keep one of the last 2^31 numbers, because no visit may have them. The next commit then
    // calls `VisitTable.nextNumber`, which throws an error.
    nextNumber = changes.nextNumber.flatMap { number in
      guard number > 0, number < .max - (1 << 31) else { return nil }
      return (number, (dataVersion, connection.totalChanges))
    }
    visitDates = changes.dates
    for (key, value) in changes.values {
      switch try ValueTable(db: connection).set(value, for: key) {
      case .written: break
      case .refused: changes.refusesValue = true
      case .noItem: changes.valuesWithoutOwner.append((key, value))
      }
    }
    if !imports.areWritten {
      for owner in changes.owners { try imports.write(owner, in: connection) }
    }
    guard !changes.lists.isEmpty else { return }
    var made: [ObjectIdentifier: Int64] = [:]
    for (_, change) in changes.stacks {
      for (n, id) in zip(change.writes.made.elements, change.ids) { made[ObjectIdentifier(n)] = id }
    }
    for index in changes.lists.indices {
      let list = changes.lists[index].list
      try list.write(&changes.lists[index].batch, made: made, in: connection)
    }
  }

  private func didWrite(_ changes: Commit, countingLater: Bool) {
    let connection = changes.db
    for (session, change) in changes.stacks { session.didCommit(change) }
    for (list, batch) in changes.lists { list.didCommit(batch) }
    if !imports.areWritten { changes.owners.forEach { imports.didWrite($0) } }
    didSave()
    for (key, value) in changes.valuesWithoutOwner {
      if let (stack, node) = value.screen { stack.settle(value, for: key, of: node) }
    }
    if changes.refusesValue {
      failures.post(.tooManyValues)
      ProblemLog.note("A value was not saved. \(NavStore.Error.tooManyValues)")
    }
    didCommit(
      visits: changes.stacks.reduce(0) { $0 + $1.change.uncounted }, on: connection,
      countingLater: countingLater)
    let saved = changes.stacks.lazy.filter { $0.change.tips != nil }
    if attempts.didSave(saved.map(\.session.key)) { watchLife() }
    settleAttempts(on: connection)
    let changesTitles = changes.stacks.contains(where: \.change.changesTitles)
    refreshMenus(on: connection, after: changesTitles ? .titles : .stacks)
    live.post(Set(changes.stacks.lazy.filter(\.change.changesHistory).map(\.session.key.account)))
  }

  private func didFail(_ changes: Commit, _ error: any Error) {
    for (session, _) in changes.stacks {
      session.didFail()
      enroll(session, schedules: false)
    }
    pending.withLock { pending in
      for entry in changes.lists { pending.lists.append(entry.list) }
    }
    for entry in changes.lists { entry.list.didFail() }
    putBack(changes.values)
    // Another process's lock isn't reported here. The waiting caller or the next attempt reports
    // it.
    let error = NavStore.Error(error)
    if !error.isLock { didFailToSave(error) }
  }
}
