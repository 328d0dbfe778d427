import NavStoreSQLite

extension RestoreAttempts {
  /// Writes the counted launches (attempts) and the confirmed restores that the file does not have
  /// yet. A failed write is tried again at the next phase change of a window, at the next save, or
  /// at the exit of the process.
  ///
  /// If `isExit` is `true`, the process exits normally, which confirms the restores of all scenes
  /// that it has shown or skipped, except for those that were shown in the background only.
  ///
  /// - Returns: The scenes that were confirmed.
  func settle(on connection: Connection, isExit: Bool = false) -> [ByteKey] {
    let confirmed = state.withLock { $0.scenes }.compactMap { name, scene in
      let isShown = !scene.shown.isEmpty && !scene.isHidden
      let isDue = isExit ? isShown || scene.isSkipped : scene.isDue
      return isDue && (try? confirm(name, on: connection)) == true ? name : nil
    }
    for (name, scene) in state.withLock({ $0.scenes }) where scene.isAttemptDue {
      try? write(scene, named: name, on: connection)
    }
    return confirmed
  }

  /// Whether ``settle(on:isExit:)`` has nothing to do before the exit.
  var isSettled: Bool { state.withLock { !$0.isDue } }

  private func write(_ scene: Scene, named name: ByteKey, on connection: Connection) throws {
    let scenes = SceneTable(db: connection)
    try connection.transaction {
      if let time = scene.openedAt, try scenes.find(name.text) == nil {
        _ = try scenes.openID(of: name.text, at: time)
      }
      try scenes.addAttempt(to: name.text)
    }
    state.withLock { $0.scenes[name]?.attempt = .written }
  }

  /// Confirms the restore of a scene, and sets its count of launches to 0. Returns `false`, and
  /// changes nothing, if stacks of the scene were skipped and the user has not navigated from a
  /// root screen.
  func confirm(_ name: ByteKey, on connection: Connection) throws -> Bool {
    let scene = state.withLock { $0.scenes[name] } ?? Scene()
    guard scene.isConfirmable else { return false }
    if scene.attempt == .written || scene.found ?? 0 > 0 {
      try connection.transaction { try SceneTable(db: connection).clearAttempts(name.text) }
    }
    state.withLock { state in
      state.scenes[name] = state.scenes[name].map {
        Scene(found: 0, attempt: $0.attempt == .none ? .none : .confirmed, shown: $0.shown)
      }
    }
    return true
  }
}
