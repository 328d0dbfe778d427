/// Whether another process prevents checkpoints.
///
/// A reader's snapshot pins the WAL, and a pinned WAL only grows. The store's own readers end their
/// snapshots after each query, so a checkpoint that failed during such a query is not counted.
package struct CheckpointBlocker {
  /// After a failed checkpoint, the number of frames in the WAL below which no other is tried.
  private(set) var fewestFrames = 0

  /// The time of the first checkpoint that another process prevented, in milliseconds; `nil` if the
  /// last checkpoint succeeded.
  package private(set) var since: Int64?

  /// The delay before an idle store tries again.
  private(set) var retryMilliseconds = 0

  /// Records the result of a checkpoint of `frames` frames.
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
