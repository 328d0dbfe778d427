import NavStoreSQLite

extension RestoreAttempts {
  /// Writes the counted launches (attempts) and the confirmed restores that the file does not have
  /// yet. A failed write is tried again at the next phase change of a window, at the next save, or
  /// at the exit of the process.
  ///
  /// If `isExit` is `true`, the process exits normally, which confirms the restores of all scenes
  /// that it has shown or skipped, except for those that were shown in the background only.
  ///
  /// A scene is not confirmed if its stacks were skipped and the user has not navigated from a root
  /// screen. All changes are one transaction.
  ///
  /// - Returns: The scenes that were confirmed.
  /// - Throws: The error of the transaction, for example if another process has locked the file.
  func settle(on connection: Connection, isExit: Bool = false) throws -> [ByteKey] {
    let all = state.withLock { $0.scenes }
    let confirmed = all.filter { _, scene in
      let isShown = !scene.shown.isEmpty && !scene.isHidden
      return scene.isConfirmable && (isExit ? isShown || scene.isSkipped : scene.isDue)
    }
    let attempts = all.filter { $1.isAttemptDue && confirmed[$0] == nil }
    guard !confirmed.isEmpty || !attempts.isEmpty else { return [] }
    let table = SceneTable(db: connection)
    try connection.transaction {
      for name in confirmed.keys { try table.clearAttempts(name.text) }
      for (name, scene) in attempts {
        if let time = scene.openedAt, try table.find(name.text) == nil {
          _ = try table.openID(of: name.text, at: time)
        }
        try table.addAttempt(to: name.text)
      }
    }
    state.withLock { state in
      for name in attempts.keys { state.scenes[name]?.attempt = .written }
      for name in confirmed.keys {
        state.scenes[name] = state.scenes[name].map {
          Scene(found: 0, attempt: $0.attempt == .none ? .none : .confirmed, shown: $0.shown)
        }
      }
    }
    return Array(confirmed.keys)
  }

  /// Whether ``settle(on:isExit:)`` has nothing to do before the exit.
  var isSettled: Bool { state.withLock { !$0.isDue } }
}
