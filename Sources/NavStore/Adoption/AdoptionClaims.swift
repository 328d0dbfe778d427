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
  }

  private var taken: [(claim: AdoptionClaim, owner: Owner, isWritten: Bool)] = []

  /// Whether all that was taken over is in the file: it gets there with what it became.
  var areWritten: Bool { taken.allSatisfy(\.isWritten) }

  /// Takes old state over; false if another has it, or had it once.
  mutating func take(
    _ claim: AdoptionClaim, for owner: Owner, in connection: Connection
  ) throws -> Bool {
    if let known = taken.first(where: { $0.claim == claim }) { return known.owner == owner }
    guard try !AdoptionTable(db: connection).contains(claim) else { return false }
    taken.append((claim, owner, false))
    return true
  }

  /// The file is another one: what those that are to be saved in it have taken over is noted there,
  /// the others may take it once more.
  mutating func startAnew(keeping isKept: (Owner) -> Bool) {
    taken = taken.filter { isKept($0.owner) }.map { ($0.claim, $0.owner, false) }
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
    let held: [(account: String, name: String)]
    if let account {
      held = try AccountTable(db: connection).find(account).map(table.release) ?? []
    } else {
      held = try table.release(ofAccount: nil)
    }
    return held + released.map { ($0.owner.account, $0.claim.name) }
  }
}
