/// The record of failed checkpoints.
///
/// No checkpoint can finish while a reader uses an older snapshot, and the WAL grows. The store's
/// own readers end their snapshots after each read, so only another process prevents checkpoints
/// for long.
package struct FailedCheckpoints {
  /// After a failed checkpoint, the number of frames in the WAL below which no other checkpoint is
  /// tried.
  private(set) var fewestFrames = 0

  /// The time of the first failed checkpoint after the last successful one, in milliseconds; `nil`
  /// if there is none.
  package private(set) var since: Int64?

  /// The delay between a failed checkpoint of an idle store and the next attempt.
  private(set) var retryMilliseconds = 0

  /// Records a checkpoint of `frames` frames that failed.
  mutating func add(frames: Int, at time: Int64) {
    fewestFrames = frames + Writer.checkpointFrames / 4
    retryMilliseconds = min(max(1_000, retryMilliseconds * 2), 60_000)
    since = since ?? time
  }
}
