extension NavStore.Session {
  /// Notes that the restored stack is about to be shown. From now on, it counts as an attempt in
  /// the file until it is confirmed: see ``NavStore/RestoreGuard``. Routers call this.
  ///
  /// Only the first call in a process has an effect, and only for a stack that was restored or
  /// imported. It makes one short write. If every known window is in the background, the attempt
  /// counts when a window leaves it.
  package func willShow() { willShow(besides: false) }

  /// Notes that the restored stack is about to be shown. `besides` is set if another part of the
  /// scene was restored with it, like the selection of a split view.
  package func willShow(besides: Bool) {
    guard !writer.attempts.isShown(key) else { return }
    writer.watchExit()
    let restoration = restoration
    let isAside = restoration.skippedReason != nil
    let isRestored = !restoration.path.isEmpty || restoration.root != nil || besides
    let imported = core.found.adoption
    guard isRestored || isAside || imported != nil else { return }
    let counts =
      isRestored && !isAside
      && (writer.configuration.restoreGuard?.countsUnderDebugger == true || !Debugger.isAttached)
    let opens = imported?.hasRoutes == true || besides
    writer.show(.init(key: key, counts: counts, openingAt: opens ? writer.now : nil))
  }

  /// Confirms that the restored screen works. The attempts of its scene are cleared, and legacy
  /// state that was imported in an earlier launch may be deleted. Running long enough has the same
  /// effect: see ``NavStore/RestoreGuard``.
  ///
  /// If the stack was skipped, nothing is confirmed until the user has navigated.
  ///
  /// - Throws: ``NavStore/Error`` with code `fileUnusable`, `diskFull`, `busy` or `closed`.
  package func confirmRestore() async throws(NavStore.Error) {
    let key = key
    let writer = writer
    let oldValues = try await writer.async { connection -> [OldValue] in
      guard try writer.attempts.confirm(key, on: connection) else { return [] }
      writer.keepAdopted([key])
      return writer.oldValues.take(key)
    }
    oldValues.forEach { $0.discard() }
  }

  /// Notes the phase of a window that shows the stack.
  package func sceneBecame(_ phase: NavStore.ScenePhase, of window: AnyObject) {
    writer.note(phase, of: window)
  }
}

// MARK: - Other state of a scene

extension NavStore.Session {
  /// Whether the scene is skipped because it crashed the app. State that belongs to its stacks must
  /// not be restored either.
  package var stepsAside: Bool {
    let (writer, scene) = (writer, key.scene)
    let isAside = try? writer.readSync { connection in
      try writer.attempts.setsAside(scene, count: SceneTable(db: connection).attempts(scene))
    }
    return isAside ?? false
  }

  /// Whether the user went from the root screen of a skipped stack to the old stack, and not
  /// elsewhere; `nil` while the user is still at the root screen.
  package var hasTakenUpOldStack: Bool? {
    withState { state in
      let tip = state.stack.settled.tip
      return tip === state.stack.root ? nil : state.found.asideTips.contains { $0 === tip }
    }
  }
}
