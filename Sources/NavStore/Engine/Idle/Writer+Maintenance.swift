import Dispatch
import NavStoreSQLite

/// The state of maintenance: counting, pruning, removals, erasure and checkpoints.
package struct MaintenanceState: ~Copyable {
  /// The number of committed visits that are not counted; `nil` if it is unknown. Opening does not count
  /// them, to save time.
  var uncounted: Int?

  /// Whether a batch is about to be counted in a step of its own.
  var isCountingScheduled = false

  /// Whether an idle check is scheduled.
  var isScheduled = false

  /// Whether anything was committed since the last idle check.
  var isBusy = false

  /// The end of the pause after the last step.
  var pauseEnd = ContinuousClock.now

  /// The running pruning.
  package var pruning: Pruning?

  /// The time of the last check for something to prune, in milliseconds; `nil` if there was none since opening.
  var lastPruning: Int64?
  var visitsSincePruning = 0

  /// The progress of removals.
  var sweeping = Sweeping()

  /// The progress of erasing a history that was switched off.
  var historyErasure = HistoryErasure.visits

  /// Whether there are cleared visits that perhaps no stack needs.
  var hasTombstones = false

  /// Whether no idle work is done. Tests take the steps themselves.
  var isHeld = false

  /// The number of changes after which stacks or lists may be at other visits: visits were opened from the
  /// history, or stacks were reopened, rewritten, removed or erased.
  var epoch = 0

  /// The removals before the last VACUUM, while their bytes are still in the WAL.
  var vacuumed: PendingErasure?

  /// The delay before the next attempt to erase, in milliseconds.
  var eraseDelayMilliseconds = 0

  /// Whether a checkpoint is scheduled on the queue.
  var isCheckpointScheduled = false

  /// The process that prevents checkpoints.
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
  /// The number of frames in the WAL at which a checkpoint is made although the store is busy: 4 MB.
  static let checkpointFrames = 1_000

  /// The number of frames below which an idle store makes no checkpoint, which syncs the disk twice.
  static let idleCheckpointFrames = 64

  /// The number of visits of a commit up to which a batch is counted in the same step.
  private static let fewVisits = 8

  /// The number of visits that are left for steps of their own after a larger commit that no caller waits
  /// for. If an eighth of them wait, each such commit counts a step as well. Otherwise, commits that were
  /// queued during a checkpoint would be counted while a `restore` waits.
  private static let mostLeft = 1_024

  /// The time for which maintenance waits for readers and other processes, in milliseconds.
  static let idleWaitMilliseconds = 20

  /// On the queue, after each commit.
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

  /// Counts due visits in steps. Other work on the queue runs in between.
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

  /// Schedules a checkpoint if one is due. Long work takes it between two steps.
  private func checkpointIfDue(_ connection: Connection) {
    guard isCheckpointDue(connection, at: Self.checkpointFrames), !hasLongWork else { return }
    scheduleCheckpoint()
  }

  /// Whether the WAL has `frames` frames and a checkpoint may succeed.
  func isCheckpointDue(_ connection: Connection, at frames: Int) -> Bool {
    path != nil
      && connection.walFrames >= max(frames, maintenance.checkpointBlocker.fewestFrames)
  }

  /// The numbers of this store's own reads that have begun and that have ended.
  private var ownReads: (begun: Int, ended: Int) {
    let (restores, queries) = (side.reads, querySide.reads)
    return (restores.begun + queries.begun, restores.ended + queries.ended)
  }

  /// On the queue: schedules a checkpoint there. It waits for the disk twice, so it is long work, and restores
  /// that begin meanwhile read on another connection.
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

  /// Counts all visits that wait.
  func countAll(on connection: Connection) throws {
    while try VisitTable(db: connection).countBatch() > 0 {}
    maintenance.uncounted = 0
  }

  /// Counts visits in one step. Returns `false` if no visit waits.
  func countStep(on connection: Connection) throws -> Bool {
    let count = try maintenance.uncounted ?? VisitTable(db: connection).uncountedCount()
    maintenance.uncounted = count
    guard count > 0 else { return false }
    let counted = try VisitTable(db: connection).countBatch(VisitTable.countedInStep)
    maintenance.uncounted = counted > 0 ? max(0, count - counted) : 0
    return counted > 0
  }

  /// Counts visits in one step. Returns `false` if there were none or it failed. A failure loses nothing: the
  /// next query or commit tries again.
  @discardableResult
  private func countBatch(_ count: Int = VisitTable.countedInStep, on connection: Connection)
    -> Bool
  {
    do {
      let counted = try VisitTable(db: connection).countBatch(count)
      maintenance.uncounted = counted > 0 ? max(0, uncounted - counted) : 0
      return counted > 0
    } catch {
      // After a lock, the visits are still not counted.
      if !NavStore.Error(error).isLock { maintenance.uncounted = 0 }
      return false
    }
  }

  private var uncounted: Int { maintenance.uncounted ?? 0 }

  /// Moves the WAL into the database. Truncates a WAL that has become much longer than it should.
  @discardableResult
  func checkpoint(_ connection: Connection) -> Bool {
    checkpoint(
      connection, connection.walFrames >= 2 * Self.checkpointFrames ? .truncate : .restart,
      waitMilliseconds: Self.idleWaitMilliseconds)
  }

  /// Moves the WAL into the database, and notes whether another process prevents it.
  ///
  /// Before SQLite 3.51.3 a checkpoint could lose what another connection commits meanwhile
  /// (<https://sqlite.org/wal.html#the_wal_reset_bug>). The locks of RESTART and TRUNCATE prevent that.
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
    // If the disk failed, no reader is to blame.
    let isHeld = (try? result.get()) == false
    maintenance.checkpointBlocker.note(
      isDone: isDone, frames: frames,
      byOthers: isHeld && readsBefore == readsAfter && readsAfter.begun == readsAfter.ended,
      at: now)
    return isDone
  }
}
