extension NavHistory {
  /// Removes the screens of deleted data from all stacks of the account, on screen and saved, from
  /// back/forward lists, sheets, selections and other values that are a route, and from the
  /// history.
  ///
  /// A screen above a removed screen is kept, and is then above the next lower screen. If the root
  /// route of a sheet is removed, the sheet is removed with its stack. If two neighbors in a
  /// back/forward list become equal stacks, the list shows one of them.
  ///
  /// Costs one pass over the routes of the account, and background work for each visit. The first
  /// 100 routes are removed in one transaction, and the others in batches of 100, between which
  /// saves and restores run. If the process ends before the last batch, the next launch finishes
  /// the work.
  ///
  /// ```swift
  /// try await history.removeRoutes { $0 == .product(id: deleted) }
  /// ```
  ///
  /// - Parameters:
  ///   - isDeleted: Returns whether the data of a route was deleted. Called off the main actor.
  ///   - destination: The screen that a stack shows if its top screen is removed. The default is
  ///     ``NavRemovalDestination/parent``.
  /// - Returns: The number of visits that were removed, including visits of covered screens that
  ///   were never seen.
  /// - Throws: ``NavStore/Error`` with code `invalidArgument`, `unsupportedRoute`, `fileUnusable`,
  ///   `diskFull`, `busy`, `cancelled` or `closed`. Nothing is changed then.
  @discardableResult
  public func removeRoutes(
    where isDeleted: @escaping @Sendable (Element) -> Bool,
    then destination: NavRemovalDestination = .parent
  ) async throws(NavStore.Error) -> Int {
    let codec = try codec
    let account = try Key.account(account)
    return try await store.writer.remove(
      RemovalRequest(codec, account: account, landing: destination) {
        isDeleted($0.unboxed(as: Element.self))
      }
    )
  }

  /// Replaces routes on all stacks of the account, on screen and saved, in back/forward lists,
  /// sheets, selections and other values that are a route, and in the history.
  ///
  /// Use it for a renamed file, or a temporary identifier that became a real one. Visits keep their
  /// places and times. If the new route belongs to another item, its visits move to that item. Each
  /// route is replaced once: 1 can become 2 while 2 becomes 3.
  ///
  /// Costs one pass over the routes of the account, and about 0.3 ms for each replaced route, with
  /// a few routes in a transaction. Saves, restores and queries run between two transactions. A
  /// query that runs before the last transaction may find only some routes replaced.
  ///
  /// - Parameter replacement: The new route, or `nil` to keep a route. Called more than once for a
  ///   route, off the main actor.
  /// - Returns: The number of different routes that were replaced.
  /// - Throws: ``NavStore/Error``. With code `invalidArgument`, `codingFailed` or
  ///   `unsupportedRoute`, nothing is changed. With code `fileUnusable`, `diskFull`, `busy`,
  ///   `cancelled` or `closed`, some routes may have been replaced.
  @discardableResult
  public func replaceRoutes(
    _ replacement: @escaping @Sendable (Element) -> Element?
  ) async throws(NavStore.Error) -> Int {
    let fate = RouteFate(codec: try codec, account: try Key.account(account)) { old in
      replacement(old.unboxed(as: Element.self)).map { RouteBox($0) } ?? old
    }
    return try await store.writer.rewrite(fate)
  }
}

/// The screen that a stack shows when its top screen is removed.
public enum NavRemovalDestination: Hashable, Sendable {
  /// The screen below the removed screen.
  case parent

  /// The nearest entry of the back/forward list before the current entry whose top screen is kept.
  /// If there is none, the nearest such entry after the current entry, or else the screen below the
  /// removed screen.
  ///
  /// Use it for flat navigation, in which screens replace each other. A stack that this process has
  /// not restored shows the screen below the removed screen.
  case previousEntry
}
