extension NavStore {
  /// Saves that failed, as they fail: a full disk, a locked device, another process that would not
  /// let go of the file, a route that cannot be stored.
  ///
  /// ```swift
  /// for await error in store.saveFailures { banner.show(error) }
  /// ```
  ///
  /// Memory keeps the truth, and the save is made again with the next change or ``flush()``, and
  /// after a second, two, four, up to a minute. Each attempt that fails is reported once, also if
  /// a caller is thrown the same error.
  ///
  /// A route of a live stack that can't be stored (code `codingFailed`, `invalidArgument` or
  /// `unsupportedRoute`) is reported once, and not tried again. If it is still on the stack, a relaunch
  /// restores the screen below it. A screen that has item state and no item is reported once too (code
  /// `invalidArgument`). With code `fileReplaced` no save has failed; what was saved before is gone with
  /// its file.
  ///
  /// An error of ``NavHistory/updates(_:)`` is reported here too, once until the query succeeds again.
  ///
  /// While an iteration is busy, the last 100 wait.
  public var saveFailures: NavUpdates<NavStore.Error> {
    let failures = writer.failures
    return NavUpdates(keeping: 100) { failures.add($0) }
  }
}
