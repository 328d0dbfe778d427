/// The record of failed checkpoints, which shows whether another process prevents them.
///
/// No checkpoint can finish while a reader uses an older snapshot, and the WAL grows. The store's
/// own readers end their snapshots after each read. So a checkpoint that failed during such a read
/// isn't recorded as prevented by another process.
package struct CheckpointBlocker {
  /// After a failed checkpoint, the number of frames in the WAL below which no other checkpoint is
  /// tried.
  private(set) var fewestFrames = 0

  /// The time of the first checkpoint after the last successful one that another process prevented,
  /// in milliseconds; `nil` if there is none.
  package private(set) var since: Int64?

  /// The delay between a failed checkpoint of an idle store and the next attempt.
  private(set) var retryMilliseconds = 0

  /// Records the result of a checkpoint of `frames` frames. `byOthers` is whether another process
  /// prevented it.
  mutating func note(isDone: Bool, frames: Int, byOthers: Bool, at time: Int64) {
    guard !isDone else {
      self = CheckpointBlocker()
      return
    }
    fewestFrames = frames + Writer.checkpointFrames / 4
    retryMilliseconds = min(max(1_000, retryMilliseconds * 2), 60_000)
    if byOthers { since = since ?? time }
  }
}
