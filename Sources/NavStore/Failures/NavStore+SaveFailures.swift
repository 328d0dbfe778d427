extension NavStore {
  /// Errors of failed saves, as they occur: a full disk, a locked device, a file that another
  /// process keeps locked, a route that can't be stored.
  ///
  /// ```swift
  /// for await error in store.saveFailures { banner.show(error) }
  /// ```
  ///
  /// The changes are kept in memory. The save is tried again with the next change or ``flush()``,
  /// and after one, two, four seconds, up to a minute. Each failed attempt is reported once, even
  /// if it also throws to a caller.
  ///
  /// A route of a live stack that can't be stored (code `codingFailed`, `invalidArgument` or
  /// `unsupportedRoute`) is reported once, and not tried again. If it is still on the stack, a
  /// relaunch restores the screen below it. A screen with item state but without an item is
  /// reported once, too (code `invalidArgument`). The code `fileReplaced` isn't a failed save: the
  /// file was deleted or replaced, and data saved in it before is lost.
  ///
  /// An error of ``NavHistory/updates(_:)`` is reported here, too, once until the query succeeds
  /// again.
  ///
  /// While an iteration is busy, the last 100 errors are kept for it.
  public var saveFailures: NavUpdates<NavStore.Error> {
    let failures = writer.failures
    return NavUpdates(keeping: 100) { failures.add($0) }
  }
}
