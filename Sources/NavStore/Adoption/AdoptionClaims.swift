import NavStoreSQLite

/// The identity of legacy state that was imported. The store's file keeps this identity, so that
/// the state isn't imported again.
struct AdoptionClaim: Equatable, Sendable {
  /// A hash of the content of the legacy state.
  let source: Int64

  /// The ``NavLegacyState/claimName`` of the state. If that is `nil`, the name of the stack or
  /// scene value that imported the state.
  let name: String
}

/// The legacy state that this process has imported, with the stacks and values that imported it.
/// Confined to the store's write queue.
final class AdoptionClaims {
  /// The stack or value that imports legacy state.
  enum Owner: Equatable {
    case stack(StackKey)
    case value(PendingValueKey)

    /// The window of the stack or value.
    var window: StackKey {
      switch self {
      case .stack(let key): key.unnamed
      case .value(let key): key.window
      }
    }
  }

  private struct Taken {
    let claim: AdoptionClaim
    let owner: Owner
    var isWritten = false

    /// The imported scene value until it is scheduled for saving. `nil` if a stack imported the
    /// state, because the live stack has the imported routes.
    var value: StoredValue?
  }

  private var taken: [Taken] = []

  /// Whether all claims are in the file. A claim is written together with the imported state.
  var areWritten: Bool { taken.allSatisfy(\.isWritten) }

  /// Claims legacy state for `owner`, so that no other stack or value imports it. Returns `false`
  /// if another owner has claimed it, or if the file has a claim from an earlier import.
  func take(
    _ claim: AdoptionClaim, for owner: Owner, in connection: Connection
  ) throws -> Bool {
    if let known = taken.first(where: { $0.claim == claim }) { return known.owner == owner }
    guard try !AdoptionTable(db: connection).contains(claim) else { return false }
    taken.append(Taken(claim: claim, owner: owner))
    return true
  }

  /// Returns the stack or value that has made a claim; `nil` if the claim is in the file or wasn't
  /// made in this process.
  func unsavedOwner(of claim: AdoptionClaim) -> Owner? {
    taken.first { $0.claim == claim && !$0.isWritten }?.owner
  }

  /// The owners of all claims that are not in the file yet.
  var unsavedOwners: [Owner] { taken.filter { !$0.isWritten }.map(\.owner) }

  /// Removes a claim unless it is in the file, so that another stack or value can import the state.
  func discard(_ claim: AdoptionClaim) {
    taken.removeAll { $0.claim == claim && !$0.isWritten }
  }

  /// Keeps the scene value that `owner` imported, until it is scheduled for saving: see
  /// ``Writer/keepAdopted(in:)``.
  func hold(_ value: StoredValue, for owner: Owner) {
    for index in taken.indices where taken[index].owner == owner { taken[index].value = value }
  }

  /// Removes the imported value that is kept for `owner` from memory, and returns it.
  func takeHeldValue(of owner: Owner) -> StoredValue? {
    guard let index = taken.firstIndex(where: { $0.owner == owner && $0.value != nil }) else {
      return nil
    }
    defer { taken[index].value = nil }
    return taken[index].value
  }

  /// Writes the claims of `owner`, inside the transaction that saves the imported state.
  func write(_ owner: Owner, in connection: Connection) throws {
    for old in taken where old.owner == owner && !old.isWritten {
      let account = try AccountTable(db: connection).find(owner.window.account)
      try AdoptionTable(db: connection).insert(old.claim, account: account)
    }
  }

  func didWrite(_ owner: Owner) {
    for index in taken.indices where taken[index].owner == owner { taken[index].isWritten = true }
  }

  /// Removes the account from the claims of `account`, or of all accounts if it is `nil`, inside
  /// the transaction that erases the account. The claims stay in the file, so that the legacy state
  /// isn't imported again. Claims that are not in the file are written for the same reason.
  ///
  /// - Returns: The accounts and names of these claims.
  func release(
    ofAccount account: String?, in connection: Connection
  ) throws -> [(account: String, name: String)] {
    let released = taken.filter { old in
      !old.isWritten && account.map { old.owner.window.account.hasBytes(of: $0) } ?? true
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
    return held + released.map { ($0.owner.window.account, $0.claim.name) }
  }
}
