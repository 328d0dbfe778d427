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
  /// A route of a live stack that cannot be stored (code `encodingFailed`, `payloadTooLarge`,
  /// `stackTooDeep` or `unregisteredRoute`) is reported once, and not tried again: a relaunch comes
  /// back to the screen beneath it, unless it has left the stack by then. So is a screen that has item
  /// state and no item (`noItem`). With code `moved` nothing failed, and what was saved before is gone
  /// with its file.
  ///
  /// While an iteration is busy, the last 100 wait.
  public var saveFailures: Updates<NavStore.Error> {
    let failures = writer.failures
    return Updates(keeping: 100) { failures.add($0) }
  }
}
