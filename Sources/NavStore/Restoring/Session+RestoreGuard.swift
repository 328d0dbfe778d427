extension NavStore.Session {
  /// Says that the restored stack is about to be shown: it counts as an attempt from here on, in
  /// the file, until it is confirmed: see ``NavStore/RestoreGuard``. Routers say so themselves.
  ///
  /// Only the first call in a process does anything, and only for a stack that was restored or
  /// adopted: one short write. If every known window is in the background, it counts when one
  /// leaves it.
  package func willShow() { willShow(besides: false) }

  /// The same, if something else of the scene is restored that the stack belongs to, like the
  /// selection of a split view.
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

  /// Says that the restored screen works: the attempts of its scene are forgotten, and old state
  /// that was adopted in an earlier launch may go. Living does the same: see
  /// ``NavStore/RestoreGuard``.
  ///
  /// If the stack stepped aside, only once the user has navigated.
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

  /// Says what the window that shows the stack is to its user.
  package func sceneBecame(_ phase: NavStore.ScenePhase, of window: AnyObject) {
    writer.note(phase, of: window)
  }
}

// MARK: - What belongs to a stack

extension NavStore.Session {
  /// Whether the scene steps aside because it crashed the app: what belongs to its stacks is not to
  /// be restored either.
  package var stepsAside: Bool {
    let (writer, scene) = (writer, key.scene)
    let isAside = try? writer.readSync { connection in
      try writer.attempts.setsAside(scene, count: SceneTable(db: connection).attempts(scene))
    }
    return isAside ?? false
  }

  /// Where the user went from the root screen at which the stack stepped aside: true for the old
  /// stack, false for anything else; nil while nobody has.
  package var hasTakenUpOldStack: Bool? {
    withState { state in
      let tip = state.stack.settled.tip
      return tip === state.stack.root ? nil : state.found.asideTips.contains { $0 === tip }
    }
  }
}
