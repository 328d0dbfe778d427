import NavStoreSQLite

// Changes of the file that live stacks, lists and values also apply in memory, such as a removal.
//
// A change is made in one short transaction, and sets the ``Effect`` with which live objects are
// updated. Longer work is recorded in the transaction, and done in batches after it: see
// `Writer+Sweep.swift`.
extension Writer {
  /// On the store's write queue: saves pending changes, makes a change inside a transaction, applies
  /// its effect to live objects, notifies observers of the history, and schedules idle work.
  func perform<T>(
    on connection: Connection, _ change: (_ db: Connection, _ effect: Effect) throws -> T
  ) throws -> T {
    try commitPending(on: connection, endingTurns: true)
    let effect = Effect()
    let outcome = try connection.transaction { try change(connection, effect) }
    follow(effect)
    didCommit(visits: 0, on: connection)
    return outcome
  }

  /// Makes a change without blocking a thread. If the change is long, restores and menus read on
  /// another connection while it runs.
  func perform<T: Sendable>(
    isLong: Bool = true, _ change: @escaping @Sendable (_ db: Connection, Effect) throws -> T
  ) async throws(NavStore.Error) -> T {
    try await async(isLong: isLong) { try self.perform(on: $0, change) }
  }

  func follow(_ effect: Effect) {
    if !effect.erasedAccounts.isEmpty { followErasure(of: effect.erasedAccounts) }
    if let fate = effect.fate { changeUnsavedValues(fate) }
    live.follow(effect)
    if effect.removal != nil {
      dropValues { _, value in value.screen.map { $0.stack.isForgotten($0.node) } ?? false }
    }
    if effect.changesScenes { live.fallBehind() }
    // An item that is counted from scratch in several batches may have lost or gained visits.
    if effect.leavesTombstones || effect.successor != nil { maintenance.sweeping.restartCount() }
    if let connection = openConnection { refreshMenus(on: connection, after: .routes) }
    if effect.leavesTombstones { maintenance.hasTombstones = true }
    live.post(effect.changedHistories)
  }
}
