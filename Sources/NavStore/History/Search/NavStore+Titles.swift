import NavStoreSQLite

extension NavStore {
  /// Names what history calls one thing: the item of `route`, for recents, search and the timeline.
  ///
  /// For a title that comes when data has loaded; for the screen on top there is
  /// ``Session/setTitle(_:)``, which waits for no disk. It stays through relaunches and rewrites,
  /// until it is set again or the item is forgotten. Committed when it returns; a title that the
  /// item has already is not written.
  ///
  /// - Parameters:
  ///   - title: The title; nil removes it. One over ``Limits/titleBytes`` is cut at the last whole
  ///     character that fits.
  ///   - route: Any route of the item.
  ///   - account: Whose history; empty for nobody's.
  /// - Returns: False, and nothing changed, where there is no such item: the route was never
  ///   stored, or is no history.
  /// - Throws: ``NavStore/Error`` with code `invalidKey`, `unstableRouteTag`, `encodingFailed`,
  ///   `payloadTooLarge`, `busy`, `diskFull`, `inputOutput` or `closed`; nothing
  ///   is changed then.
  @discardableResult
  public func setTitle<R: Route>(
    _ title: String?, for route: R, account: String = ""
  ) async throws(NavStore.Error) -> Bool {
    try await setTitle(title, for: route, codec(of: R.self), account: account)
  }

  /// Names the item of a route of a registry. See ``setTitle(_:for:account:)``.
  ///
  /// - Throws: as ``setTitle(_:for:account:)``, ``RouteRegistry/check()``, and ``NavStore/Error``
  ///   with code `unregisteredRoute` where the registry lacks its type.
  @discardableResult
  public func setTitle(
    _ title: String?, for route: Element, as registry: RouteRegistry, account: String = ""
  ) async throws(NavStore.Error) -> Bool {
    let codec = try codec(of: registry)
    guard codec.identity.stored.contains(route.type) else { throw .unregistered(route) }
    return try await setTitle(title, for: route, codec, account: account)
  }

  /// Names the item of a route that is stored as another type; false also where the mapping gives
  /// nil for it. See ``setTitle(_:for:account:)``.
  ///
  /// - Throws: as ``setTitle(_:for:account:)``.
  @discardableResult
  public func setTitle<R: Hashable & Sendable, Stored: Route>(
    _ title: String?, for route: R, account: String = "", mapping: RouteMapping<R, Stored>
  ) async throws(NavStore.Error) -> Bool {
    try await setTitle(title, for: route, codec(of: mapping), account: account)
  }

  private func setTitle<R>(
    _ title: String?, for route: R, _ codec: RouteCodec<R>, account: String
  ) async throws(NavStore.Error) -> Bool {
    try Key.check(account, "account", mayBeEmpty: true)
    let title = StoredTitle(title, limit: configuration.limits.titleBytes)
    let key: String
    do throws(NavStore.Error) {
      let stored = try codec.encode(route)
      guard stored.isInHistory else { return false }
      key = stored.historyKey
    } catch {
      guard error.code == .notStored else { throw error }
      return false
    }
    return try await writer.perform(
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
    var effect = Effect()
    effect.history = isFound ? .ofAccount(account) : .unchanged
    return (isFound, effect)
  }
}
