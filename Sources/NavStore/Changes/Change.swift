import NavStoreSQLite

/// A change of the file that live stacks, lists and values also apply in memory, such as a removal.
///
/// It is made in one short transaction, and returns the ``Effect`` with which live objects are
/// updated. Longer work is recorded in the transaction, and done in batches after it: see
/// `Writer+Sweep.swift`.
protocol Change: Sendable {
  associatedtype Outcome: Sendable

  /// Makes the change inside a write transaction. The caller has saved all pending changes.
  func apply(in db: Connection, for writer: Writer) throws -> (outcome: Outcome, effect: Effect)
}

extension Writer {
  /// On the store's write queue: saves pending changes, makes a change, applies its effect to live
  /// objects, notifies observers of the history, and schedules idle work.
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

  /// Makes a change without blocking a thread. If the change is long, restores and menus read on
  /// another connection while it runs.
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
    // An item that is counted from scratch in several batches may have lost or gained visits.
    if effect.leavesTombstones || effect.successor != nil { maintenance.sweeping.restartCount() }
    if let connection = openConnection { refreshMenus(on: connection, after: .routes) }
    if effect.leavesTombstones { maintenance.hasTombstones = true }
    switch effect.history {
    case .unchanged: break
    case .ofAccount(let account): live.post([account])
    case .ofAll: live.post()
    }
  }
}
