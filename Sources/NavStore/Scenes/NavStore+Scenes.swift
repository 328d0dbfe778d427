import NavStorePlatform
import NavStoreSQLite

extension NavStore {
  /// One window or session, named by its key. It outlives sign-ins.
  public struct Scene: Sendable, Hashable, Identifiable {
    /// Its key: what `in:` asks for.
    public var id: String { key }

    package let key: String

    /// When it was first saved.
    public let openedAt: Date

    /// When it was closed; nil while it is open.
    public let closedAt: Date?

    /// When one of its stacks was last saved; nil if none was.
    public let savedAt: Date?

    /// Whether it has a window, or had one when the app ended.
    public var isOpen: Bool { closedAt == nil }
  }

  /// All scenes, open and closed, in the order in which they were first saved.
  ///
  /// - Throws: ``NavStore/Error`` with code `fileUnusable`, `diskFull`, `busy` or `closed`.
  public func scenes() throws(NavStore.Error) -> [Scene] {
    try writer.sync { connection in
      try writer.commitPending(on: connection, endingTurns: true)
      return try SceneTable(db: connection).all().map(Scene.init)
    }
  }

  /// Marks a scene as closed: its window or tab is gone, its stacks, lists and values stay, until
  /// ``Configuration/closedScenes`` has no room for it any more. Saving into it opens it again.
  /// False if it is not there or closed already.
  ///
  /// - Throws: ``NavStore/Error`` with code `invalidArgument`, `fileUnusable`, `diskFull`, `busy`
  ///   or `closed`.
  @discardableResult
  public func closeScene(_ key: String) throws(NavStore.Error) -> Bool {
    try Key.check(key, "scene")
    return try writer.sync { connection in
      try writer.requireFile()
      try writer.commitPending(on: connection, endingTurns: true)
      let (isClosed, outdated) = try connection.transaction {
        let scenes = SceneTable(db: connection)
        let now = writer.now
        let isClosed = try scenes.close(key, at: now)
        let rule = configuration.closedScenes
        let age = rule.age.map { max(0, $0.milliseconds) } ?? .max
        let (oldest, overflows) = now.subtractingReportingOverflow(age)
        let outdated = try scenes.outdated(
          beyond: max(0, rule.count ?? .max), before: overflows ? .min : oldest)
        for key in outdated { _ = try scenes.delete(key) }
        return (isClosed, outdated)
      }
      // Visits name their scene.
      if !outdated.isEmpty { writer.live.post() }
      // What nobody holds any more must neither show a ghost nor reopen the scene by a write.
      writer.live.forgetKept(inScene: key)
      writer.live.sessions(inScene: key).forEach { $0.didCloseScene() }
      return isClosed
    }
  }

  /// Deletes a scene with its stacks, back/forward lists and values. Its visits stay in history.
  /// False if it is not there.
  ///
  /// A session that is still live keeps its stack in memory; a change makes the scene anew.
  ///
  /// - Throws: ``NavStore/Error`` with code `invalidArgument`, `fileUnusable`, `diskFull`, `busy`
  ///   or `closed`; nothing is deleted then.
  @discardableResult
  public func deleteScene(_ key: String) async throws(NavStore.Error) -> Bool {
    try Key.check(key, "scene")
    return try await writer.perform(DeleteScene(key: key), isLong: false)
  }
}

/// Takes a scene with its stacks, lists and values.
private struct DeleteScene: Change {
  let key: String

  func apply(in db: Connection, for writer: Writer) throws -> (outcome: Bool, effect: Effect) {
    let isDeleted = try SceneTable(db: db).delete(key)
    let effect = Effect()
    // A later `restore` must find nothing, not a session that nobody holds any more.
    effect.forgetsKept = true
    // Visits name their scene.
    effect.history = isDeleted ? .ofAll : .unchanged
    return (isDeleted, effect)
  }
}

extension NavStore.Scene {
  init(_ row: SceneTable.Row) {
    key = row.key
    openedAt = Date(milliseconds: row.openedAt)
    closedAt = row.closedAt.map { Date(milliseconds: $0) }
    savedAt = row.savedAt.map { Date(milliseconds: $0) }
  }
}

extension Duration {
  /// Whole milliseconds; the largest number if it is longer than that.
  var milliseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, overflows) = seconds.multipliedReportingOverflow(by: 1_000)
    return overflows ? (seconds < 0 ? .min : .max) : product &+ attoseconds / 1_000_000_000_000_000
  }
}
