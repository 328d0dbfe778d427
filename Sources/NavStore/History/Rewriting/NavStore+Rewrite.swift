extension NavStore {
  /// Changes routes wherever they are: in live and stored stacks, in back/forward lists, in
  /// history, and as root routes, sheets, selections and other scene values that are a route. For a
  /// renamed file, or a temporary id that became a real one.
  ///
  /// Visits keep their places and times. Where the new route belongs to another item, its visits
  /// move there. Each route is changed once: 1 may become 2 while 2 becomes 3. Costs one pass over the
  /// routes, and about 0.3 ms for each that changes, a few in a transaction: saves and restores go on
  /// beside it. Queries meanwhile may see some routes as they were and others as they are then.
  ///
  /// - Parameters:
  ///   - type: The type of the routes.
  ///   - account: Whose; nil for everybody's.
  ///   - transform: The route that is to stand for a route; the same one leaves it as it is. Called
  ///     more than once for a route, off the main actor.
  /// - Returns: How many different routes changed.
  /// - Throws: ``NavStore/Error`` with code `invalidKey`, `unstableRouteTag`, `encodingFailed` or
  ///   `payloadTooLarge`: nothing is changed then. With `busy`, `diskFull`, `inputOutput`, `cancelled`
  ///   or `closed` some routes may be changed and the others not.
  @discardableResult
  public func rewrite<R: Route>(
    _ type: R.Type, account: String? = nil, _ transform: @escaping @Sendable (R) -> R
  ) async throws(NavStore.Error) -> Int {
    let codec = try codec(of: R.self)
    if let account { try Key.check(account, "account", mayBeEmpty: true) }
    return try await writer.rewrite(codec.erased, account: account) {
      RouteBox(transform($0.unboxed(as: R.self)))
    }
  }

  /// Changes one route wherever it is: see ``rewrite(_:account:_:)``.
  ///
  /// - Throws: as ``rewrite(_:account:_:)``.
  @discardableResult
  public func rewrite<R: Route>(
    _ old: R, to new: R, account: String? = nil
  ) async throws(NavStore.Error) -> Int {
    try await rewrite(R.self, account: account) { $0 == old ? new : $0 }
  }

  /// Takes routes out wherever they are: of live and stored stacks, of back/forward lists and of
  /// history, and as root routes, sheets, selections and other scene values that are a route. For
  /// what is gone.
  ///
  /// What stood on a route that is taken then stands on the one beneath it; a sheet goes with its
  /// stack. Also a screen that is shown goes; ``History/forget(_:)`` leaves it. Of neighbours in a
  /// list that are stacks of the same routes then one stays. Costs one pass over the routes, and about
  /// 50 µs for each visit that goes, beside which saves and restores go on: see
  /// ``History/forget(_:)``. `isGone` runs off the main actor.
  ///
  /// - Parameters:
  ///   - type: The type of the routes.
  ///   - account: Whose; nil for everybody's.
  ///   - landing: Where a stack stands when the screen on its top goes. A list over all stacks of a
  ///     window stays in the same stack.
  ///   - isGone: Whether a route is to go.
  /// - Throws: ``NavStore/Error`` with code `invalidKey`, `unstableRouteTag`, `busy`, `diskFull`,
  ///   `inputOutput` or `closed`; nothing is changed then.
  @discardableResult
  public func remove<R: Route>(
    _ type: R.Type, account: String? = nil, landing: Landing = .parent,
    where isGone: @escaping @Sendable (R) -> Bool
  ) async throws(NavStore.Error) -> Removal {
    let codec = try codec(of: R.self)
    if let account { try Key.check(account, "account", mayBeEmpty: true) }
    return try await writer.remove(
      RemovalRequest(codec.erased, account: account, landing: landing) {
        isGone($0.unboxed(as: R.self))
      })
  }
}
