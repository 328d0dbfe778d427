import NavStoreSQLite

/// Takes everything of an account: from then on nobody finds any of it, and it is swept in steps.
struct EraseAccount: Change {
  let account: String

  /// The moment at which it signs out: what is live then saves nothing any more. Nil: it starts anew.
  let leftAt: Int?
  let erases: Bool

  func apply(
    in db: Connection, for writer: Writer
  ) throws -> (outcome: [ImportedOldValues], effect: Effect) {
    let oldValues = try writer.releaseOldValues(ofAccount: account, in: db)
    try AccountTable(db: db).erase(account)
    try ProgressTable(db: db).noteRemoval(erases: erases)
    let effect = Effect()
    effect.erasure = .init(account: account, leftAt: leftAt)
    effect.history = .ofAccount(account)
    effect.changesTree = true
    return (oldValues, effect)
  }
}

/// Takes everybody's history and the closed scenes. Open scenes, accounts and scene values that are no
/// routes stay.
struct ClearHistory: Change {
  let erases: Bool

  struct Outcome: Sendable {
    let closedScenes: Int
    let oldValues: [ImportedOldValues]
  }

  func apply(in db: Connection, for writer: Writer) throws -> (outcome: Outcome, effect: Effect) {
    let oldValues = try writer.releaseOldValues(ofAccount: nil, in: db)
    let closedScenes = try SceneTable(db: db).deleteClosed()
    try AccountTable(db: db).eraseHistory()
    // An idle moment does it anyhow: an empty file is vacuumed in no time.
    try ProgressTable(db: db).noteRemoval(erases: true, withDamagedFiles: erases)
    let effect = Effect()
    effect.removal = .init(reparenting: nil, leaving: .whenLeft)
    effect.history = .ofAll
    effect.changesTree = true
    return (Outcome(closedScenes: closedScenes, oldValues: oldValues), effect)
  }
}
