extension NavHistory {
  /// Removes visits from the history, from back/forward lists, closed scenes and all stacks, also those
  /// of other windows and processes. Returns before the bytes are gone from the file.
  ///
  /// A screen on a forgotten screen is then on the one below that. A screen that is shown, in a stack,
  /// a sheet or a selection, stays until the user leaves it, and is not saved or restored. Pending
  /// changes are saved first, so they can't bring a forgotten visit back.
  ///
  /// The first 100 items, or visits of a range of dates, are removed in one transaction, the newest visits first, and
  /// the others in batches of 100. Saves, restores and queries run between two batches, and may find what a later
  /// batch removes. If the process ends before, the next launch finishes the work.
  ///
  /// - Returns: The number of visits that were removed, with those of screens that were covered and never
  ///   seen.
  /// - Throws: ``NavStore/Error`` with code `invalidArgument`, `codingFailed`,
  ///   `unsupportedRoute`, `fileUnusable`, `diskFull`, `busy`, `cancelled` or `closed`. Nothing has
  ///   changed then.
  @discardableResult
  public func forget(_ scope: Scope) async throws(NavStore.Error) -> Int {
    try await remove(scope, erases: false)
  }

  /// Removes visits as ``forget(_:)`` does, and returns when their bytes are gone from the file and its
  /// WAL. Deletes quarantined files too, because they can't be searched.
  ///
  /// Copies in backups and snapshots are not reached. Rewrites the file, which takes about 12 ms and 1 MB
  /// of memory for each megabyte that is left. A `save` waits meanwhile. Routers save in the background,
  /// so they don't wait, and neither does a `restore`.
  ///
  /// - Returns: The number of visits that were removed.
  /// - Throws: ``NavStore/Error`` as ``forget(_:)`` does. With code `eraseUnfinished` the visits
  ///   are removed and the bytes are still in the file, because another process was busy for longer than
  ///   ``NavStore/Configuration/busyTimeout``, the disk was full, or the task was cancelled. They
  ///   are erased when the store is idle, also after the next launch, or by the next call.
  @discardableResult
  public func erase(_ scope: Scope) async throws(NavStore.Error) -> Int {
    try await remove(scope, erases: true)
  }

  private func remove(_ scope: Scope, erases: Bool) async throws(NavStore.Error) -> Int {
    let call = store.writer.beginCall()
    defer { call.leave() }
    let request = try request(for: scope, account: Key.account(account), erases: erases)
    let visits = if let request { try await store.writer.remove(request) } else { 0 }
    if erases { try await store.finishErasing() }
    return visits
  }
}
