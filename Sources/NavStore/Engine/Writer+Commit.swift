import Dispatch
import NavStoreSQLite

extension Writer {
  /// Registers changes of `session`, and if its turn has ended, schedules a commit. All changes
  /// that are registered before that commit become one transaction.
  ///
  /// With `watches`, the changes are also written if the turn doesn't end. A closed store registers
  /// a stack only for the end of its turn, because changes that are never written would be kept in
  /// memory forever.
  func enroll(_ session: LiveStack, schedules: Bool, watches: Bool = false) {
    enroll(schedules: schedules, watches: watches) { $0.sessions.append(session) }
  }

  /// Registers changes of `list`, and if its turn has ended, schedules a commit. With `watches`,
  /// they are also written if the turn doesn't end.
  func enroll(_ list: NavStore.WindowHistory, schedules: Bool = true, watches: Bool = false) {
    enroll(schedules: schedules, watches: watches) { $0.lists.append(list) }
  }

  private func enroll(schedules: Bool, watches: Bool, _ add: (inout Pending) -> Void) {
    var (isFirstLate, mustWatch, mustSchedule) = (false, false, false)
    pending.withLock { pending in
      if watches || !pending.isClosed { add(&pending) }
      guard !pending.isClosed else { return isFirstLate = pending.noteLateChange() }
      mustWatch = watches && pending.watch()
      mustSchedule = schedules && !pending.isScheduled
      if mustSchedule { pending.isScheduled = true }
    }
    if isFirstLate { noteLateChange() }
    if mustWatch { watchTurns() }
    if mustSchedule { queue.async { self.commitScheduled() } }
  }

  func noteLateChange() {
    ProblemLog.note("A change came after its store was closed: it will not be saved.")
  }

  /// Commits all pending changes, also in open turns. A later read on another connection finds
  /// them.
  func settle() async throws(NavStore.Error) {
    // Most queries find nothing to commit, so they need not switch threads twice.
    if pending.withLock(\.isSettled) { return }
    try await wait { connection in
      try self.commitPending(on: connection, endingTurns: true)
    }
  }

  /// Commits all pending changes, also in open turns, after all earlier work on the queue.
  func barrier() async throws(NavStore.Error) {
    try await wait { connection in
      try self.commitPending(on: connection, endingTurns: true)
    }
  }

  private func wait(
    for commit: @escaping @Sendable (Connection) throws -> Void
  ) async throws(NavStore.Error) {
    do throws(NavStore.Error) {
      try await async(commit)
    } catch {
      didWaitInVain(error)
      throw error
    }
  }

  /// Reports a save that a caller waited for and that met a lock until the time was over.
  func didWaitInVain(_ error: NavStore.Error) {
    guard error.isLock else { return }
    failures.post(error)
    queue.async {
      self.retries.endLockWait()
      // Another save may have succeeded meanwhile.
      if !self.pending.withLock(\.isEmpty) { self.setProblem(error) }
    }
  }

  func commitScheduled() {
    // Check this first, so that a suspended store isn't opened without need.
    let isNeeded = pending.withLock { pending in
      if pending.isEmpty { pending.isScheduled = false }
      return !pending.isEmpty
    }
    guard isNeeded, !isClosed, !retries.isSteppingAside else { return }
    let connection: Connection
    do {
      connection = try open()
    } catch {
      didFailToSave(error)
      return retryLater()
    }
    do {
      try commitPending(on: connection, endingTurns: false, countingLater: true)
      retries.endLockWait()
    } catch {
      let error = NavStore.Error(error)
      guard error.isLock else { return retryLater() }
      stepAside(error)
    }
  }

  /// Handles another process's lock in a commit that no caller waits for. Leaves the queue to other
  /// work and tries again soon, for as long as a caller would wait.
  private func stepAside(_ error: NavStore.Error) {
    let pause = retries.pause(
      after: error, waitingMilliseconds: configuration.busyTimeoutMilliseconds)
    guard let pause else {
      didFailToSave(error)
      return retryLater()
    }
    retries.isSteppingAside = true
    queue.asyncAfter(deadline: .now() + .milliseconds(pause)) { [weak self] in
      self?.retries.isSteppingAside = false
      self?.commitScheduled()
    }
  }

  /// On the queue: reports each failure to the listeners, and the first of a kind in a row to the
  /// system log.
  func didFailToSave(_ error: NavStore.Error) {
    failures.post(error)
    setProblem(error)
    guard retries.isNew(error) else { return }
    ProblemLog.note("Saving has failed, and is tried again. \(error)")
  }

  /// On the queue: clears the problem after a save.
  func didSave() {
    retries.didSave()
    setProblem(nil)
  }

  /// On the queue: clears the problem if there was nothing to save, because a change that could not
  /// be saved may have been undone.
  func didFindNothing() {
    if failures.problem != nil { didSave() }
  }

  /// Schedules the next attempt: after a second, then after twice as long each time, up to a
  /// minute. The next change or flush tries at once.
  private func retryLater() {
    queue.asyncAfter(deadline: .now() + .milliseconds(retries.nextDelay())) { [weak self] in
      self?.commitScheduled()
    }
  }
}
