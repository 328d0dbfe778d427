import NavStoreSQLite

/// Which scene value.
struct SceneValueKey: Hashable, Sendable {
  let scene: String
  let account: String
  let name: String
}

/// Scene values that save themselves: kept here until the next commit takes them along.
extension Writer {
  /// Takes a value over that before it of the same key, to be committed soon.
  func enroll(_ value: StoredValue, for key: SceneValueKey) {
    let mustSchedule = waiting.withLock { waiting in
      guard !waiting.isClosed else { return false }
      waiting.values[key] = value
      guard !waiting.isScheduled else { return false }
      waiting.isScheduled = true
      return true
    }
    guard mustSchedule else { return }
    queue.async { self.commitScheduled() }
  }

  // On the queue from here on.

  func waitingValue(_ key: SceneValueKey) -> StoredValue? {
    waiting.withLock { $0.values[key] }
  }

  /// A later value was written.
  func forgetValue(_ key: SceneValueKey) {
    waiting.withLock { $0.values[key] = nil }
  }

  func forgetValues(ofAccount account: String) {
    waiting.withLock { waiting in
      waiting.values = waiting.values.filter { !$0.key.account.hasBytes(of: account) }
    }
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
    waiting.withLock { $0.values.merge(values) { newer, _ in newer } }
  }
}

extension NavStore {
  /// Keeps a small value for a scene and account, as ``setSceneValue(_:named:in:account:)`` does,
  /// without waiting: it is saved with the next commit, soon, and tried again where that fails.
  ///
  /// - Throws: ``NavStore/Error`` with code `invalidKey`, `valueTooLarge` or `encodingFailed`;
  ///   nothing is changed.
  package func keepSceneValue(
    _ value: (some Encodable)?, named name: String, in scene: String, account: String = ""
  ) throws(NavStore.Error) {
    try Key.check(scene, "scene")
    try Key.check(name, "scene value")
    try Key.check(account, "account", mayBeEmpty: true)
    let stored = try StoredValue(value, limit: configuration.limits.valueBytes)
    writer.enroll(stored, for: SceneValueKey(scene: scene, account: account, name: name))
  }
}
