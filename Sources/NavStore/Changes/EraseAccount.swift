import NavStoreSQLite

/// Takes everything of an account: from then on nobody finds any of it, and it is swept in steps.
struct EraseAccount: Change {
  let account: String

  /// The moment at which it signs out: what is live then saves nothing any more. Nil: it starts anew.
  let leftAt: Int?
  let erases: Bool

  func apply(
    in db: Connection, for writer: Writer
  ) throws -> (outcome: [[OldValue]], effect: Effect) {
    let oldValues = try writer.releaseOldValues(ofAccount: account, in: db)
    try AccountTable(db: db).erase(account)
    if erases {
      try ProgressTable(db: db).askForErasure(takingDamagedFiles: true)
    } else {
      try ProgressTable(db: db).noteRemoval()
    }
    var effect = Effect()
    effect.erasure = .init(account: account, leftAt: leftAt)
    effect.history = .ofAccount(account)
    effect.changesTree = true
    return (oldValues, effect)
  }
}

/// Takes everybody's history and the closed scenes. Open scenes, their values and accounts stay.
struct ClearHistory: Change {
  let erases: Bool

  struct Outcome: Sendable {
    let removal: NavStore.Removal
    let oldValues: [[OldValue]]
  }

  var isBulk: Bool { true }

  func apply(in db: Connection, for writer: Writer) throws -> (outcome: Outcome, effect: Effect) {
    let oldValues = try writer.releaseOldValues(ofAccount: nil, in: db)
    let (removal, revisions) = try HistoryTable(db: db).clear(erases: erases)
    var effect = Effect()
    effect.removal = .init(
      survivors: nil, leaving: .whenLeft, concerns: { _, _ in false }, revisions: revisions)
    effect.history = .ofAll
    effect.changesTree = true
    return (Outcome(removal: removal, oldValues: oldValues), effect)
  }
}
