import NavStoreSQLite

extension RestoreAttempts {
  /// Writes the counted launches (attempts) and the confirmed restores that the file does not have
  /// yet. A failed write is tried again at the next phase change of a window, at the next save, or
  /// at the exit of the process.
  ///
  /// - Returns: The stacks that were confirmed.
  func settle(on connection: Connection) -> [StackKey] {
    let (due, skipped) = state.withLock { state in
      (
        state.stacks.filter { $0.value.isDue && !$0.value.isConfirmed }.map(\.key),
        state.stacks.filter { state.awaitsNavigation($0.value) }
      )
    }
    for (key, stack) in skipped
    where (try? hasNavigated(key, stack.skippedRevision, on: connection)) == true {
      state.withLock { $0.stacks[key]?.shownAt = $0.time }
    }
    let confirmed = due.filter { (try? confirm($0, on: connection)) ?? false }
    let changed = state.withLock { $0.scenes.filter { $0.value.counts && !$0.value.isWritten } }
    for (name, scene) in changed { try? write(scene, named: name, on: connection) }
    return confirmed
  }

  /// Whether ``settle(on:)`` has nothing to do.
  var isSettled: Bool {
    state.withLock { state in
      !state.isDue && !state.stacks.values.contains { state.awaitsNavigation($0) }
    }
  }

  /// Whether the user has navigated from the root screen since the stack was skipped.
  private func hasNavigated(
    _ key: StackKey, _ revision: Int64?, on connection: Connection
  ) throws -> Bool {
    // A stack without a row was deleted after it was skipped, or was imported from legacy state and
    // not written yet.
    guard let row = try StackTable(db: connection).find(key) else { return revision != 0 }
    return row.revision != revision
  }

  private func write(_ scene: Scene, named name: String, on connection: Connection) throws {
    let scenes = SceneTable(db: connection)
    try connection.transaction {
      if let time = scene.openedAt, try scenes.find(name) == nil {
        _ = try scenes.openID(of: name, at: time)
      }
      try scenes.addAttempt(to: name)
    }
    state.withLock { $0.scenes[name]?.isWritten = true }
  }

  /// Confirms the restores of all stacks that this process has shown, because it exits normally.
  ///
  /// - Returns: The stacks that were confirmed.
  func confirmAll(on connection: Connection) throws -> [StackKey] {
    let keys = state.withLock { state in
      state.stacks.filter { key, stack in
        stack.isShown || stack.skippedRevision != nil || state.scenes[key.scene]?.isCounted == true
      }
    }
    return try keys.keys.filter { try confirm($0, on: connection) }
  }

  /// Confirms the restores of the scene of `key`, and sets its count of launches to 0. Returns
  /// `false`, and changes nothing, if stacks of the scene were skipped and the user has not
  /// navigated from any of them.
  func confirm(_ key: StackKey, on connection: Connection) throws -> Bool {
    let scene = key.scene
    let skipped = state.withLock { state in
      state.stacks.filter { $0.key.scene.hasBytes(of: scene) && $0.value.skippedRevision != nil }
    }
    let isTakenUp = try skipped.contains {
      try hasNavigated($0, $1.skippedRevision, on: connection)
    }
    guard isTakenUp || skipped.isEmpty else { return false }
    let known = state.withLock { $0.scenes[scene] }
    if let known, known.isWritten || known.found ?? 0 > 0 {
      try connection.transaction { try SceneTable(db: connection).clearAttempts(scene) }
    }
    state.withLock { state in
      for other in skipped.keys { state.stacks[other]?.skippedRevision = nil }
      state.stacks[key, default: Stack()].isConfirmed = true
      state.scenes[scene]?.found = 0
      state.scenes[scene]?.counts = false
      state.scenes[scene]?.isWritten = false
    }
    return true
  }
}
