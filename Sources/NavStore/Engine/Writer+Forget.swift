import NavStoreSQLite

extension Writer {
  /// Takes a part of the history out of the file and out of every live session.
  func forget(
    _ selection: NavStore.History.Selection, account: String, erases: Bool
  ) async throws(NavStore.Error) -> NavStore.Removal {
    if case .account(let leaves) = selection {
      return try await eraseAccount(account, leaves: leaves, erases: erases)
    }
    var (removal, oldValues) = try await async { connection in
      try self.requireFile()
      for session in self.registry.all { session.keepAdopted(schedules: false) }
      try self.commitWaiting(on: connection, endingTurns: true)
      try self.foldAll(on: connection)
      var oldValues: [[OldValue]] = []
      var removed = try self.take(
        selection, account: account, erases: erases, releasing: &oldValues, on: connection)
      if erases, let path = self.path {
        // Where this fails, it is tried again and reported by whoever finishes the erasure.
        removed.removal.damagedFiles = (try? DamagedFile.deleteAll(besides: path)) ?? 0
      }
      self.noteChangedTree()
      self.maintenance.hasTombstones = self.maintenance.hasTombstones || removed.leavesTombstones
      for session in self.registry.all {
        session.didForget(removed, holding: selection.holds, account: account)
      }
      self.didForgetRoutes(of: account, holding: selection.holds)
      self.tellLists(of: removed)
      self.changes.post(selection.isOfOneAccount ? [account] : nil)
      self.didCommit(visits: 0, on: connection)
      if case .everything = selection, !erases {
        // The old bytes were not overwritten, and an empty file is vacuumed in no time.
        _ = try? self.eraseBytes(on: connection, waitMilliseconds: Self.idleWaitMilliseconds)
      }
      return (removed.removal, oldValues)
    }
    removal.oldValuesLeft = oldValues.erase()
    return removal
  }

  private func take(
    _ selection: NavStore.History.Selection, account: String, erases: Bool,
    releasing oldValues: inout [[OldValue]], on connection: Connection
  ) throws -> VisitRemover.Removed {
    if case .everything = selection {
      let removed = try connection.deletingInBulk {
        try connection.transaction {
          oldValues = try self.releaseOldValues(ofAccount: nil, in: connection)
          return try HistoryTable(db: connection).clear(erases: erases)
        }
      }
      return removed
    }
    return try connection.transaction {
      let removed = try self.take(selection, account: account, on: connection)
      let progress = ProgressTable(db: connection)
      if erases, try progress.pendingErasure().hasRemovals {
        try progress.askForErasure(takingDamagedFiles: true)
      }
      return removed
    }
  }

  private func take(
    _ selection: NavStore.History.Selection, account key: String, on connection: Connection
  ) throws -> VisitRemover.Removed {
    guard let account = try AccountTable(db: connection).find(key) else { return .init() }
    let remover = VisitRemover(db: connection, relevance: relevance)
    let finder = VisitFinder(db: connection)
    switch selection {
    case .none, .account, .everything: return .init()
    case .dates(let range):
      return try remover.take(
        finder.visits(in: range, account: account, now: now))
    case .items(let find, _):
      let items = Set(try find(connection, account))
      // A root screen that is forgotten stays while it is shown, as a top does.
      let named = try NamedRoutes(db: connection).forget(ofItems: items)
      var removed = try remover.take(finder.visits(ofItems: items))
      removed.named = named
      // Those whose visits had gone before.
      let index = ItemIndex(db: connection, relevance: relevance)
      let roots = try NamedRoutes(db: connection).standing()
      for item in items {
        let dropped = try index.dropUnused(ofItem: item, sparing: roots)
        removed.removal.routes += dropped.routes
        removed.removal.items += dropped.items
      }
      return removed
    }
  }

  /// After what could make a plan for pruning wrong: visits may be stood on now that were not.
  func noteChangedTree() {
    maintenance.epoch += 1
  }
}

extension NavStore.History.Selection {
  /// Whether a route that is in memory only belongs to it.
  fileprivate var holds: @Sendable (_ key: String, _ kind: String) -> Bool {
    if case .items(_, let holds) = self { holds } else { { _, _ in false } }
  }

  fileprivate var isOfOneAccount: Bool {
    if case .everything = self { false } else { true }
  }
}
