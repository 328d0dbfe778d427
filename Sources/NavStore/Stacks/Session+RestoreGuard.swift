import Dispatch

extension NavStore {
  /// Keeps a screen that crashes the app from doing so at every launch.
  ///
  /// A restore that is shown counts as a try, until it is confirmed: by
  /// ``Session/confirmRestore()``, by ``NavStore/suspend()`` or ``NavStore/close()``, or by the
  /// first change once ``settlesAfter`` has passed. After ``tries`` tries in a row that nobody
  /// confirmed, the scene starts at its root screen, and the old stack is one Forward away.
  public struct RestoreGuard: Sendable, Hashable {
    /// How many unconfirmed tries are enough; 2 unless set.
    public var tries = 2

    /// How long a restored stack must have been up for a change to confirm it; 3 seconds unless
    /// set.
    public var settlesAfter: Duration = .seconds(3)

    /// Whether tries under a debugger count; false unless set.
    public var countsUnderDebugger = false

    /// The defaults.
    public init() {}
  }
}

extension NavStore.Session {
  /// Says that the restored stack is about to be shown: it counts as a try from here on, in the
  /// file, until it is confirmed. Routers say so themselves.
  ///
  /// Only the first call in a process does anything, and only for a stack that was restored or
  /// adopted: one short write.
  public func willShow() {
    let isFirst = withState { state in
      defer { state.shownAt = state.shownAt ?? writer.configuration.nowMilliseconds }
      return state.shownAt == nil
    }
    guard isFirst, let rule = writer.configuration.restoreGuard, !restoration.stack.isEmpty,
      rule.countsUnderDebugger || !Debugger.isAttached
    else { return }
    let scene = key.scene
    let isAdopted = restoration.adoption.map { $0.routeCount > 0 } ?? false
    let time = isAdopted ? writer.configuration.nowMilliseconds : nil
    // Where it cannot be counted (a full disk), the app shall start all the same.
    try? writer.sync { try writer.tries.count(scene, openingAt: time, on: $0) }
  }

  /// Says that the restored screen works: the tries of its scene are forgotten.
  ///
  /// - Throws: ``NavStore/Error`` with code `busy`, `diskFull`, `inputOutput` or `closed`.
  public func confirmRestore() async throws(NavStore.Error) {
    let key = key
    let writer = writer
    withState { $0.isConfirmed = true }
    let oldValues = try await writer.async { connection in
      try writer.tries.confirm(key.scene, on: connection)
      return writer.oldValues.take(key)
    }
    oldValues.forEach { $0.discard() }
  }

  /// A change at `time` that comes late enough is the user going on: it confirms.
  func confirmIfSettled(at time: Int64) {
    let rule = writer.configuration.restoreGuard
    let settlesAfter = (rule ?? NavStore.RestoreGuard()).settlesAfter
    let confirms = withState { state in
      guard !state.isConfirmed, let shownAt = state.shownAt,
        .milliseconds(time - shownAt) >= settlesAfter
      else { return false }
      state.isConfirmed = true
      return true
    }
    guard confirms else { return }
    let isTry = rule != nil && !restoration.stack.isEmpty
    writer.queue.async { [writer, key] in
      if isTry, let connection = writer.openConnection {
        try? writer.tries.confirm(key.scene, on: connection)
      }
      let oldValues = writer.oldValues.take(key)
      guard !oldValues.isEmpty else { return }
      DispatchQueue.global(qos: .utility).async { oldValues.forEach { $0.discard() } }
    }
  }
}
