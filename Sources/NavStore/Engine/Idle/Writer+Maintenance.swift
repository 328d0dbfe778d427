import Dispatch
import NavStoreSQLite

/// The state of maintenance: counting, pruning, removals, erasure and checkpoints.
package struct MaintenanceState: ~Copyable {
  /// The number of committed visits that are not counted; `nil` if it is unknown. Opening doesn't
  /// count them, to save time.
  var uncounted: Int?

  /// Whether counting of a batch in a step of its own is scheduled.
  var isCountingScheduled = false

  /// Whether an idle check is scheduled.
  var isScheduled = false

  /// Whether anything was committed since the last idle check.
  var isBusy = false

  /// The end of the pause after the last step.
  var pauseEnd = ContinuousClock.now

  /// The pruning in progress.
  package var pruning: Pruning?

  /// The time of the last check for visits to prune, in milliseconds; `nil` if there was none since
  /// opening.
  var lastPruning: Int64?
  var visitsSincePruning = 0

  /// The progress of removals.
  var sweeping = Sweeping()

  /// The progress of erasing a history that was switched off.
  var historyErasure = HistoryErasure.visits

  /// Whether there may be cleared visits that no stack needs.
  var hasTombstones = false

  /// Whether idle work is switched off. Tests take its steps themselves.
  var isHeld = false

  /// The number of changes after which stacks or lists may refer to other visits: visits were
  /// opened from the history, or stacks were reopened, rewritten, removed or erased.
  var epoch = 0

  /// The removals before the last VACUUM, while their bytes are still in the WAL.
  var vacuumed: PendingErasure?

  /// The delay before the next attempt to erase, in milliseconds.
  var eraseDelayMilliseconds = 0

  /// Whether a checkpoint is scheduled on the queue.
  var isCheckpointScheduled = false

  package var checkpointBlocker = CheckpointBlocker()

  /// Resets the state for another file.
  mutating func forgetFile() {
    (uncounted, pruning, lastPruning) = (nil, nil, nil)
    (visitsSincePruning, hasTombstones, vacuumed, checkpointBlocker) = (
      0, false, nil, CheckpointBlocker()
    )
    sweeping = Sweeping()
    historyErasure = .visits
    epoch += 1
  }
}

extension Writer {
  /// The number of frames in the WAL from which even a busy store makes a checkpoint: 4 MB.
  static let checkpointFrames = 1_000

  /// The number of frames below which an idle store makes no checkpoint, because each one syncs the
  /// disk twice.
  static let idleCheckpointFrames = 64

  /// The number of visits in a commit up to which a batch is counted as part of the commit.
  private static let fewVisits = 8

  /// The largest number of uncounted visits after a larger commit that no caller waits for. The
  /// rest is counted in steps of their own.
  ///
  /// From an eighth of it on, each such commit also counts a step. Otherwise, commits that queued
  /// up during a checkpoint would be counted while a `restore` waits.
  private static let mostLeft = 1_024

  /// The time, in milliseconds, for which maintenance waits for readers and other processes.
  static let idleWaitMilliseconds = 20

  /// On the queue: updates the maintenance state after each commit.
  func didCommit(visits: Int, on connection: Connection, countingLater: Bool = false) {
    if let count = maintenance.uncounted {
      maintenance.uncounted = count + visits
    } else {
      maintenance.uncounted = (try? VisitTable(db: connection).uncountedCount()) ?? visits
    }
    maintenance.visitsSincePruning += visits
    // Opening does not do this, because an app's first frame waits for it.
    connection.keepMorePages()
    if countingLater, visits > Self.fewVisits || maintenance.isCountingScheduled {
      if uncounted >= Self.mostLeft / 8 { countBatch(on: connection) }
      while uncounted >= Self.mostLeft, countBatch(VisitTable.countedInBatch, on: connection) {}
    } else {
      let count = countingLater ? VisitTable.countedInStep : VisitTable.countedInBatch
      while uncounted >= VisitTable.countedInBatch, countBatch(count, on: connection) {}
    }
    countInSteps()
    checkpointIfDue(connection)
    maintenance.isBusy = true
    scheduleIdleCheck()
  }

  /// Counts due visits in steps, so that other work on the queue runs in between.
  private func countInSteps() {
    guard uncounted >= VisitTable.countedInBatch, !maintenance.isCountingScheduled else { return }
    maintenance.isCountingScheduled = true
    queue.async { [weak self] in
      guard let self else { return }
      maintenance.isCountingScheduled = false
      guard let connection = openConnection, uncounted >= VisitTable.countedInBatch else { return }
      connection.beginWork(.short(configuration.limits))
      guard countBatch(on: connection) else { return }
      checkpointIfDue(connection)
      countInSteps()
    }
  }

  /// Schedules a checkpoint if one is due. During long work, the checkpoint is made between two
  /// steps.
  private func checkpointIfDue(_ connection: Connection) {
    guard isCheckpointDue(connection, at: Self.checkpointFrames), !hasLongWork else { return }
    scheduleCheckpoint()
  }

  /// Returns whether the WAL has `frames` frames and a checkpoint may succeed.
  func isCheckpointDue(_ connection: Connection, at frames: Int) -> Bool {
    path != nil
      && connection.walFrames >= max(frames, maintenance.checkpointBlocker.fewestFrames)
  }

  /// The numbers of this store's own reads that have begun, and that have ended.
  private var ownReads: (begun: Int, ended: Int) {
    let (restores, queries) = (side.reads, querySide.reads)
    return (restores.begun + queries.begun, restores.ended + queries.ended)
  }

  /// On the queue: schedules a checkpoint there. A checkpoint waits for the disk twice, so it
  /// counts as long work: restores that begin meanwhile read on another connection.
  func scheduleCheckpoint() {
    guard path != nil, !maintenance.isCheckpointScheduled else { return }
    maintenance.isCheckpointScheduled = true
    beginLongWork()
    queue.async {
      self.maintenance.isCheckpointScheduled = false
      if let connection = self.openConnection { self.checkpoint(connection) }
      self.endLongWork()
    }
  }

  /// Counts all uncounted visits.
  func countAll(on connection: Connection) throws {
    while try VisitTable(db: connection).countBatch() > 0 {}
    maintenance.uncounted = 0
  }

  /// Counts visits in one step. Returns `false` if all visits are counted.
  func countStep(on connection: Connection) throws -> Bool {
    let count = try maintenance.uncounted ?? VisitTable(db: connection).uncountedCount()
    maintenance.uncounted = count
    guard count > 0 else { return false }
    let counted = try VisitTable(db: connection).countBatch(VisitTable.countedInStep)
    maintenance.uncounted = counted > 0 ? max(0, count - counted) : 0
    return counted > 0
  }

  /// Counts visits in one step. Returns `false` if there were none or it failed. A failure loses
  /// nothing, because the next query or commit tries again.
  @discardableResult
  private func countBatch(_ count: Int = VisitTable.countedInStep, on connection: Connection)
    -> Bool
  {
    do {
      let counted = try VisitTable(db: connection).countBatch(count)
      maintenance.uncounted = counted > 0 ? max(0, uncounted - counted) : 0
      return counted > 0
    } catch {
      // After a lock, keep the number, so that counting is tried again.
      if !NavStore.Error(error).isLock { maintenance.uncounted = 0 }
      return false
    }
  }

  private var uncounted: Int { maintenance.uncounted ?? 0 }

  /// Checkpoints the WAL, and truncates it if it has become much too long.
  @discardableResult
  func checkpoint(_ connection: Connection) -> Bool {
    checkpoint(
      connection, connection.walFrames >= 2 * Self.checkpointFrames ? .truncate : .restart,
      waitMilliseconds: Self.idleWaitMilliseconds)
  }

  /// Checkpoints the WAL, and records whether another process prevents it.
  ///
  /// Before SQLite 3.51.3, a checkpoint could lose a commit that another connection makes meanwhile
  /// (<https://sqlite.org/wal.html#the_wal_reset_bug>). The locks of RESTART and TRUNCATE prevent
  /// that.
  @discardableResult
  func checkpoint(
    _ connection: Connection, _ mode: CheckpointMode, waitMilliseconds: Int
  ) -> Bool {
    let frames = connection.walFrames
    let readsBefore = ownReads
    let result = Result { try connection.checkpoint(mode, waitMilliseconds: waitMilliseconds) }
    let readsAfter = ownReads
    let isDone = (try? result.get()) == true
    if isDone { connection.logWasMoved() }
    // `false` means that a reader or writer blocked the checkpoint. A thrown error, such as an I/O
    // error, doesn't.
    let isHeld = (try? result.get()) == false
    maintenance.checkpointBlocker.note(
      isDone: isDone, frames: frames,
      byOthers: isHeld && readsBefore == readsAfter && readsAfter.begun == readsAfter.ended,
      at: now)
    return isDone
  }
}
