import NavStoreSQLite

/// By what old state is known once it was taken over.
struct AdoptionClaim: Hashable, Sendable {
  /// A hash of the source's content.
  let source: Int64

  /// Of the stack or scene value that it became.
  let name: String
}

/// What this process has taken over. Confined to the writer's queue.
struct AdoptionClaims {
  /// Who takes old state over.
  enum Owner: Hashable {
    case stack(StackKey)
    case value(SceneValueKey)

    var account: String {
      switch self {
      case .stack(let key): key.account
      case .value(let key): key.account
      }
    }
  }

  private var owners: [AdoptionClaim: Owner] = [:]

  /// Those that are not in the file yet: they get there with what was taken over.
  private var unwritten: [Owner: AdoptionClaim] = [:]

  /// Whether all that was taken over is in the file.
  var areWritten: Bool { unwritten.isEmpty }

  /// Takes old state over; false where another has it, or had it once.
  mutating func take(
    _ claim: AdoptionClaim, for owner: Owner, in connection: Connection
  ) throws -> Bool {
    if let known = owners[claim] { return known == owner }
    guard try !AdoptionTable(db: connection).contains(claim) else { return false }
    owners[claim] = owner
    unwritten[owner] = claim
    return true
  }

  /// The file is another one: what those that are to be saved in it have taken over is noted there,
  /// the others may take it once more.
  mutating func startAnew(keeping isKept: (Owner) -> Bool) {
    owners = owners.filter { isKept($0.value) }
    unwritten = Dictionary(owners.map { ($0.value, $0.key) }) { first, _ in first }
  }

  /// Inside the transaction that saves what `owner` took over.
  func write(_ owner: Owner, in connection: Connection) throws {
    guard let claim = unwritten[owner] else { return }
    let account = try AccountTable(db: connection).find(owner.account)
    try AdoptionTable(db: connection).insert(claim, account: account)
  }

  mutating func didWrite(_ owner: Owner) {
    unwritten[owner] = nil
  }

  /// Inside the transaction that erases `account`, or everything where it is nil: what nobody will
  /// save any more is noted all the same. Gives those that had taken it over.
  mutating func release(
    ofAccount account: String?, in connection: Connection
  ) throws -> [(account: String, name: String)] {
    let released = unwritten.filter { owner, _ in
      account.map { owner.account.hasBytes(of: $0) } ?? true
    }
    let table = AdoptionTable(db: connection)
    for (_, claim) in released { try table.insert(claim, account: nil) }
    let held: [(account: String, name: String)]
    if let account {
      held = try AccountTable(db: connection).find(account).map(table.release) ?? []
    } else {
      held = try table.release(ofAccount: nil)
    }
    return held + released.map { ($0.key.account, $0.value.name) }
  }
}
