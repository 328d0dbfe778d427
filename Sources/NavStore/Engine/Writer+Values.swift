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

/// Scene values that save themselves: kept here until the next commit takes them along.
extension Writer {
  /// Takes a value over that before it of the same key, to be committed at once if the last was
  /// half a second ago, else when it will be: a value may change as often as a window is dragged.
  /// Not for a stay of an account that has ended.
  func enroll(_ value: StoredValue, for key: SceneValueKey, of stay: AccountStay) {
    var isFirstLate = false
    let delay = pending.withLock { pending -> Duration? in
      guard !pending.isClosed else {
        isFirstLate = pending.noteLateChange()
        return nil
      }
      guard !stay.hasEnded(in: self) else { return nil }
      pending.values[key] = value
      guard !pending.areValuesScheduled else { return nil }
      pending.areValuesScheduled = true
      let now = ContinuousClock.now
      let start = max(now, pending.valuesDue)
      pending.valuesDue = start + .milliseconds(500)
      return start - now
    }
    if isFirstLate { noteLateChange() }
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
    pending.withLock { $0.values[key] }
  }

  /// A later value was written.
  func forgetValue(_ key: SceneValueKey) {
    pending.withLock { $0.values[key] = nil }
  }

  func forgetValues(ofAccount account: String) {
    pending.withLock { pending in
      pending.values = pending.values.filter { !$0.key.account.hasBytes(of: account) }
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
  /// A value that is a ``Route`` goes with that, as there.
  ///
  /// - Throws: ``NavStore/Error`` with code `invalidKey`, `valueTooLarge` (over
  ///   ``Limits/valueBytes``) or `encodingFailed`; nothing is changed.
  public func keepSceneValue(
    _ value: (some Encodable)?, named name: String, in scene: String, account: String = ""
  ) throws(NavStore.Error) {
    try keepSceneValue(value, named: name, in: scene, of: AccountStay(account))
  }

  /// The same for a face.
  ///
  /// - Throws: As above, and `accountErased` if its account was erased as a whole since.
  package func keepSceneValue(
    _ value: (some Encodable)?, named name: String, in scene: String, of stay: AccountStay
  ) throws(NavStore.Error) {
    try Key.check(scene, "scene")
    try Key.check(name, "scene value")
    try Key.check(stay.account, "account", mayBeEmpty: true)
    let stored = try writer.storing(value)
    guard !hasEnded(stay) else { throw .accountErased }
    writer.enroll(
      stored, for: SceneValueKey(scene: scene, account: stay.account, name: name), of: stay)
  }
}
