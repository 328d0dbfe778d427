import Dispatch
import NavStoreSQLite

extension Writer {
  /// Registers the live stack `session`, which has unsaved changes. With `schedules`, its turn has
  /// ended, and a commit is scheduled. All changes that are registered before that commit are
  /// written in one transaction.
  ///
  /// With `watches`, the open turn is checked repeatedly, so that its changes are saved even if the
  /// turn doesn't end. A closed store registers a stack only until its turn ends, because changes
  /// that are never written would be kept in memory forever.
  func enroll(_ session: LiveStack, schedules: Bool, watches: Bool = false) {
    enroll(schedules: schedules, watches: watches) { $0.sessions.append(session) }
  }

  /// Registers the back/forward list `list`, which has unsaved changes. With `schedules`, its turn
  /// has ended, and a commit is scheduled. With `watches`, the changes are saved even if the turn
  /// doesn't end.
  func enroll(_ list: NavStore.WindowHistory, schedules: Bool = true, watches: Bool = false) {
    enroll(schedules: schedules, watches: watches) { $0.lists.append(list) }
  }

  /// Calls `add`, which registers a change. See the functions that register stacks and lists.
  func enroll(schedules: Bool, watches: Bool, _ add: (inout Pending) -> Void) {
    var (isFirstLate, mustWatch, mustSchedule) = (false, false, false)
    pending.withLock { pending in
      if watches || !pending.isClosed { add(&pending) }
      guard !pending.isClosed else { return isFirstLate = pending.noteLateChange() }
      mustWatch = watches && pending.watch()
      mustSchedule = schedules && !pending.isScheduled
      if mustSchedule { pending.isScheduled = true }
    }
    if isFirstLate {
      ProblemLog.note("A change came after its store was closed: it will not be saved.")
    }
    if mustWatch { watchTurns() }
    if mustSchedule { queue.async { self.commitScheduled() } }
  }

  /// Commits all pending changes, including those of open turns, after all work that is on the
  /// writer's queue before this call.
  func barrier() async throws(NavStore.Error) {
    do throws(NavStore.Error) {
      try await async { try self.commitPending(on: $0, endingTurns: true) }
    } catch {
      didWaitInVain(error)
      throw error
    }
  }

  /// Reports the error of a save for which a caller waited, if another process's lock blocked it
  /// until the busy timeout.
  func didWaitInVain(_ error: NavStore.Error) {
    guard error.isLock else { return }
    failures.post(error)
    queue.async {
      self.retries.lockWait = LockWait()
      // If another save has succeeded before this closure runs, no change is pending and there is
      // no problem.
      if !self.pending.withLock({ $0.isEmpty }) { self.setProblem(error) }
    }
  }

  func commitScheduled() {
    // Check for pending changes before the file is opened, so that a suspended store isn't opened
    // without need.
    let isNeeded = pending.withLock { pending in
      if pending.isEmpty { pending.isScheduled = false }
      return !pending.isEmpty
    }
    guard isNeeded, !isClosed, !retries.isPaused else { return }
    var isReported = false
    do {
      let connection = try open()
      // `commitPending` reports each error except a lock.
      isReported = true
      try commitPending(on: connection, endingTurns: false, countingLater: true)
      retries.lockWait = LockWait()
    } catch {
      retry(after: NavStore.Error(error), isReported: isReported)
    }
  }

  /// Schedules the next attempt after a commit failed for which no caller waits.
  ///
  /// After another process's lock, the writer's queue is left to other work, and the commit is
  /// repeated after each short pause until the configuration's busy timeout is over. After another
  /// error, the next attempt is after a second, then after twice as long each time, up to a minute.
  /// A change or flush saves without waiting for that attempt.
  private func retry(after error: NavStore.Error, isReported: Bool) {
    let pause = retries.lockWait.next(after: error, within: configuration.busyTimeoutMilliseconds)
    if pause == nil, !isReported || error.isLock { didFailToSave(error) }
    retries.isPaused = pause != nil
    let delay = pause ?? retries.nextDelay()
    queue.asyncAfter(deadline: .now() + .milliseconds(delay)) { [weak self] in
      self?.retries.isPaused = false
      self?.commitScheduled()
    }
  }

  /// On the writer's queue: reports a failed save to the listeners. Also writes it to the system
  /// log, unless the save before it failed for the same reason.
  func didFailToSave(_ error: NavStore.Error) {
    failures.post(error)
    setProblem(error)
    guard retries.reportedReason != error.reason else { return }
    retries.reportedReason = error.reason
    ProblemLog.note("Saving has failed, and is tried again. \(error)")
  }

  /// On the writer's queue: clears the store's reported problem after a successful save.
  func didSave() {
    retries.didSave()
    setProblem(nil)
  }

  /// On the writer's queue: clears the store's reported problem if there was nothing to save. A
  /// change that could not be saved may have been undone.
  func didFindNothing() {
    if failures.problem != nil { didSave() }
  }
}
