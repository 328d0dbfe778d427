extension NavStore {
  /// Errors of failed saves, as they occur: a full disk, a locked device, a file that another
  /// process keeps locked, a route that can't be stored.
  ///
  /// ```swift
  /// for await error in store.saveFailures { banner.show(error) }
  /// ```
  ///
  /// The changes of a failed save are kept in memory. The save is tried again with the next change
  /// or ``flush()``, and after one, two, four seconds, and so on, up to a minute. Each failed
  /// attempt is reported once, even if it also throws to a caller.
  ///
  /// A route on a stack that can't be stored (code `codingFailed`, `invalidArgument` or
  /// `unsupportedRoute`) is reported once, and not tried again. If it is on the stack when the app
  /// ends, the next launch restores the screen below it. A screen without an item that sets a value
  /// for an item is also reported once (code `invalidArgument`). The code `fileReplaced` isn't a
  /// failed save. It means that the file was deleted or replaced, and that the data in the earlier
  /// file is lost.
  ///
  /// The first error of an ``NavHistory/updates(_:)`` query is reported here, too. Its next errors
  /// are reported only after the query has succeeded again.
  ///
  /// While the body of a loop over the errors runs, the last 100 errors are kept for that loop.
  public var saveFailures: NavUpdates<NavStore.Error> {
    let failures = writer.failures
    return NavUpdates(keeping: 100) { failures.add($0) }
  }
}
