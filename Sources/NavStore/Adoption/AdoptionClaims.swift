import NavStoreSQLite

/// The identity of legacy state that was imported.
struct AdoptionClaim: Equatable, Sendable {
  /// A hash of the source's content.
  let source: Int64

  /// The name of the stack or scene value that imported the state.
  let name: String
}

/// The legacy state that this process has imported. Confined to the writer's queue.
struct AdoptionClaims {
  /// The stack or value that imports legacy state.
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

  /// Whether all claims are in the file. A claim is written together with the imported state.
  var areWritten: Bool { taken.allSatisfy(\.isWritten) }

  /// Claims legacy state for `owner`. Returns `false` if another owner has it, or had it once.
  mutating func take(
    _ claim: AdoptionClaim, for owner: Owner, in connection: Connection
  ) throws -> Bool {
    if let known = taken.first(where: { $0.claim == claim }) { return known.owner == owner }
    guard try !AdoptionTable(db: connection).contains(claim) else { return false }
    taken.append(Taken(claim: claim, owner: owner))
    return true
  }

  /// Returns the owner of a claim that is not in the file yet.
  func unsavedOwner(of claim: AdoptionClaim) -> Owner? {
    taken.first { $0.claim == claim && !$0.isWritten }?.owner
  }

  /// The owners of all claims that are not in the file yet.
  var unsavedOwners: [Owner] { taken.filter { !$0.isWritten }.map(\.owner) }

  /// Drops a claim that is not in the file yet, so that another owner can import the state.
  mutating func discard(_ claim: AdoptionClaim) {
    taken.removeAll { $0.claim == claim && !$0.isWritten }
  }

  /// Keeps a value that `owner` imported until its restore is confirmed.
  mutating func hold(_ value: StoredValue, for owner: Owner) {
    for index in taken.indices where taken[index].owner == owner { taken[index].value = value }
  }

  /// Returns and removes the kept values of a window that are not in the file yet.
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

  /// Prepares for another file. The claims of owners that are saved in it are written there again;
  /// the state of all other owners may be imported again.
  mutating func startAnew(keeping isKept: (Owner) -> Bool) {
    taken = taken.filter { isKept($0.owner) }.map { Taken(claim: $0.claim, owner: $0.owner) }
  }

  /// Writes the claims of `owner`, inside the transaction that saves the imported state.
  func write(_ owner: Owner, in connection: Connection) throws {
    for old in taken where old.owner == owner && !old.isWritten {
      let account = try AccountTable(db: connection).find(owner.account)
      try AdoptionTable(db: connection).insert(old.claim, account: account)
    }
  }

  mutating func didWrite(_ owner: Owner) {
    for index in taken.indices where taken[index].owner == owner { taken[index].isWritten = true }
  }

  /// Releases the claims of `account`, or of all accounts if it is `nil`, inside the transaction
  /// that erases them. Unsaved claims are written, too, so that their state is not imported again.
  ///
  /// - Returns: The accounts and names of the released claims.
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
