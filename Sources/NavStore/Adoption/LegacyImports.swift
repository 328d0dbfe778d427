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

/// The legacy state that this process has imported, or can read and remove because the app has
/// named its source. Confined to the store's write queue, except for ``discardConfirmed()``.
final class LegacyImports {
  /// The stack or value that imports legacy state.
  enum Owner: Hashable {
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

  private struct Entry {
    /// The claim that this process has made for the owner, until it is in the file. A claim is
    /// written together with the imported state.
    var claim: AdoptionClaim?

    /// The imported scene value until it is scheduled for saving. `nil` if a stack imported the
    /// state, because the live stack has the imported routes.
    var held: StoredValue?

    /// The legacy value, and the name under which it was imported; `nil` if the app has not named
    /// the source, or another owner has imported it.
    var source: (name: String, value: OldValue)?

    /// Whether the owner is a stack that was not saved when this process loaded it. Its legacy value
    /// is not removed in this process, because only a later launch restores the saved copy.
    var wasUnsaved = false

    /// Whether the legacy value is removed when the restore of its stack is confirmed: see
    /// ``RestoreAttempts``.
    var isRemovable = false
  }

  private var entries: [Owner: Entry] = [:]
  private let confirmed = Locked<[(owner: Owner, name: String, value: OldValue)]>([])
}

// MARK: - Claims

extension LegacyImports {
  /// Whether all claims are in the file.
  var areWritten: Bool { entries.values.allSatisfy { $0.claim == nil } }

  /// Claims legacy state for `owner`, so that no other stack or value imports it. Returns `false`
  /// if another owner has claimed it, or if the file has a claim from an earlier import.
  ///
  /// The state may have an unsaved import by a stack or value of a window that the app no longer
  /// uses. That import is undone, and `owner` gets the claim. At launch, an app often shows a
  /// signed-out window until it knows its user, and that window must not keep the user's state.
  func take(
    _ claim: AdoptionClaim, for owner: Owner, in connection: Connection, _ live: LiveObjects
  ) throws -> Bool {
    if let (former, entry) = entries.first(where: { $1.claim == claim }), former != owner {
      guard !live.isInUse(former.window) else { return false }
      entries[former] = Entry(wasUnsaved: entry.wasUnsaved)
      if case .stack(let key) = former { live.find(key)?.dropAdopted() }
    }
    guard try !AdoptionTable(db: connection).contains(claim) else { return false }
    entries[owner, default: Entry()].claim = claim
    return true
  }

  /// The owners of all claims that are not in the file yet.
  var unsavedOwners: [Owner] { entries.filter { $1.claim != nil }.map(\.key) }

  /// Removes the imported value that is kept for `owner` from memory, and returns it.
  func takeHeldValue(of owner: Owner) -> StoredValue? {
    defer { entries[owner]?.held = nil }
    return entries[owner]?.held
  }

  /// Writes the claim of `owner`, inside the transaction that saves the imported state.
  func write(_ owner: Owner, in connection: Connection) throws {
    guard let claim = entries[owner]?.claim else { return }
    try AdoptionTable(db: connection).insert(claim, account: owner.window.account)
  }

  func didWrite(_ owner: Owner) { entries[owner]?.claim = nil }
}

// MARK: - Legacy values

extension LegacyImports {
  /// Records the legacy value of a loaded stack. Schedules its removal if the stack was restored
  /// from the store as a whole, and was saved before this process loaded it. `isWithOthers` is
  /// whether other accounts have imported legacy state under the same name, and the stack's account
  /// has not.
  func note(_ loaded: LoadedStack, of key: StackKey, isWithOthers: Bool) {
    guard let adoption = loaded.adoption else { return }
    var entry = entries[.stack(key)] ?? Entry()
    entry.source = (adoption.name, adoption.value)
    entry.wasUnsaved = entry.wasUnsaved || !loaded.isSaved
    if !entry.wasUnsaved, loaded.failures.isEmpty, loaded.skippedReason == nil, !isWithOthers {
      entry.isRemovable = true
    }
    entries[.stack(key)] = entry
  }

  /// Records the legacy value of a scene value that was imported. The scene value `held` is kept
  /// until it is scheduled for saving: see ``Writer/keepAdopted(in:)``.
  func note(_ value: OldValue, as name: String, of owner: Owner, holding held: StoredValue) {
    entries[owner, default: Entry()].source = (name, value)
    entries[owner]?.held = held
  }

  /// Schedules the removal of the legacy values whose stacks' restores were confirmed.
  func confirm(where isConfirmed: (_ window: StackKey) -> Bool) {
    for (owner, entry) in entries where entry.isRemovable && isConfirmed(owner.window) {
      entries[owner]?.isRemovable = false
      if let (name, value) = entry.source {
        confirmed.withLock { $0.append((owner, name, value)) }
      }
    }
  }

  /// Removes the legacy values that were scheduled for removal. Never call this on the store's write
  /// queue, because it may run the app's code.
  ///
  /// - Returns: The claims of the removed values, with the accounts that had imported them.
  func discardConfirmed() -> [(claim: AdoptionClaim, account: String)] {
    let values = confirmed.withLock { values in
      defer { values = [] }
      return values
    }
    return values.compactMap { owner, name, value in
      value.discard().map { (AdoptionClaim(source: $0, name: name), owner.window.account) }
    }
  }

  /// Releases the closures that the app has passed for its legacy values, because they may retain
  /// the store.
  func forgetSources() {
    for owner in entries.keys { entries[owner]?.source = nil }
  }

  /// The accounts that have imported legacy state, or can remove it, in this process.
  var accounts: [String] { entries.keys.map(\.window.account) }

  /// Removes the account from the claims of `account`, inside the transaction that erases the
  /// account. The claims stay in the file, so that the legacy state isn't imported again. Claims
  /// that are not in the file are written for the same reason.
  ///
  /// - Returns: For each name, the number of legacy values that were imported under that name and
  ///   not removed since, and those of them whose sources this process knows. Several windows may
  ///   have stacks of the same name, each with its own import. The caller removes the values after
  ///   the transaction, off the store's write queue.
  func release(
    ofAccount account: String, in connection: Connection
  ) throws -> [(count: Int, values: [OldValue])] {
    let table = AdoptionTable(db: connection)
    var released = try table.release(ofAccount: account)
    let known = entries.filter { $0.key.window.account.hasBytes(of: account) }
    for (owner, entry) in known {
      guard let claim = entry.claim else { continue }
      try table.insert(claim, account: nil)
      entries[owner]?.held = nil
      released.append(claim.name)
    }
    return Dictionary(grouping: released, by: ByteKey.init).map { name, group in
      let values = known.values.compactMap(\.source).filter {
        ByteKey($0.name) == name && !$0.value.isRemoved
      }
      return (group.count, values.map(\.value))
    }
  }
}
