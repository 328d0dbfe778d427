import NavStoreSQLite

/// By what old state is known once it was taken over.
struct AdoptionClaim: Equatable, Sendable {
  /// A hash of the source's content.
  let source: Int64

  /// Of the stack or scene value that it became.
  let name: String
}

/// What this process has taken over. Confined to the writer's queue.
struct AdoptionClaims {
  /// Who takes old state over.
  enum Owner: Equatable {
    case stack(StackKey)
    case value(PendingValueKey)

    var account: String {
      switch self {
      case .stack(let key): key.account
      case .value(let key): key.account
      }
    }

    var scene: String {
      switch self {
      case .stack(let key): key.scene
      case .value(let key): key.scene
      }
    }
  }

  private struct Taken {
    let claim: AdoptionClaim
    let owner: Owner
    var isWritten = false

    /// The value to save when the restore is confirmed; `nil` for a stack, which saves itself.
    var value: StoredValue?
  }

  private var taken: [Taken] = []

  /// Whether all that was taken over is in the file: it gets there with what it became.
  var areWritten: Bool { taken.allSatisfy(\.isWritten) }

  /// Takes old state over; false if another has it, or had it once.
  mutating func take(
    _ claim: AdoptionClaim, for owner: Owner, in connection: Connection
  ) throws -> Bool {
    if let known = taken.first(where: { $0.claim == claim }) { return known.owner == owner }
    guard try !AdoptionTable(db: connection).contains(claim) else { return false }
    taken.append(Taken(claim: claim, owner: owner))
    return true
  }

  /// The owner of what was taken over and is not in the file yet.
  func unsavedOwner(of claim: AdoptionClaim) -> Owner? {
    taken.first { $0.claim == claim && !$0.isWritten }?.owner
  }

  /// The owners of all that is not in the file yet.
  var unsavedOwners: [Owner] { taken.filter { !$0.isWritten }.map(\.owner) }

  /// Lets another owner take over what is not in the file yet.
  mutating func discard(_ claim: AdoptionClaim) {
    taken.removeAll { $0.claim == claim && !$0.isWritten }
  }

  /// Keeps a value that `owner` took over until its restore is confirmed.
  mutating func hold(_ value: StoredValue, for owner: Owner) {
    for index in taken.indices where taken[index].owner == owner { taken[index].value = value }
  }

  /// Hands over the values of a window that are not in the file yet.
  mutating func takeHeldValues(
    inScene scene: String, account: String
  ) -> [(key: PendingValueKey, value: StoredValue)] {
    var values: [(key: PendingValueKey, value: StoredValue)] = []
    for index in taken.indices {
      guard case .value(let key) = taken[index].owner, let value = taken[index].value,
        taken[index].owner.scene.hasBytes(of: scene), key.account.hasBytes(of: account)
      else { continue }
      taken[index].value = nil
      if !taken[index].isWritten { values.append((key, value)) }
    }
    return values
  }

  /// The file is another one: what those that are to be saved in it have taken over is noted there,
  /// the others may take it once more.
  mutating func startAnew(keeping isKept: (Owner) -> Bool) {
    taken = taken.filter { isKept($0.owner) }.map { Taken(claim: $0.claim, owner: $0.owner) }
  }

  /// Inside the transaction that saves what `owner` took over.
  func write(_ owner: Owner, in connection: Connection) throws {
    for old in taken where old.owner == owner && !old.isWritten {
      let account = try AccountTable(db: connection).find(owner.account)
      try AdoptionTable(db: connection).insert(old.claim, account: account)
    }
  }

  mutating func didWrite(_ owner: Owner) {
    for index in taken.indices where taken[index].owner == owner { taken[index].isWritten = true }
  }

  /// Inside the transaction that erases `account`, or everything if it is nil: what nobody will
  /// save any more is noted all the same. Gives those that had taken it over.
  mutating func release(
    ofAccount account: String?, in connection: Connection
  ) throws -> [(account: String, name: String)] {
    let released = taken.filter { old in
      !old.isWritten && account.map { old.owner.account.hasBytes(of: $0) } ?? true
    }
    let table = AdoptionTable(db: connection)
    for old in released { try table.insert(old.claim, account: nil) }
    for index in taken.indices where released.contains(where: { $0.owner == taken[index].owner }) {
      taken[index].value = nil
    }
    let held: [(account: String, name: String)]
    if let account {
      held = try AccountTable(db: connection).find(account).map(table.release) ?? []
    } else {
      held = try table.release(ofAccount: nil)
    }
    return held + released.map { ($0.owner.account, $0.claim.name) }
  }
}
