extension NavHistory {
  /// Removes visits from the history, from back/forward lists, closed scenes and all stacks, also
  /// in other windows and processes. Returns before the bytes are removed from the file.
  ///
  /// A screen above a forgotten screen is then above the next lower screen. A forgotten screen that
  /// is shown, in a stack, a sheet or a selection, is kept until the user leaves it, and is not
  /// saved or restored. Pending changes are saved first, so that they can't restore a forgotten
  /// visit.
  ///
  /// The first 100 items, or visits of a range of dates, are removed in one transaction, the newest
  /// visits first, and the others in batches of 100. Saves, restores and queries run between two
  /// batches, and may still find visits that a later batch removes. If the process ends before the
  /// last batch, the next launch finishes the work.
  ///
  /// - Returns: The number of visits that were removed, including visits of covered screens that
  ///   were never seen.
  /// - Throws: ``NavStore/Error`` with code `invalidArgument`, `codingFailed`, `unsupportedRoute`,
  ///   `fileUnusable`, `diskFull`, `busy`, `cancelled` or `closed`. Nothing is changed then.
  @discardableResult
  public func forget(_ scope: Scope) async throws(NavStore.Error) -> Int {
    try await remove(scope, erases: false)
  }

  /// Removes visits like ``forget(_:)``, and returns when their bytes are erased from the file and
  /// its WAL. Deletes quarantined files too, because they can't be searched.
  ///
  /// Copies in backups and snapshots are not reached. Rewrites the file, which takes about 10 ms
  /// and 1 MB of memory for each remaining megabyte. A `save` waits in the meantime. Routers save
  /// in the background, so they don't wait, and neither does a `restore`.
  ///
  /// - Returns: The number of visits that were removed.
  /// - Throws: The errors of ``forget(_:)``, and ``NavStore/Error`` with code `eraseUnfinished`.
  ///   The visits are then removed, but their bytes are still in the file. The cause is that
  ///   another process was busy for longer than ``NavStore/Configuration/busyTimeout``, the disk
  ///   was full, or the task was cancelled. The bytes are erased by the next call, or when the
  ///   store is idle, in this or a later launch.
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
