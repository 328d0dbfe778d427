import Dispatch
import NavStoreSQLite

/// The state of a store's maintenance: counting, pruning, removals, erasure and checkpoints.
package struct MaintenanceState: ~Copyable {
  /// The number of committed visits that are not counted. It is `nil` if it is unknown, as after
  /// opening. To save time, opening doesn't query it.
  var uncounted: Int?

  /// Whether a step that counts visits is scheduled on the writer's queue.
  var isCountingScheduled = false

  /// Whether an idle check is scheduled.
  var isScheduled = false

  /// Whether anything was committed since the last idle check.
  var isBusy = false

  /// The end of the pause after the last step of maintenance. No other step begins before this
  /// time.
  var pauseEnd = ContinuousClock.now

  /// The pruning in progress, which deletes visits that exceed the retention limits; `nil` if there
  /// is none.
  var pruning: Pruning?

  /// The time of the last check for visits to prune, in milliseconds; `nil` if there was none since
  /// opening.
  var lastPruning: Int64?
  var visitsSincePruning = 0

  /// The progress of removals.
  var sweeping = Sweeping()

  /// Whether the file may have cleared visits that no stack or list needs, so that a pruning can
  /// delete their rows.
  var hasTombstones = false

  /// Whether idle work is switched off, in tests that take its steps themselves.
  var isHeld = false

  /// The removals whose bytes the last VACUUM removed from the database, but which are still in the
  /// WAL; otherwise, `nil`.
  var vacuumed: PendingErasure?

  /// The delay between a failed attempt to erase removed bytes and the next attempt, in
  /// milliseconds.
  var eraseDelayMilliseconds = 0

  package var failedCheckpoints = FailedCheckpoints()

  /// Resets the state, because the store switches to another file. Scheduled work stays scheduled.
  mutating func forgetFile() {
    let scheduled = (isCountingScheduled, isScheduled, isHeld)
    self = MaintenanceState()
    (isCountingScheduled, isScheduled, isHeld) = scheduled
  }
}

extension Writer {
  /// The number of frames in the WAL from which even a busy store makes a checkpoint: 4 MB.
  static let checkpointFrames = 1_000

  /// The number of frames below which an idle store makes no checkpoint, because each one syncs the
  /// disk twice.
  static let idleCheckpointFrames = 64

  /// The largest number of visits in a commit after which due visits are counted at once. After a
  /// larger commit for which no caller waits, visits are counted in steps of their own.
  private static let fewVisits = 8

  /// The largest number of the file's uncounted visits that a commit of more than 8 visits leaves to
  /// idle steps, if no caller waits for that commit. The commit itself counts the other visits.
  ///
  /// From an eighth of this number on, each such commit also counts one step of visits. Without
  /// that step, the visits of commits that queued up during a checkpoint would be counted while a
  /// `restore` waits.
  private static let mostLeft = 1_024

  /// The time, in milliseconds, for which maintenance waits for readers and other processes.
  static let idleWaitMilliseconds = 20

  /// On the writer's queue: updates the maintenance state after a commit of `visits` new visits.
  func didCommit(visits: Int, on connection: Connection, countingLater: Bool = false) {
    if let count = maintenance.uncounted {
      maintenance.uncounted = count + visits
    } else {
      maintenance.uncounted = (try? VisitTable(db: connection).uncountedCount()) ?? visits
    }
    maintenance.visitsSincePruning += visits
    // Enlarge the page cache here, not when the store is opened, because an app's first frame waits
    // for the opening.
    connection.keepMorePages()
    if countingLater, visits > Self.fewVisits || maintenance.isCountingScheduled {
      if uncounted >= Self.mostLeft / 8 { countStep(on: connection) }
      while uncounted >= Self.mostLeft, countStep(VisitTable.countedInBatch, on: connection) {}
    } else {
      let count = countingLater ? VisitTable.countedInStep : VisitTable.countedInBatch
      while uncounted >= VisitTable.countedInBatch, countStep(count, on: connection) {}
    }
    countInSteps()
    checkpointIfDue(connection)
    maintenance.isBusy = true
    scheduleIdleCheck()
  }

  /// If a batch of visits is due to be counted, schedules a step that counts it. Other work on the
  /// writer's queue runs between two such steps.
  private func countInSteps() {
    guard uncounted >= VisitTable.countedInBatch, !maintenance.isCountingScheduled else { return }
    maintenance.isCountingScheduled = true
    queue.async { [weak self] in
      guard let self else { return }
      maintenance.isCountingScheduled = false
      guard let connection = openConnection, uncounted >= VisitTable.countedInBatch else { return }
      connection.beginWork(.short(configuration.limits))
      guard countStep(on: connection) else { return }
      checkpointIfDue(connection)
      countInSteps()
    }
  }

  /// Schedules a checkpoint if one is due and none is scheduled, which counts as long work. During
  /// work in steps, ``checkpointStep(_:)`` makes the checkpoint between two steps instead.
  private func checkpointIfDue(_ connection: Connection) {
    guard isCheckpointDue(connection, at: Self.checkpointFrames), !hasLongWork else { return }
    scheduleCheckpoint()
  }

  /// Returns whether the WAL has at least `frames` frames. After a failed checkpoint, the WAL must
  /// also have grown by a quarter of ``checkpointFrames``.
  func isCheckpointDue(_ connection: Connection, at frames: Int) -> Bool {
    path != nil
      && connection.walFrames >= max(frames, maintenance.failedCheckpoints.fewestFrames)
  }

  /// On the writer's queue: schedules a checkpoint as the next work on the queue. A checkpoint
  /// waits for the disk twice, so it counts as long work. Restores that begin before its end read
  /// on another connection.
  func scheduleCheckpoint() {
    beginLongWork()
    queue.async {
      if let connection = self.openConnection { self.checkpoint(connection) }
      self.endLongWork()
    }
  }

  /// Counts all uncounted visits.
  func countAll(on connection: Connection) throws {
    while try VisitTable(db: connection).countBatch() > 0 {}
    maintenance.uncounted = 0
  }

  /// Counts up to `most` visits in one step. Returns `false` if all visits are counted, or if
  /// counting failed. A failure loses nothing, because the next query or commit counts the visits.
  @discardableResult
  func countStep(_ most: Int = VisitTable.countedInStep, on connection: Connection) -> Bool {
    guard maintenance.uncounted != 0 else { return false }
    do {
      let counted = try VisitTable(db: connection).countBatch(most)
      maintenance.uncounted =
        counted < most ? 0 : maintenance.uncounted.map { max(0, $0 - counted) }
      return counted > 0
    } catch {
      // If a lock caused the error, keep the number of uncounted visits, so that counting is tried
      // again.
      if !NavStore.Error(error).isLock { maintenance.uncounted = 0 }
      return false
    }
  }

  private var uncounted: Int { maintenance.uncounted ?? 0 }

  /// Checkpoints the WAL, and truncates it if it has 2,000 frames (8 MB) or more.
  @discardableResult
  func checkpoint(_ connection: Connection) -> Bool {
    checkpoint(
      connection, connection.walFrames >= 2 * Self.checkpointFrames ? .truncate : .restart,
      waitMilliseconds: Self.idleWaitMilliseconds)
  }

  /// Checkpoints the WAL, and records a failure.
  ///
  /// Before SQLite 3.51.3, a checkpoint could lose a commit that another connection makes during
  /// the checkpoint (<https://sqlite.org/wal.html#the_wal_reset_bug>). The locks of RESTART and
  /// TRUNCATE prevent that.
  @discardableResult
  func checkpoint(
    _ connection: Connection, _ mode: CheckpointMode, waitMilliseconds: Int
  ) -> Bool {
    let frames = connection.walFrames
    let isDone = (try? connection.checkpoint(mode, waitMilliseconds: waitMilliseconds)) == true
    if isDone {
      maintenance.failedCheckpoints = FailedCheckpoints()
    } else {
      maintenance.failedCheckpoints.add(frames: frames, at: now)
    }
    return isDone
  }
}
