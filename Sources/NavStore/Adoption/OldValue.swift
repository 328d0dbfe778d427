import NavStoreSQLite

/// An old value. It is removed when a restore of our own copy was confirmed, or its account was
/// erased.
final class OldValue: Sendable {
  private enum Content {
    case nothing

    /// With the hash that identifies its source.
    case whole(Int64)

    /// Removing the value would lose something.
    case other
  }

  private let content: @Sendable () -> Content
  private let remove: @Sendable () -> Bool

  /// Whether the app lets us remove the value, or wants to know when it may remove it.
  private let isOurs: Bool
  private let onRemoval: (@Sendable (_ source: Int64) -> Void)?
  private let removed = Locked(false)

  init<R>(
    of source: NavLegacyState<R>, codec: RouteCodec<R>,
    onRemoval: (@Sendable (_ source: Int64) -> Void)? = nil
  ) {
    isOurs = source.remove != nil || source.safeToRemove != nil
    self.onRemoval = onRemoval
    content = {
      let old = source.read(codec)
      if case .nothingThere = old { return .nothing }
      return old.isWhole ? old.hash.map(Content.whole) ?? .other : .other
    }
    remove = {
      // If this fails (a locked device), the next launch tries again.
      let isRemoved = source.remove.map { remove in (try? remove()) != nil } ?? false
      source.safeToRemove?()
      return isRemoved
    }
  }

  var isRemoved: Bool { removed.withLock { $0 } }

  /// Removes the value if that loses no route. Never call this on the writer's queue.
  func discard() {
    guard isOurs else { return }
    guard case .whole(let source) = content(), remove() else { return }
    removed.withLock { $0 = true }
    onRemoval?(source)
  }

  /// Removes the value, even if that loses routes. Never call this on the writer's queue.
  ///
  /// - Returns: `true` if nothing of it is left; otherwise, `false`.
  func erase() -> Bool {
    if remove() { removed.withLock { $0 = true } }
    if case .nothing = content() { return true }
    return false
  }
}

/// The old values that sources of this process provide. Confined to the writer's queue.
struct OldValues {
  /// The values to remove when the restore of their stack is confirmed.
  private var pending: [(key: StackKey, value: OldValue)] = []

  /// Stacks that this process found unsaved. Only a later launch can confirm their saved copies.
  private var unsaved: Set<StackKey> = []

  /// All values, with the names under which they were imported.
  private var known: [(owner: AdoptionClaims.Owner, name: String, value: OldValue)] = []

  /// Records the source of a session. `isWithOthers` is whether only other accounts have imported
  /// it.
  mutating func note(
    _ loaded: LoadedStack, of key: StackKey, as name: String, isWithOthers: Bool
  ) {
    guard let report = loaded.adoption else { return }
    note(report.value, as: name, of: .stack(key))
    guard loaded.isSaved else {
      unsaved.insert(key)
      return
    }
    guard !unsaved.contains(key), loaded.losses.isEmpty, loaded.skippedReason == nil,
      !isWithOthers
    else { return }
    _ = take(key)
    pending.append((key, report.value))
  }

  mutating func note(_ value: OldValue, as name: String, of owner: AdoptionClaims.Owner) {
    known.removeAll { $0.owner == owner }
    known.append((owner, name, value))
  }

  /// Forgets the values of `owner`, because another owner has imported them.
  mutating func forget(_ owner: AdoptionClaims.Owner) {
    known.removeAll { $0.owner == owner }
  }

  /// Returns and removes the values to remove for a confirmed stack, or for all stacks if `key` is
  /// `nil`.
  mutating func take(_ key: StackKey? = nil) -> [OldValue] {
    let taken = pending.filter { key == nil || $0.key == key }
    pending.removeAll { key == nil || $0.key == key }
    return taken.map(\.value)
  }

  /// Returns the values that an account imported under a name and that are not removed, among the
  /// sources of this process.
  func named(_ name: String, ofAccount account: String) -> [OldValue] {
    known.filter { $0.owner.account.hasBytes(of: account) && $0.name.hasBytes(of: name) }
      .map(\.value).filter { !$0.isRemoved }
  }
}

extension Writer {
  /// Releases the old values that an account imported, or all accounts, inside the transaction that
  /// erases them. They are removed later, off the queue.
  func releaseOldValues(
    ofAccount account: String?, in connection: Connection
  ) throws -> [ImportedOldValues] {
    var imported: [ImportedOldValues] = []
    for (account, name) in try adoptions.release(ofAccount: account, in: connection) {
      let place = imported.firstIndex {
        $0.account.hasBytes(of: account) && $0.name.hasBytes(of: name)
      }
      if let place {
        imported[place].count += 1
      } else {
        let values = oldValues.named(name, ofAccount: account)
        imported.append(ImportedOldValues(account: account, name: name, values: values))
      }
    }
    return imported
  }

  /// Records that the old value of `claim`, which a stack of `account` had imported, was removed.
  /// Can be called from any thread.
  func noteOldValueRemoved(_ claim: AdoptionClaim, account: String) {
    queue.async { [weak self] in
      guard let self, let connection = openConnection else { return }
      // If this fails, an erasure counts the value as not removed, unless its source is known by
      // then.
      try? connection.transaction {
        guard let id = try AccountTable(db: connection).find(account) else { return }
        try AdoptionTable(db: connection).noteRemoved(claim, ofAccount: id)
      }
    }
  }
}

/// The old values that an account imported under one name. Several windows may have stacks of the
/// same name, each with its own import.
struct ImportedOldValues {
  let account: String
  let name: String

  /// The number of old values that were imported and not removed since.
  var count = 1

  /// The values that sources of this process provide.
  let values: [OldValue]
}

extension [ImportedOldValues] {
  /// Removes the values. Never call this on the writer's queue.
  ///
  /// - Returns: The number of old values that are still there.
  func erase() -> Int {
    reduce(0) { left, imported in
      let removed = imported.values.filter { $0.erase() }.count
      return left + Swift.max(imported.count - removed, imported.values.count - removed)
    }
  }
}
