import NavStoreSQLite

/// The legacy value that a stack or scene value was imported from. The legacy value is removed when
/// a restore of the store's copy is confirmed (``NavStore/RestoreGuard``), or when the account that
/// imported it is erased.
final class OldValue: Sendable {
  /// Returns the hash of the legacy value; `nil` if there is none, or if at least one of its routes
  /// can't be read. Removing the value would lose that route.
  private let hashIfWhole: @Sendable () -> Int64?
  private let isGone: @Sendable () -> Bool
  private let remove: @Sendable () -> Bool

  /// Whether the store removes the value, or notifies the app that the app may remove it; `false`
  /// if the store does neither.
  private let isOurs: Bool
  private let onRemoval: (@Sendable (_ source: Int64) -> Void)?
  private let removed = Locked(false)

  init<R>(
    of source: NavLegacyState<R>, codec: RouteCodec,
    box: (@Sendable (R) -> ErasedRoute)? = nil,
    onRemoval: (@Sendable (_ source: Int64) -> Void)? = nil
  ) {
    isOurs = source.remove != nil || source.safeToRemove != nil
    self.onRemoval = onRemoval
    hashIfWhole = {
      let old = source.read(codec, box)
      return old.isWhole ? old.hash : nil
    }
    isGone = { if case .nothingThere = source.read(codec, box) { true } else { false } }
    remove = {
      // If the removal fails, for example on a locked device, the next launch tries again.
      let isRemoved = source.remove.map { remove in (try? remove()) != nil } ?? false
      source.safeToRemove?()
      return isRemoved
    }
  }

  var isRemoved: Bool { removed.withLock { $0 } }

  /// Removes the value if that loses no route. Never call this on the store's write queue, because
  /// it may run the app's code.
  func discard() {
    guard isOurs, let source = hashIfWhole(), remove() else { return }
    removed.withLock { $0 = true }
    onRemoval?(source)
  }

  /// Removes the value, even if that loses routes. Never call this on the store's write queue,
  /// because it may run the app's code.
  ///
  /// - Returns: `true` if the legacy value no longer exists; otherwise, `false`.
  func erase() -> Bool {
    if remove() { removed.withLock { $0 = true } }
    return isGone()
  }
}

/// The legacy values that this process can read and remove, because the app has named their
/// sources. Confined to the store's write queue.
struct OldValues {
  /// The values to remove when the restore of their stack is confirmed: see
  /// ``NavStore/RestoreGuard``.
  private var pending: [(key: StackKey, value: OldValue)] = []

  /// The stacks that were not saved when this process loaded them. Their legacy values are not
  /// removed in this process, because only a later launch restores the saved copies.
  private var unsaved: Set<StackKey> = []

  /// All legacy values, with the names under which they were imported.
  private var known: [(owner: AdoptionClaims.Owner, name: String, value: OldValue)] = []

  /// Records the legacy value of a loaded stack. Schedules its removal if the stack was restored
  /// from the store as a whole, and was saved before this process loaded it. `isWithOthers` is
  /// whether other accounts have imported legacy state under `name`, and the stack's account has
  /// not.
  mutating func note(
    _ loaded: LoadedStack, of key: StackKey, as name: String, isWithOthers: Bool
  ) {
    guard let report = loaded.adoption else { return }
    note(report.value, as: name, of: .stack(key))
    guard loaded.isSaved else {
      unsaved.insert(key)
      return
    }
    guard !unsaved.contains(key), loaded.failures.isEmpty, loaded.skippedReason == nil,
      !isWithOthers
    else { return }
    pending.removeAll { $0.key == key }
    pending.append((key, report.value))
  }

  mutating func note(_ value: OldValue, as name: String, of owner: AdoptionClaims.Owner) {
    known.removeAll { $0.owner == owner }
    known.append((owner, name, value))
  }

  /// Removes the values of `owner` from this list, because another owner has imported them.
  mutating func forget(_ owner: AdoptionClaims.Owner) {
    known.removeAll { $0.owner == owner }
  }

  /// Returns the legacy values that may be removed, because the restores of their stacks were
  /// confirmed. The values are then no longer pending.
  mutating func take(where isConfirmed: (StackKey) -> Bool) -> [OldValue] {
    let taken = pending.filter { isConfirmed($0.key) }
    pending.removeAll { isConfirmed($0.key) }
    return taken.map(\.value)
  }

  /// Returns the legacy values that an account imported under a name, that exist, and whose sources
  /// this process knows.
  func named(_ name: String, ofAccount account: String) -> [OldValue] {
    known.filter { $0.owner.window.account.hasBytes(of: account) && $0.name.hasBytes(of: name) }
      .map(\.value).filter { !$0.isRemoved }
  }
}

extension Writer {
  /// Releases the legacy values that an account imported, or all accounts if `account` is `nil`,
  /// inside the transaction that erases the account. The caller removes the returned values after
  /// the transaction, off the store's write queue.
  func releaseOldValues(
    ofAccount account: String?, in connection: Connection
  ) throws -> [ImportedOldValues] {
    let released = try adoptions.release(ofAccount: account, in: connection)
    let groups = Dictionary(grouping: released) { [ByteKey($0.account), ByteKey($0.name)] }
    return groups.map { key, group in
      let values = oldValues.named(key[1].text, ofAccount: key[0].text)
      return ImportedOldValues(count: group.count, values: values)
    }
  }

  /// Records that the legacy value of `claim`, which a stack of `account` had imported, was
  /// removed. Can be called from any thread.
  func noteOldValueRemoved(_ claim: AdoptionClaim, account: String) {
    queue.async { [weak self] in
      guard let self, let connection = openConnection else { return }
      // If this write fails, a later erasure counts the legacy value as not removed, unless its
      // process knows a source for the value.
      try? connection.transaction {
        guard let id = try AccountTable(db: connection).find(account) else { return }
        try AdoptionTable(db: connection).noteRemoved(claim, ofAccount: id)
      }
    }
  }
}

/// The legacy values that an account imported under one name. Several windows may have stacks of
/// the same name, each with its own import.
struct ImportedOldValues {
  /// The number of legacy values that were imported and not removed since.
  let count: Int

  /// The values among them whose sources this process knows.
  let values: [OldValue]
}

extension [ImportedOldValues] {
  /// Removes the values. Never call this on the store's write queue, because it may run the app's
  /// code.
  ///
  /// - Returns: The number of legacy values that still exist.
  func erase() -> Int {
    reduce(0) { left, imported in
      let removed = imported.values.filter { $0.erase() }.count
      return left + Swift.max(imported.count - removed, imported.values.count - removed)
    }
  }
}
