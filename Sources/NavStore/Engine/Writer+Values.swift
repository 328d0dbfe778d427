import Dispatch
import NavStoreSQLite

/// Which scene value.
struct SceneValueKey: Hashable, Sendable {
  let scene: String
  let account: String
  let name: String

  static func == (a: SceneValueKey, b: SceneValueKey) -> Bool {
    a.scene.hasBytes(of: b.scene) && a.account.hasBytes(of: b.account)
      && a.name.hasBytes(of: b.name)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(bytesOf: scene)
    hasher.combine(bytesOf: account)
    hasher.combine(bytesOf: name)
  }
}

/// Scene values that save themselves: kept here until the next commit writes them.
extension Writer {
  /// Keeps a value, instead of an earlier one with the same key, unless its account has ended. A value
  /// of the main loop's open turn is written with that turn.
  func enroll(
    _ value: StoredValue, for key: SceneValueKey, of account: LiveAccount, inTurn: Bool = false
  ) {
    var mustWatch = false
    let isFirstLate = pending.withLock { pending in
      guard !pending.isClosed else { return pending.noteLateChange() }
      guard !account.hasEnded else { return false }
      if inTurn {
        pending.turnValues[key] = value
        mustWatch = pending.watch()
      } else {
        pending.values[key] = value
      }
      return false
    }
    if mustWatch { watchTurns() }
    if isFirstLate { noteLateChange() }
    if !inTurn { scheduleValues() }
  }

  /// Lets the values of the open turn be written from now on. Called while a turn ends.
  func endTurnOfValues() {
    pending.withLock { pending in
      pending.values.merge(pending.turnValues) { _, newer in newer }
      pending.turnValues = [:]
      pending.turnLooks = 0
    }
  }

  /// Has values committed at once if the last commit for them was half a second ago; otherwise, half
  /// a second after it, because a value may change as often as a window is dragged.
  func scheduleValues() {
    let delay = pending.withLock { pending -> Duration? in
      guard !pending.isClosed, !pending.values.isEmpty else { return nil }
      guard !pending.areValuesScheduled else { return nil }
      pending.areValuesScheduled = true
      let now = ContinuousClock.now
      let start = max(now, pending.valuesDue)
      pending.valuesDue = start + .milliseconds(500)
      return start - now
    }
    guard let delay else { return }
    let commit: @Sendable () -> Void = {
      self.pending.withLock { $0.areValuesScheduled = false }
      self.commitScheduled()
    }
    guard delay > .zero else { return queue.async { commit() } }
    let time = DispatchTime.now() + DispatchTimeInterval.milliseconds(Int(delay.milliseconds))
    queue.asyncAfter(deadline: time) { commit() }
  }

  // On the queue from here on.

  func pendingValue(_ key: SceneValueKey) -> StoredValue? {
    pending.withLock { $0.turnValues[key] ?? $0.values[key] }
  }

  /// A later value was written.
  func forgetValue(_ key: SceneValueKey) {
    pending.withLock { ($0.values[key], $0.turnValues[key]) = (nil, nil) }
  }

  func forgetValues(ofAccount account: String) {
    pending.withLock { pending in
      pending.values = pending.values.filter { !$0.key.account.hasBytes(of: account) }
      pending.turnValues = pending.turnValues.filter { !$0.key.account.hasBytes(of: account) }
    }
    dropItemValues { key, _ in key.account.hasBytes(of: account) }
  }

  func write(_ values: [SceneValueKey: StoredValue], on connection: Connection) throws {
    for (key, value) in values {
      try SceneValueTable(db: connection).set(
        value, named: key.name, scene: key.scene, account: key.account,
        at: now)
    }
  }

  /// Takes back what could not be written, but for what was set anew since.
  func putBack(_ values: [SceneValueKey: StoredValue]) {
    guard !values.isEmpty else { return }
    pending.withLock { $0.values.merge(values) { newer, _ in newer } }
  }
}

extension NavStore {
  /// Keeps a small value for a scene and account, as ``setSceneValue(_:named:in:account:)`` does,
  /// without waiting for the file; nil removes it.
  ///
  /// ``sceneValue(_:named:in:account:)`` has it at once. It is committed soon, together with what
  /// else waits, and at most twice a second, so it may be set as often as a column is dragged. A
  /// commit that fails is tried again, and reported in ``saveFailures``; ``flush()`` waits for it.
  /// A value that is a ``NavRoute`` goes with that, as there.
  ///
  /// - Throws: ``NavStore/Error`` with code `invalidArgument` (also over
  ///   ``Limits/valueBytes``) or `codingFailed`; nothing is changed.
  package func keepSceneValue(
    _ value: (some Encodable)?, named name: String, in scene: String, account: String? = nil
  ) throws(NavStore.Error) {
    try keepSceneValue(
      value, named: name, in: scene, of: writer.live.account(try Key.account(account)))
  }

  /// The same for a window. With `inTurn` the value belongs to the open turn of the main loop, and
  /// whoever calls this ends that turn with ``endTurn(of:valuesOf:)``.
  ///
  /// - Throws: ``NavStore/Error`` also with code `closed` if the window's account has ended.
  package func keepSceneValue(
    _ value: (some Encodable)?, named name: String, in scene: String, of account: LiveAccount,
    inTurn: Bool = false
  ) throws(NavStore.Error) {
    try Key.check(scene, "scene")
    try Key.check(name, "scene value")
    let stored = try writer.storing(value)
    guard !account.hasEnded else { throw .accountErased }
    writer.enroll(
      stored, for: SceneValueKey(scene: scene, account: account.key, name: name), of: account,
      inTurn: inTurn)
  }
}
