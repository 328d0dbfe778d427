import NavStoreSQLite

/// An old value that is removed once a restore of our own copy was confirmed, or its account was
/// erased.
final class OldValue: Sendable {
  private enum Content {
    case nothing

    /// With the hash that names its source.
    case whole(Int64)

    /// Removing it would lose something.
    case other
  }

  private let content: @Sendable () -> Content
  private let remove: @Sendable () -> Bool

  /// Whether the app lets us remove it, or wants to know that it may remove it.
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
      // If it fails (a locked device), the next launch tries again.
      let isRemoved = source.remove.map { remove in (try? remove()) != nil } ?? false
      source.safeToRemove?()
      return isRemoved
    }
  }

  var isRemoved: Bool { removed.withLock { $0 } }

  /// Removes it if that loses no route; never on the writer's queue.
  func discard() {
    guard isOurs else { return }
    guard case .whole(let source) = content(), remove() else { return }
    removed.withLock { $0 = true }
    onRemoval?(source)
  }

  /// Removes it, whatever it holds. Never on the writer's queue.
  ///
  /// - Returns: `true` if nothing of it is left; otherwise, `false`.
  func erase() -> Bool {
    if remove() { removed.withLock { $0 = true } }
    if case .nothing = content() { return true }
    return false
  }
}

/// The old values that sources of this process name. Confined to the writer's queue.
struct OldValues {
  /// Those that wait for a confirmed restore.
  private var pending: [(key: StackKey, value: OldValue)] = []

  /// Stacks that this process found unsaved: what it saves of them proves itself in a later launch.
  private var unsaved: Set<StackKey> = []

  /// All of them, with the name under which each is taken over.
  private var known: [(owner: AdoptionClaims.Owner, name: String, value: OldValue)] = []

  /// Notes what a session was made from. `isWithOthers`: another account has taken it over.
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

  /// Another owner has taken over what `owner` had.
  mutating func forget(_ owner: AdoptionClaims.Owner) {
    known.removeAll { $0.owner == owner }
  }

  /// Hands over the value of a stack that was confirmed; nil: those of all.
  mutating func take(_ key: StackKey? = nil) -> [OldValue] {
    let taken = pending.filter { key == nil || $0.key == key }
    pending.removeAll { key == nil || $0.key == key }
    return taken.map(\.value)
  }

  /// What an account has imported under a name and is still there, of the sources of this process.
  func named(_ name: String, ofAccount account: String) -> [OldValue] {
    known.filter { $0.owner.account.hasBytes(of: account) && $0.name.hasBytes(of: name) }
      .map(\.value).filter { !$0.isRemoved }
  }
}

extension Writer {
  /// Inside the transaction that erases an account, or everything: the old values that it imported, to
  /// be removed off the queue.
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

  /// From any thread: the old value of `claim`, which a stack of `account` had imported, was removed.
  func noteOldValueRemoved(_ claim: AdoptionClaim, account: String) {
    queue.async { [weak self] in
      guard let self, let connection = openConnection else { return }
      // If this fails, an erasure counts the value as left, unless its source is known by then.
      try? connection.transaction {
        guard let id = try AccountTable(db: connection).find(account) else { return }
        try AdoptionTable(db: connection).noteRemoved(claim, ofAccount: id)
      }
    }
  }
}

/// The old values that an account imported under one name. Windows whose stacks have the same name
/// each import one of their own.
struct ImportedOldValues {
  let account: String
  let name: String

  /// The number of old values that were imported, and not removed since.
  var count = 1

  /// Those that sources of this process name.
  let values: [OldValue]
}

extension [ImportedOldValues] {
  /// Removes them. Never on the writer's queue.
  ///
  /// - Returns: The number of old values that are still there.
  func erase() -> Int {
    reduce(0) { left, imported in
      let removed = imported.values.filter { $0.erase() }.count
      return left + Swift.max(imported.count - removed, imported.values.count - removed)
    }
  }
}
