import Dispatch

extension NavStore {
  /// Keeps a screen that crashes the app from doing so at every launch.
  ///
  /// A restore that is shown counts as a try, until it is confirmed: by
  /// ``Session/confirmRestore()``, by ``NavStore/suspend()`` or ``NavStore/close()``, or by the
  /// first change once ``settlesAfter`` has passed. After ``tries`` tries in a row that nobody
  /// confirmed, the scene starts at its root screen, and the old stack is one Forward away. So it
  /// does until somebody has navigated from there and that was confirmed: a root screen that works
  /// says nothing about the stack that was not shown.
  public struct RestoreGuard: Sendable, Hashable {
    /// How many unconfirmed tries are enough, at least 1; 2 unless set.
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
    let time = writer.now
    let isFirst = withState { state in
      defer { state.shownAt = state.shownAt ?? time }
      return state.shownAt == nil
    }
    guard isFirst, let rule = writer.configuration.restoreGuard,
      !restoration.stack.isEmpty || restoration.root != nil,
      restoration.setAsideBecause == nil, rule.countsUnderDebugger || !Debugger.isAttached
    else { return }
    let scene = key.scene
    let isAdopted = restoration.adoption.map { $0.routeCount > 0 } ?? false
    // Where it cannot be counted (a full disk), the app shall start all the same.
    try? writer.sync {
      try writer.tries.count(scene, openingAt: isAdopted ? time : nil, on: $0)
    }
  }

  /// Says that the restored screen works: the tries of its scene are forgotten, and old state that
  /// was adopted in an earlier launch may go.
  ///
  /// Where the stack stepped aside, only once the user has navigated: see ``NavStore/RestoreGuard``.
  ///
  /// - Throws: ``NavStore/Error`` with code `busy`, `diskFull`, `inputOutput` or `closed`.
  public func confirmRestore() async throws(NavStore.Error) {
    let key = key
    let writer = writer
    let (isConfirmed, oldValues) = try await writer.async { connection in
      let isConfirmed = try writer.tries.confirm(key.scene, on: connection)
      return (isConfirmed, isConfirmed ? writer.oldValues.take(key) : [])
    }
    withState { $0.isConfirmed = isConfirmed }
    oldValues.forEach { $0.discard() }
  }
}

extension SessionCore {
  /// A change at `time` that comes late enough is the user going on: it confirms.
  func confirmIfSettled(at time: Int64) {
    let rule = writer.configuration.restoreGuard
    let settlesAfter = (rule ?? NavStore.RestoreGuard()).settlesAfter
    let isSettled = withState { state in
      guard !state.isConfirmed, let shownAt = state.shownAt else { return false }
      return .milliseconds(time) - .milliseconds(shownAt) >= settlesAfter
    }
    guard isSettled else { return }
    let key = key
    // After the commit of the change, which is on its way there.
    writer.queue.async { [self] in
      var isConfirmed = true
      if rule != nil {
        guard let connection = writer.openConnection else { return }
        isConfirmed =
          (try? writer.tries.confirm(key.scene, bySteppingOn: true, on: connection)) ?? false
      }
      withState { $0.isConfirmed = isConfirmed }
      let oldValues = isConfirmed ? writer.oldValues.take(key) : []
      guard !oldValues.isEmpty else { return }
      DispatchQueue.global(qos: .utility).async { oldValues.forEach { $0.discard() } }
    }
  }
}
