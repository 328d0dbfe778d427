/// What waited, taken to be written in one transaction.
///
/// A class, because copying it would be much of what a commit costs.
final class PendingChanges {
  private(set) var sessions: [LiveStack] = []

  /// Of each session.
  private(set) var batches: [StackBatch] = []
  var lists: [(list: NavStore.WindowHistory, batch: NavStore.WindowHistory.Batch)] = []
  private(set) var values: [PendingValueKey: PendingValue] = [:]

  /// The result of writing a value in the transaction.
  enum ValueOutcome {
    case written

    /// Its item is not in the file.
    case hasNoOwner

    /// Its owner has too many.
    case refused
  }

  /// The values whose items are not in the file.
  var valuesWithoutOwner: [(key: PendingValueKey, value: PendingValue)] = []

  /// Whether a value was not written because its owner has too many.
  var refusesValue = false

  /// What was taken of each session, until it is encoded.
  private var taken: [PendingStack.Taken] = []

  /// Whether a turn began in a session that had something to write, while it caught up.
  private(set) var isIncomplete = false

  /// Takes what waits, and what `sessions` have, by now. No turn ends meanwhile.
  func take(
    _ sessions: [LiveStack], _ values: [PendingValueKey: PendingValue], at time: Int64
  ) {
    let before = self.sessions
    (self.sessions, batches, taken) = ([], [], [])
    self.values.merge(values) { _, newer in newer }
    for session in sessions {
      guard let (taken, batch) = session.take(at: time) else { continue }
      self.sessions.append(session)
      self.taken.append(taken)
      batches.append(batch)
    }
    isIncomplete = before.contains { old in !self.sessions.contains { $0 === old } }
  }

  /// Drops the values of accounts that another process has erased.
  func dropValues(of accounts: [LiveAccount]) {
    guard !accounts.isEmpty else { return }
    values = values.filter { value in
      !accounts.contains { $0.key.hasBytes(of: value.key.account) }
    }
  }

  /// Puts together what was taken: that is the app's code, and users go on meanwhile.
  func encode() {
    var empty: [Int] = []
    for index in sessions.indices
    where !sessions[index].encode(taken[index], into: batches[index]) {
      empty.append(index)
    }
    taken = []
    for index in empty.reversed() {
      sessions.remove(at: index)
      batches.remove(at: index)
    }
  }

  var isEmpty: Bool { batches.isEmpty && lists.isEmpty && values.isEmpty }

  /// The stacks and values that it saves: each may have been taken over from old state.
  var owners: [AdoptionClaims.Owner] {
    var owners: [AdoptionClaims.Owner] = values.keys.map { .value($0) }
    for batch in batches {
      if batch.row != nil { owners.append(.stack(batch.key)) }
      for case .sceneValue(_, let name) in batch.events.lazy.map(\.event) {
        let (scene, account) = (batch.key.scene, batch.key.account)
        owners.append(.value(PendingValueKey(.scene(scene), account: account, name: name)))
      }
    }
    return owners
  }
}
