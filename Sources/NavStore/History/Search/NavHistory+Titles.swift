import NavStoreSQLite

extension NavHistory {
  /// Sets the title that lists, menus and searches show for the item of a route.
  ///
  /// Use this method for a title that is known only when data has loaded. It returns when the title
  /// is saved, while a router sets a title without waiting for the disk.
  ///
  /// The title is kept until it is set again or the item is removed, even if the route is replaced.
  /// Does nothing for a route that is never stored or is not in the history.
  ///
  /// - Parameters:
  ///   - title: The title, or `nil` to remove it. A title over 4 KiB of UTF-8 is cut at the last
  ///     whole character that fits.
  ///   - route: Any route of the item.
  /// - Throws: ``NavStore/Error`` with code `invalidArgument`, `codingFailed`, `unsupportedRoute`,
  ///   `fileUnusable`, `diskFull`, `busy`, `cancelled` or `closed`. Nothing is changed then.
  public func setTitle(_ title: String?, for route: Element) async throws(NavStore.Error) {
    let codec = try codec
    let account = try Key.account(account)
    let title = StoredTitle(title, limit: store.configuration.limits.titleBytes)
    guard let stored = try codec.stored(RouteBox(route)), stored.isInHistory else { return }
    let key = stored.historyKey
    try await store.writer.perform(isLong: false) { db, effect in
      let isFound = try ItemTable(db: db).set(title, ofKey: key, account: account)
      if isFound { effect.changedHistories = [account] }
    }
  }
}
