import Dispatch
import NavStoreSQLite

/// What is done beside navigating, and when.
struct MaintenanceState {
  /// Visits that are committed and not folded; nil before the first commit, since counting what
  /// the last process left takes time that opening should not.
  var waitingToFold: Int?

  /// Whether an idle check is on its way.
  var isScheduled = false

  /// Whether anything was committed since the last idle check.
  var isBusy = false

  /// The item whose relevance is being counted anew, where one step was not enough.
  var rescoring: RescoreTable.Partial?
}

extension Writer {
  /// How long nothing must have been committed, in milliseconds, before the time is idle.
  private static let idleMilliseconds = 250

  /// How long between two steps of work that takes many.
  private static let stepMilliseconds = 5

  /// When the log is moved into the database without waiting for an idle moment: 4 MB of it.
  private static let checkpointFrames = 1_000

  /// Below so many frames an idle moment is not worth two syncs of the disk.
  private static let idleCheckpointFrames = 64

  /// How long a checkpoint waits for readers and other processes.
  private static let checkpointWaitMilliseconds = 20

  /// On the queue, after each commit.
  func didCommit(visits: Int, on connection: Connection) {
    if let waiting = maintenance.waitingToFold {
      maintenance.waitingToFold = waiting + visits
    } else {
      maintenance.waitingToFold = (try? folder(on: connection).waiting()) ?? visits
    }
    while waitingToFold >= Folder.batchSize {
      guard foldBatch(on: connection) else { break }
    }
    checkpointIfDue(connection)
    maintenance.isBusy = true
    scheduleIdleCheck()
  }

  /// Moves the log into the database where it is long.
  func checkpointIfDue(_ connection: Connection) {
    if connection.walFrames >= Self.checkpointFrames { checkpoint(connection) }
  }

  /// How this store counts relevance.
  var relevance: Relevance { configuration.relevance }

  func folder(on connection: Connection) -> Folder {
    Folder(db: connection, relevance: relevance)
  }

  /// Folds everything that waits; for queries that need the counters whole.
  func foldAll(on connection: Connection) throws {
    // Whoever folds all may take or move visits that were counted, and counts by our half-life.
    maintenance.rescoring = nil
    try RescoreTable(db: connection, relevance: relevance).noteHalfLife()
    while try folder(on: connection).foldBatch() > 0 {}
    maintenance.waitingToFold = 0
  }

  private func scheduleIdleCheck(afterMilliseconds delay: Int = Writer.idleMilliseconds) {
    guard !maintenance.isScheduled else { return }
    maintenance.isScheduled = true
    queue.asyncAfter(deadline: .now() + .milliseconds(delay)) { [weak self] in
      self?.idleCheck()
    }
  }

  /// On the queue: one step of what waits for an idle moment, where this is one.
  func idleCheck() {
    maintenance.isScheduled = false
    guard let connection = openConnection else { return }
    if maintenance.isBusy {
      maintenance.isBusy = false
      scheduleIdleCheck()
      return
    }
    if waitingToFold > 0 {
      // One batch, then whoever waits for the queue comes first.
      if foldBatch(on: connection) { scheduleIdleCheck() }
    } else if (try? rescoreStep(on: connection)) == true {
      scheduleIdleCheck(afterMilliseconds: Self.stepMilliseconds)
    } else if connection.walFrames >= Self.idleCheckpointFrames {
      checkpoint(connection)
    }
  }

  /// False where there was nothing to fold or it failed. A failure loses nothing: queries merge
  /// what is not folded, and the next commit tries again.
  private func foldBatch(on connection: Connection) -> Bool {
    guard let folded = try? folder(on: connection).foldBatch(), folded > 0
    else {
      maintenance.waitingToFold = 0
      return false
    }
    maintenance.waitingToFold = max(0, waitingToFold - folded)
    return true
  }

  private var waitingToFold: Int { maintenance.waitingToFold ?? 0 }

  private func checkpoint(_ connection: Connection) {
    _ = try? connection.checkpoint(
      .restart, waitMilliseconds: Self.checkpointWaitMilliseconds)
  }
}
