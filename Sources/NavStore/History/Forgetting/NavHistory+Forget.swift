extension NavHistory {
  /// Removes visits from the history, from back/forward lists, closed scenes and all stacks, also
  /// in other windows and processes.
  ///
  /// Returns before the bytes are removed from the file.
  ///
  /// A screen above a forgotten screen is kept, and is then above the next lower screen. A
  /// forgotten screen that is shown, in a stack, a sheet or a selection, is kept until the user
  /// leaves it, and is not saved or restored. Pending changes are saved before the removal, so that
  /// a later save can't restore a forgotten visit.
  ///
  /// Visits are removed in batches, each in a transaction of its own. For items, a batch has at
  /// most 100 routes. For a range of dates, it has at most 100 visits, the newest first. Saves,
  /// restores and queries run between two batches, and may find visits that a later batch removes.
  /// If the process ends before the last batch, the next launch finishes the work.
  ///
  /// - Returns: The number of visits that were removed, including visits of covered screens that
  ///   were never seen.
  /// - Throws: ``NavStore/Error`` with code `invalidArgument`, `codingFailed`, `unsupportedRoute`,
  ///   `fileUnusable`, `diskFull`, `busy`, `cancelled` or `closed`. Nothing is changed then.
  @discardableResult
  public func forget(_ scope: Scope) async throws(NavStore.Error) -> Int {
    try await store.writer.remove(request(for: scope, erases: false))
  }

  /// Removes visits like ``forget(_:)``, and returns when their bytes are erased from the file and
  /// its WAL.
  ///
  /// Deletes all quarantined files too, because damaged files can't be searched for the bytes.
  ///
  /// Doesn't change copies in backups and snapshots. Rewrites the file, which takes about 11 ms and
  /// 1 MB of memory for each remaining megabyte. A `save` waits until the file is rewritten.
  /// Routers save in the background, so they don't wait, and neither does a `restore`.
  ///
  /// - Returns: The number of visits that were removed.
  /// - Throws: The errors of ``forget(_:)``, and ``NavStore/Error`` with code `eraseUnfinished`.
  ///   With this code, the visits are removed, but their bytes are still in the file. The cause is
  ///   that another process used the file for longer than ``NavStore/Configuration/busyTimeout``,
  ///   the disk was full, or the task was cancelled. The bytes are erased by the next call, or when
  ///   the store is idle, in this or a later launch.
  @discardableResult
  public func erase(_ scope: Scope) async throws(NavStore.Error) -> Int {
    let call = store.writer.beginCall()
    defer { call.leave() }
    let visits = try await store.writer.remove(request(for: scope, erases: true))
    try await store.finishErasing()
    return visits
  }
}
