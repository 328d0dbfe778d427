import NavStorePlatform
import NavStoreSQLite

extension NavStore {
  /// Returns the scenes whose windows were open when the app last ended, in the order in which they
  /// were first saved.
  ///
  /// - Throws: ``NavStore/Error`` with code `fileUnusable`, `diskFull`, `busy` or `closed`.
  public func openScenes() throws(NavStore.Error) -> [NavScene] {
    try scenes().filter(\.isOpen)
  }

  /// Returns the open scenes in the order in which they were first saved, and then the closed scenes,
  /// the most recently closed first.
  package func scenes() throws(NavStore.Error) -> [NavScene] {
    try writer.readCommitted { try SceneTable(db: $0).all() }
  }

  /// Marks a scene as closed. The file keeps its stacks, lists and values until the scene exceeds
  /// the limits of `configuration.closedScenes`. Saving a change in the scene opens it again.
  ///
  /// - Returns: `false` if the file has no scene with that key, or the scene is closed.
  @discardableResult
  package func closeScene(_ key: String) throws(NavStore.Error) -> Bool {
    try Key.check(key, "scene")
    return try writer.sync { connection in
      try writer.perform(on: connection) { db, effect in
        let scenes = SceneTable(db: db)
        let now = writer.now
        let isClosed = try scenes.close(key, at: now)
        let limit = configuration.closedScenes
        let rule = RetentionPlan.Rule(age: limit.age, count: limit.count, now: now)
        for key in try scenes.outdated(beyond: rule.count, before: rule.oldest) {
          _ = try scenes.delete(key)
          // Notify the listeners of the history, because the history's visits of a deleted scene no
          // longer have a scene.
          effect.changedHistories = nil
        }
        effect.changesScenes = true
        return isClosed
      }
    }
  }

  /// Deletes a scene with its stacks, back/forward lists and values. The scene's visits are kept in
  /// the history.
  ///
  /// An open window of the scene keeps its screens, and its next change saves the scene again.
  ///
  /// - Returns: `false` if the store has no scene with that identifier.
  /// - Throws: ``NavStore/Error`` with code `invalidArgument`, `fileUnusable`, `diskFull`, `busy`
  ///   or `closed`. If it throws, nothing is deleted.
  @discardableResult
  public func deleteScene(_ scene: NavScene) async throws(NavStore.Error) -> Bool {
    try Key.check(scene.id, "scene")
    return try await writer.perform(isLong: false) { db, effect in
      let isDeleted = try SceneTable(db: db).delete(scene.id)
      effect.changesScenes = true
      // Notify the listeners of the history, because the history's visits of a deleted scene no
      // longer have a scene.
      if isDeleted { effect.changedHistories = nil }
      return isDeleted
    }
  }
}

extension Duration {
  /// The number of whole milliseconds, or the largest number if the duration is longer.
  var milliseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, overflows) = seconds.multipliedReportingOverflow(by: 1_000)
    return overflows ? (seconds < 0 ? .min : .max) : product &+ attoseconds / 1_000_000_000_000_000
  }
}
