import NavStoreSQLite

extension RestoreAttempts {
  /// Writes the counted launches (attempts) and the confirmed restores that the file does not have
  /// yet. A failed write is tried again at the next phase change of a window, at the next save, or
  /// at the exit of the process.
  ///
  /// - Returns: The scenes that were confirmed.
  func settle(on connection: Connection) -> [ByteKey] {
    let scenes = state.withLock { $0.scenes }
    for (name, scene) in scenes
    where scene.awaitsNavigation && (try? scene.hasNavigated(on: connection)) == true {
      state.withLock { $0.scenes[name]?.shownAt = $0.time }
    }
    let confirmed = scenes.compactMap { name, scene in
      scene.isDue && (try? confirm(name, on: connection)) == true ? name : nil
    }
    for (name, scene) in state.withLock({ $0.scenes }) where scene.counts && !scene.isWritten {
      try? write(scene, named: name, on: connection)
    }
    return confirmed
  }

  /// Whether ``settle(on:)`` has nothing to do.
  var isSettled: Bool {
    state.withLock { !$0.isDue && !$0.scenes.values.contains(where: \.awaitsNavigation) }
  }

  private func write(_ scene: Scene, named name: ByteKey, on connection: Connection) throws {
    let scenes = SceneTable(db: connection)
    try connection.transaction {
      if let time = scene.openedAt, try scenes.find(name.text) == nil {
        _ = try scenes.openID(of: name.text, at: time)
      }
      try scenes.addAttempt(to: name.text)
    }
    state.withLock { $0.scenes[name]?.isWritten = true }
  }

  /// Confirms the restores of all scenes that this process has shown or skipped, because it exits
  /// normally.
  ///
  /// - Returns: The scenes that were confirmed.
  func confirmAll(on connection: Connection) throws -> [ByteKey] {
    try state.withLock { $0.scenes }.compactMap { name, scene in
      let isShown = !scene.shown.isEmpty || !scene.skipped.isEmpty
      return try isShown && confirm(name, on: connection) ? name : nil
    }
  }

  /// Confirms the restore of a scene, and sets its count of launches to 0. Returns `false`, and
  /// changes nothing, if stacks of the scene were skipped and the user has not navigated from any
  /// of them.
  func confirm(_ name: ByteKey, on connection: Connection) throws -> Bool {
    let scene = state.withLock { $0.scenes[name] } ?? Scene()
    guard try scene.skipped.isEmpty || scene.hasNavigated(on: connection) else { return false }
    if scene.isWritten || scene.found ?? 0 > 0 {
      try connection.transaction { try SceneTable(db: connection).clearAttempts(name.text) }
    }
    state.withLock { state in
      state.scenes[name] = state.scenes[name].map {
        Scene(found: 0, isCounted: $0.isCounted, shown: $0.shown)
      }
    }
    return true
  }
}

extension RestoreAttempts.Scene {
  /// Whether the user has navigated from the root screen of a skipped stack.
  fileprivate func hasNavigated(on connection: Connection) throws -> Bool {
    try skipped.contains { key, revision in
      // A stack without a row was deleted after it was skipped, or was imported from legacy state
      // and not written yet.
      guard let row = try StackTable(db: connection).find(key) else { return revision != 0 }
      return row.revision != revision
    }
  }
}
