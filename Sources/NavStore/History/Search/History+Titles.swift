import NavStoreSQLite

extension NavStore.History {
  /// Names the item of `route`, for recents, search and the timeline.
  ///
  /// For a title that comes when data has loaded; for the screen on top there is
  /// ``NavStore/Session/setTitle(_:)``, which waits for no disk. It stays through relaunches and
  /// rewrites, until it is set again or the item is forgotten. Committed when it returns; a title that
  /// the item has already is not written.
  ///
  /// - Parameters:
  ///   - title: The title; nil removes it. One over ``NavStore/Limits/titleBytes`` is cut at the last
  ///     whole character that fits.
  ///   - route: Any route of the item.
  /// - Returns: False, and nothing changed, if there is no such item: the route was never stored, is
  ///   no history, or its mapping gives nil for it.
  /// - Throws: ``NavStore/Error`` with code `invalidArgument`, `codingFailed`, `unsupportedRoute`,
  ///   `fileUnusable`, `diskFull`, `busy` or `closed`; nothing is changed then.
  @discardableResult
  public func setTitle(
    _ title: String?, for route: R
  ) async throws(NavStore.Error) -> Bool {
    let codec = try codec
    let account = try Key.account(account)
    let title = StoredTitle(title, limit: store.configuration.limits.titleBytes)
    let key: String
    do throws(NavStore.Error) {
      let stored = try codec.encode(route)
      guard stored.isInHistory else { return false }
      key = stored.historyKey
    } catch {
      guard error.reason == .notStored else { throw error }
      return false
    }
    return try await store.writer.perform(
      SetTitle(title: title, key: key, account: account), isLong: false)
  }
}

/// Names an item; gives whether there is one.
private struct SetTitle: Change {
  let title: StoredTitle
  let key: String
  let account: String

  func apply(in db: Connection, for writer: Writer) throws -> (outcome: Bool, effect: Effect) {
    let isFound = try TitleTable(db: db).set(title, ofKey: key, account: account)
    let effect = Effect()
    effect.history = isFound ? .ofAccount(account) : .unchanged
    return (isFound, effect)
  }
}
