import NavStoreSQLite

/// An old value that is to go once our own copy has proved itself, or its account was erased.
final class OldValue: Sendable {
  private enum Content {
    case nothing
    case whole

    /// Removing it would lose something.
    case other
  }

  private let content: @Sendable () -> Content
  private let remove: @Sendable () -> Bool

  /// Whether somebody wants to know that it may go.
  private let isOurs: Bool
  private let onGone: (@Sendable () -> Void)?
  private let removed = Locked(false)

  init<R>(
    of source: NavStore.AdoptionSource<R>, codec: RouteCodec<R>,
    onGone: (@Sendable () -> Void)? = nil
  ) {
    isOurs = source.remove != nil || source.safeToRemove != nil
    self.onGone = onGone
    content = {
      let old = source.read(codec)
      if case .nothingThere = old { return .nothing }
      return old.isWhole ? .whole : .other
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
    switch content() {
    case .nothing: onGone?()
    case .whole where remove():
      removed.withLock { $0 = true }
      onGone?()
    case .whole, .other: return
    }
  }

  /// Removes it whatever it holds; false if it is still there. Never on the writer's queue.
  func erase() -> Bool {
    if remove() { removed.withLock { $0 = true } }
    return content() == .nothing
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
    guard !unsaved.contains(key), loaded.losses.isEmpty, loaded.setAsideBecause == nil,
      !isWithOthers
    else { return }
    _ = take(key)
    pending.append((key, report.value))
  }

  mutating func note(_ value: OldValue, as name: String, of owner: AdoptionClaims.Owner) {
    known.removeAll { $0.owner == owner }
    known.append((owner, name, value))
  }

  /// Hands over the value of a stack that was confirmed; nil: those of all.
  mutating func take(_ key: StackKey? = nil) -> [OldValue] {
    let taken = pending.filter { key == nil || $0.key == key }
    pending.removeAll { key == nil || $0.key == key }
    return taken.map(\.value)
  }

  /// What an account has taken over under a name; empty if no source of this process names it.
  func named(_ name: String, ofAccount account: String) -> [OldValue] {
    known.filter { $0.owner.account.hasBytes(of: account) && $0.name.hasBytes(of: name) }
      .map(\.value)
  }
}

extension Writer {
  /// Inside the transaction that erases an account, or everything: the old values that it took over,
  /// to be removed off the queue; nil for one that no source of this process names.
  func releaseOldValues(
    ofAccount account: String?, in connection: Connection
  ) throws -> [[OldValue]] {
    try adoptions.release(ofAccount: account, in: connection)
      .map { oldValues.named($0.name, ofAccount: $0.account) }
  }

  /// From any thread: an old value is gone that a stack of `account` had taken over.
  func noteOldValueGone(_ name: String, account: String) {
    queue.async { [weak self] in
      guard let self, let connection = openConnection else { return }
      // If it fails, the next launch finds it gone once more.
      try? connection.transaction {
        guard let id = try AccountTable(db: connection).find(account) else { return }
        try AdoptionTable(db: connection).noteGone(name, ofAccount: id)
      }
    }
  }
}

extension [[OldValue]] {
  /// Removes them; says how many are still there. Never on the writer's queue.
  func erase() -> Int {
    var left = 0
    for values in self {
      // Each of them, also after one that is still there.
      let areGone = values.map { $0.erase() }
      if values.isEmpty || areGone.contains(false) { left += 1 }
    }
    return left
  }
}
