import Dispatch
import NavStoreSQLite

/// Moves the log into the database, on an executor and a connection of its own: a checkpoint waits
/// for the disk twice, some milliseconds on most, which no `restore` should stand in line for.
///
/// Before SQLite 3.51.3 a checkpoint could lose what another connection commits meanwhile
/// (<https://sqlite.org/wal.html#the_wal_reset_bug>). SQLite's locks prevent that for RESTART and
/// TRUNCATE, and within this process nothing depends on them: whoever writes waits for ``wait()``
/// first. What the router has to save stays in memory until then.
final class Checkpointer: @unchecked Sendable {
  private let queue = DispatchQueue(label: "NavStore.checkpointer", qos: .userInitiated)
  private let path: String
  private let options: DatabaseOptions
  private let running = DispatchGroup()

  // Confined to the queue.
  private var connection: Connection?

  init(path: String, options: DatabaseOptions) {
    self.path = path
    self.options = options
  }

  /// Whether a checkpoint is under way.
  var isRunning: Bool { running.wait(timeout: .now()) == .timedOut }

  /// On the writer's queue, with no transaction open there: begins a checkpoint. `completion` is
  /// told whether the whole log was moved, after writing is allowed again, on an executor of its own.
  func start(
    _ mode: CheckpointMode, waitMilliseconds: Int,
    completion: @escaping @Sendable (Result<Bool, any Error>) -> Void
  ) {
    running.enter()
    queue.async {
      let result = Result { try self.checkpoint(mode, waitMilliseconds: waitMilliseconds) }
      self.running.leave()
      completion(result)
    }
  }

  /// Returns when none is under way.
  func wait() {
    running.wait()
  }

  /// The same, without a thread that waits.
  func finished() async {
    guard isRunning else { return }
    await withCheckedContinuation { continuation in
      running.notify(queue: queue) { continuation.resume() }
    }
  }

  /// Lets go of the file, until the next checkpoint.
  func release() {
    queue.sync {
      connection?.close()
      connection = nil
    }
  }

  private func checkpoint(_ mode: CheckpointMode, waitMilliseconds: Int) throws -> Bool {
    let connection = try connection ?? Database.openCheckpointer(path: path, options: options)
    self.connection = connection
    return try connection.checkpoint(mode, waitMilliseconds: waitMilliseconds)
  }
}
