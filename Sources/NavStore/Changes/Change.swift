import NavStoreSQLite

/// Something that is done to the file and to every live object at once.
///
/// A change is a value. What it does to the file is one short transaction; what that means for those
/// who are live is the ``Effect`` that it gives. What takes longer than that is decided here and swept
/// later: see `Writer+Sweep.swift`.
protocol Change: Sendable {
  associatedtype Outcome: Sendable

  /// Does it, inside a write transaction. Everything that had waited to be saved is in the file.
  func apply(in db: Connection, for writer: Writer) throws -> (outcome: Outcome, effect: Effect)
}

extension Writer {
  /// On the queue: carries a change out. Every change goes this way, and in this order: what waits is
  /// saved, the change is made, live objects follow, whoever follows history is told, idle work is
  /// scheduled.
  func perform<C: Change>(_ change: C, on connection: Connection) throws -> C.Outcome {
    try requireFile()
    try commitPending(on: connection, endingTurns: true)
    let (outcome, effect) = try connection.transaction {
      try change.apply(in: connection, for: self)
    }
    follow(effect)
    didCommit(visits: 0, on: connection)
    return outcome
  }

  /// The same for callers that do not block a thread. Reads go beside the queue meanwhile, unless the
  /// change is short.
  func perform<C: Change>(
    _ change: C, isLong: Bool = true
  ) async throws(NavStore.Error) -> C.Outcome {
    try await async(isLong: isLong) { try self.perform(change, on: $0) }
  }

  func follow(_ effect: Effect) {
    if !effect.erasedAccounts.isEmpty { followErasure(of: effect.erasedAccounts) }
    if let fate = effect.fate { changeUnsavedValues(fate) }
    live.follow(effect)
    if effect.removal != nil {
      dropValues { _, value in value.screen.map { $0.stack.isForgotten($0.node) } ?? false }
    }
    if effect.forgetsKept { live.forgetKept() }
    if effect.changesTree {
      noteChangedTree()
      // It may have been half counted anew.
      maintenance.sweeping.restartCount()
    }
    if effect.leavesTombstones { maintenance.hasTombstones = true }
    switch effect.history {
    case .unchanged: break
    case .ofAccount(let account): live.post([account])
    case .ofAll: live.post()
    }
  }
}
