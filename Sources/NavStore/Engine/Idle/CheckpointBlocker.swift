/// Whether somebody else keeps the log from being moved into the database.
///
/// A reader's snapshot pins what it can see, and a log that is pinned only grows. Our own readers
/// let go after each answer; what a query of ours may have been in the way of says nothing.
struct CheckpointBlocker {
  /// From how many frames of the log on the next attempt is made: one that failed cost a wait, which
  /// the next commit need not pay again.
  private(set) var nextAttempt = Writer.checkpointFrames

  /// When somebody else was first in the way, in milliseconds; nil if the last attempt succeeded.
  private(set) var since: Int64?

  /// How long an idle moment waits before it tries again.
  private(set) var retryMilliseconds = 0

  /// Notes what came of an attempt to move `frames` of them.
  mutating func note(isDone: Bool, frames: Int, byOthers: Bool, at time: Int64) {
    guard !isDone else {
      self = CheckpointBlocker()
      return
    }
    nextAttempt = max(Writer.checkpointFrames, frames + Writer.checkpointFrames / 4)
    retryMilliseconds = min(max(1_000, retryMilliseconds * 2), 60_000)
    if byOthers { since = since ?? time }
  }
}

/// Which queries of this store hold a snapshot, for telling them from other programs'.
struct OwnReads: Equatable {
  private var active = 0
  private var begun = 0

  var isReading: Bool { active > 0 }

  mutating func begin() {
    active += 1
    begun += 1
  }

  mutating func end() { active -= 1 }
}
