extension NavStore.Session {
  /// Notes that the restored stack is about to be shown. This launch then counts as an attempt of
  /// the scene until the restore is confirmed: see ``RestoreAttempts``. Routers call this.
  ///
  /// Only the first call in a process has an effect, and only for a stack that was restored or
  /// imported. That call makes one short write. If every known window is in the background, the
  /// attempt is counted when a window leaves the background. `besides` is `true` if another part of
  /// the scene was restored with the stack, such as the selection of a split view.
  package func willShow(besides: Bool = false) {
    guard !writer.attempts.isShown(key) else { return }
    writer.watchExit()
    let restoration = restoration
    let isSkipped = restoration.skippedReason != nil
    let isRestored = !restoration.path.isEmpty || restoration.root != nil || besides
    let imported = core.found.adoption
    guard isRestored || isSkipped || imported != nil else { return }
    let counts =
      isRestored && !isSkipped
      && (writer.configuration.countsUnderDebugger || !Debugger.isAttached)
    let opens = imported?.hasRoutes == true || besides
    let time = opens ? writer.now : nil
    if writer.attempts.show(key, counts: counts, openingAt: time) { writer.writeAttempts() }
  }
}

// MARK: - Other state of a scene

extension NavStore.Session {
  /// Whether all stacks of the scene are skipped, because the app has crashed with them. Other
  /// saved state that belongs to the stacks, such as a selection, must not be restored either.
  package var isSceneSkipped: Bool {
    let (writer, scene) = (writer, key.scene)
    // A restore of a stack of the scene has read the count.
    let known = writer.attempts.state.withLock { $0.scenes[ByteKey(scene)]?.found }
    if let known { return writer.attempts.skips(scene, count: known) }
    let isSkipped = try? writer.readSync { connection in
      try writer.attempts.skips(scene, count: SceneTable(db: connection).attempts(scene))
    }
    return isSkipped ?? false
  }

  /// Whether the user has navigated from the root screen of a skipped stack to the saved stack
  /// (`true`) or to another screen (`false`). `nil` while the user is at the root screen.
  package var hasTakenUpOldStack: Bool? {
    withState { state in
      let tip = state.stack.settled.tip
      guard tip !== state.stack.root else { return nil }
      return state.found.skippedReason != nil
        && state.found.stack.list.entries.contains { $0 === tip }
    }
  }
}
