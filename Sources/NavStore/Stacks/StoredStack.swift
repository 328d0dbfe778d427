/// A stack in the file, as this process knows it.
struct StoredStack {
  /// The stack's row as this process last read or wrote it; `nil` if the file had none.
  var row: (id: Int64, account: Int64, revision: Int64)?

  /// The time of the last save in milliseconds since 1970; `nil` if the stack was never saved.
  var savedAt: Int64?

  /// Whether the stack's scene is closed. The next write of the stack then opens the scene again.
  var isSceneClosed = false

  /// The stored form of the live stack's root route; `nil` before it was encoded in this process.
  var root: StoredRoot?

  /// Whether the root route in the row may differ from `root`. The next write of the stack then also
  /// writes the root route.
  var isRootStale = false
}
