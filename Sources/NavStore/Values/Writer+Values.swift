import Dispatch
import NavStoreSQLite

/// The owner and the name of a pending value. The owner need not be in the file yet.
struct PendingValueKey: Hashable, Sendable {
  enum Owner: Hashable, Sendable {
    /// The window of a scene.
    case scene(ByteKey)

    /// The item with this identifier (history key).
    case item(ByteKey)
  }

  let owner: Owner
  let accountKey: ByteKey
  private let nameKey: ByteKey

  init(_ owner: Owner, account: String, name: String) {
    self.owner = owner
    accountKey = ByteKey(account)
    nameKey = ByteKey(name)
  }

  var account: String { accountKey.text }
  var name: String { nameKey.text }

  /// The scene; empty for a value of an item.
  var scene: String { if case .scene(let scene) = owner { scene.text } else { "" } }

  /// The key of the window's unnamed stack; of no window for a value of an item.
  var window: StackKey { StackKey(unchecked: scene, account) }
}

/// A value that is not written yet.
struct PendingValue: Sendable {
  var value: StoredValue

  /// The time at which the value was set.
  let changed: Int64

  /// The screen on which a value of an item was set. The item is in the file when the screen's
  /// visit is. `nil` for a value of a window.
  var screen: (stack: LiveStack, node: VisitNode)?
}

// A value of a window or an item is in ``Writer/pending`` until the next commit. A value of a visit
// is in the `pending` of its stack.
extension Writer {
  /// Registers a value for saving, in place of a pending value with the same key. With `inTurn`,
  /// the value is written with the open turn of the main loop.
  ///
  /// - Returns: `false` if the store is closed or the account was erased or has an invalid key. The
  ///   value is then dropped.
  func enroll(
    _ value: PendingValue, for key: PendingValueKey, of account: LiveAccount, inTurn: Bool = false
  ) -> Bool {
    // The replaced value is released outside the lock, because it may hold the last reference to a
    // stack.
    var old: PendingValue?
    var isTaken = false
    enroll(schedules: false, watches: inTurn) { pending in
      guard !pending.isClosed, !account.hasEnded else { return }
      isTaken = true
      if inTurn {
        pending.turnValues[key] = value
      } else {
        old = pending.values.updateValue(value, forKey: key)
      }
    }
    withExtendedLifetime(old) {}
    if isTaken, !inTurn { scheduleValues() }
    return isTaken
  }

  /// Adds the values of the open turn to the values that the next commit writes. Called when the
  /// turn ends, and when the turn is saved before its end.
  func endTurnOfValues() {
    pending.withLock { pending in
      for (key, value) in pending.turnValues { pending.values[key] = value }
      pending.turnValues.removeAll()
    }
  }

  /// Commits values at once if the last commit for values was at least half a second ago.
  /// Otherwise, commits them half a second after that commit. The delay limits the writes of a
  /// value that changes continuously, for example while the user drags a window.
  func scheduleValues() {
    guard pending.withLock({ !$0.values.isEmpty }) else { return }
    commitSoon(after: .zero)
  }

  /// Commits all pending changes after `delay`, but at most twice a second, so that many small
  /// values become one write.
  func commitSoon(after delay: Duration = .milliseconds(500)) {
    let delay = pending.withLock { pending -> Duration? in
      guard !pending.isClosed, !pending.isDueSoon else { return nil }
      pending.isDueSoon = true
      let now = ContinuousClock.now
      let start = max(now + delay, pending.valuesDue)
      pending.valuesDue = start + .milliseconds(500)
      return start - now
    }
    guard let delay else { return }
    queue.asyncAfter(deadline: .now() + .milliseconds(Int(delay.milliseconds))) {
      self.pending.withLock { $0.isDueSoon = false }
      self.commitScheduled()
    }
  }

  /// Returns the pending value of a key; `nil` if there is none.
  func pendingValue(_ key: PendingValueKey) -> StoredValue? {
    pending.withLock { pending in
      (pending.turnValues[key] ?? pending.values[key] ?? pending.valuesInFlight[key])?.value
    }
  }

  /// Returns the pending value of a key, or else the value in the file.
  func value(_ key: PendingValueKey, in connection: Connection) throws -> StoredValue? {
    try pendingValue(key) ?? ValueTable(db: connection).value(key)
  }

  /// Returns the names of the values of the owner of `key`, in any order. The names of pending
  /// values are included.
  func valueNames(ofOwner key: PendingValueKey, in connection: Connection) throws -> [String] {
    let table = ValueTable(db: connection)
    var names = Set(try table.owner(of: key).map(table.names)?.map(ByteKey.init) ?? [])
    // Values that were set later are last.
    let pending = pending.withLock { [$0.valuesInFlight, $0.values, $0.turnValues] }
    for (other, value) in pending.joined()
    where other.owner == key.owner && other.accountKey == key.accountKey {
      let name = ByteKey(other.name)
      if value.value == .removed { names.remove(name) } else { names.insert(name) }
    }
    return names.map(\.text)
  }

  /// Drops the pending values for which `isDropped` returns `true`.
  func dropValues(where isDropped: (PendingValueKey, PendingValue) -> Bool) {
    // Release old values outside the lock, because they may hold the last reference to a stack.
    let old = pending.withLock { pending in
      let old = (pending.values, pending.turnValues)
      for (key, value) in old.0 where isDropped(key, value) { pending.values[key] = nil }
      for (key, value) in old.1 where isDropped(key, value) { pending.turnValues[key] = nil }
      return old
    }
    withExtendedLifetime(old) {}
  }

  /// Makes values that could not be written pending again, except for values that were set again
  /// during the commit.
  func putBack(_ values: [PendingValueKey: PendingValue]) {
    guard !values.isEmpty else { return }
    pending.withLock { pending in
      for (key, value) in values where pending.values[key] == nil { pending.values[key] = value }
    }
  }
}

extension NavStore {
  /// Sets a value of a window; `nil` removes it. Values are committed soon, at most twice a second.
  ///
  /// If the value is a ``NavRoute``, or an optional one, it is removed when that route is removed
  /// or its item is forgotten. The value is replaced when the route is replaced. With `inTurn`, the
  /// value belongs to the open turn of the main loop, and the caller ends that turn with
  /// ``endOpenTurns()``. One transaction then writes the value and the turn's changes of stacks. A
  /// commit that fails is repeated, and reported in ``saveFailures``.
  ///
  /// If `restartsStack` is the name of a stack of the window, such as the detail of a selection, a
  /// removal of the route that is the value also empties the path of that stack.
  ///
  /// - Throws: ``NavStore/Error`` with code `invalidArgument`, `codingFailed`, or `accountErased`
  ///   if the window's account was erased or has an invalid key. If it throws, nothing is changed.
  package func keepSceneValue(
    _ value: (any Encodable)?, named name: String, in scene: String, of account: LiveAccount,
    inTurn: Bool = false, restartsStack: String? = nil
  ) throws(NavStore.Error) {
    try Key.check(scene, "scene")
    try Key.check(name, "scene value")
    let stored = try writer.storing(value, restartsStack: restartsStack)
    if let problem = account.problem { throw problem }
    _ = writer.enroll(
      PendingValue(value: stored, changed: writer.now),
      for: PendingValueKey(.scene(ByteKey(scene)), account: account.key, name: name), of: account,
      inTurn: inTurn)
  }
}
