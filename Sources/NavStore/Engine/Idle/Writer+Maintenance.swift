import Dispatch
import NavStoreSQLite

/// What is done beside navigating, and when.
package struct MaintenanceState: ~Copyable {
  /// Visits that are committed and not indexed; nil before the first commit, since counting what
  /// the last process left takes time that opening should not.
  var unindexedCount: Int?

  /// Whether a batch is about to be indexed in a step of its own.
  var isIndexingScheduled = false

  /// Whether an idle check is on its way.
  var isScheduled = false

  /// Whether anything was committed since the last idle check.
  var isBusy = false

  /// The pruning on its way.
  package var pruning: Pruning?

  /// When it was last looked whether there is something to prune; nil: not since opening.
  var lastPruning: Int64?
  var visitsSincePruning = 0

  /// What was removed, and how far it has been swept.
  var sweeping = Sweeping()

  /// Whether forgetting left visits behind that perhaps nobody stands on.
  var hasTombstones = false

  /// How many visits to take in one step: as many as its time allows.
  var pruneCount = 8

  /// Whether idle moments pass unused: for tests, which take the steps themselves.
  var isHeld = false

  /// Grows with each change after which visits may be stood on that nobody stood on before, or be
  /// gone: visits opened from history, stacks opened again, rewritten, removed, erased.
  var epoch = 0

  /// The removals that the file was vacuumed after, while their bytes are still in the log.
  var vacuumed: PendingErasure?

  /// How long to wait before trying to erase again, in milliseconds.
  var eraseDelayMilliseconds = 0

  /// Whether a checkpoint is scheduled on the queue.
  var isCheckpointScheduled = false

  /// Who keeps the log from being moved into the database.
  package var checkpointBlocker = CheckpointBlocker()

  /// How many bytes of item state this process has written since it last looked whether an account
  /// has too much; at first as if it were time. And the look, or the removal, on its way.
  var itemStateBytes = ItemStateCap.interval
  var itemStateCap: ItemStateCap?

  /// Nothing that was known of the file holds for another one.
  mutating func forgetFile() {
    (itemStateBytes, itemStateCap) = (ItemStateCap.interval, nil)
    (unindexedCount, pruning, lastPruning) = (nil, nil, nil)
    (visitsSincePruning, hasTombstones, vacuumed, checkpointBlocker) = (
      0, false, nil, CheckpointBlocker()
    )
    sweeping = Sweeping()
    epoch += 1
  }
}

extension Writer {
  /// When the log is moved into the database without waiting for an idle moment: 4 MB of it.
  static let checkpointFrames = 1_000

  /// Below so many frames an idle moment is not worth two syncs of the disk.
  static let idleCheckpointFrames = 64

  /// Beside a commit of at most so many visits a batch is indexed in the same step.
  private static let fewVisits = 8

  /// After a larger one that nobody waits for at most so many visits are left for steps of their
  /// own. A step at a time is done beside such commits already if an eighth of them wait: what
  /// queued up during a checkpoint would else be indexed while a `restore` waits.
  private static let mostLeft = 1_024

  /// How long maintenance waits for readers and other processes.
  static let idleWaitMilliseconds = 20

  /// On the queue, after each commit.
  func didCommit(visits: Int, on connection: Connection, indexingLater: Bool = false) {
    if let count = maintenance.unindexedCount {
      maintenance.unindexedCount = count + visits
    } else {
      maintenance.unindexedCount = (try? indexer(on: connection).unindexedCount()) ?? visits
    }
    maintenance.visitsSincePruning += visits
    // Not at opening, which an app's first frame waits for.
    connection.keepMorePages()
    if indexingLater, visits > Self.fewVisits || maintenance.isIndexingScheduled {
      if unindexedCount >= Self.mostLeft / 8 { indexBatch(on: connection) }
      while unindexedCount >= Self.mostLeft, indexBatch(Indexer.batchSize, on: connection) {}
    } else {
      let count = indexingLater ? Indexer.stepSize : Indexer.batchSize
      while unindexedCount >= Indexer.batchSize, indexBatch(count, on: connection) {}
    }
    indexInSteps()
    checkpointIfDue(connection)
    maintenance.isBusy = true
    scheduleIdleCheck()
  }

  /// Indexes what is due a part at a time: whoever waits for the queue comes in between.
  private func indexInSteps() {
    guard unindexedCount >= Indexer.batchSize, !maintenance.isIndexingScheduled else { return }
    maintenance.isIndexingScheduled = true
    queue.async { [weak self] in
      guard let self else { return }
      maintenance.isIndexingScheduled = false
      guard let connection = openConnection, unindexedCount >= Indexer.batchSize else { return }
      connection.beginWork(.short(configuration.limits))
      guard indexBatch(on: connection) else { return }
      checkpointIfDue(connection)
      indexInSteps()
    }
  }

  func checkpointIfDue(_ connection: Connection) {
    if connection.walFrames >= maintenance.checkpointBlocker.nextAttempt { scheduleCheckpoint() }
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

  func indexer(on connection: Connection) -> Indexer {
    Indexer(db: connection)
  }

  /// Indexes everything that waits; for queries that need the counters whole.
  func indexAll(on connection: Connection) throws {
    while try indexer(on: connection).indexBatch() > 0 {}
    maintenance.unindexedCount = 0
  }

  /// One step of indexing; false where nothing waits.
  func indexStep(on connection: Connection) throws -> Bool {
    let count = try maintenance.unindexedCount ?? indexer(on: connection).unindexedCount()
    maintenance.unindexedCount = count
    guard count > 0 else { return false }
    let indexed = try indexer(on: connection).indexBatch(Indexer.stepSize)
    maintenance.unindexedCount = indexed > 0 ? max(0, count - indexed) : 0
    return indexed > 0
  }

  /// False where there was nothing to index or it failed. A failure loses nothing: queries merge
  /// what is not indexed, and the next commit tries again.
  @discardableResult
  private func indexBatch(_ count: Int = Indexer.stepSize, on connection: Connection) -> Bool {
    do {
      let indexed = try indexer(on: connection).indexBatch(count)
      maintenance.unindexedCount = indexed > 0 ? max(0, unindexedCount - indexed) : 0
      return indexed > 0
    } catch {
      // Beside a lock they go on waiting.
      if !NavStore.Error(error).isLock { maintenance.unindexedCount = 0 }
      return false
    }
  }

  private var unindexedCount: Int { maintenance.unindexedCount ?? 0 }

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
    let readsBefore = ownReads.withLock { $0 }
    let result = Result { try connection.checkpoint(mode, waitMilliseconds: waitMilliseconds) }
    let readsAfter = ownReads.withLock { $0 }
    let isDone = (try? result.get()) == true
    if isDone { connection.logWasMoved() }
    // If the disk failed, no reader is to blame.
    let isHeld = (try? result.get()) == false
    maintenance.checkpointBlocker.note(
      isDone: isDone, frames: frames,
      byOthers: isHeld && readsBefore == readsAfter && !readsAfter.isReading,
      at: now)
    return isDone
  }
}
