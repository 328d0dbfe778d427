extension NavStore.History {
  /// Changes routes wherever they are: in live and stored stacks, in back/forward lists, in
  /// history, and as root routes, sheets, selections and other scene values that are a route. For a
  /// renamed file, or a temporary id that became a real one.
  ///
  /// Visits keep their places and times. If the new route belongs to another item, its visits
  /// move there. Each route is changed once: 1 may become 2 while 2 becomes 3. Costs one pass over the
  /// routes, and about 0.3 ms for each that changes, a few in a transaction: saves and restores go on
  /// beside it. Queries meanwhile may see some routes as they were and others as they are then.
  ///
  /// - Parameters:
  ///   - everyAccount: Whether to change the routes of all accounts, not only those of ``account``.
  ///   - transform: The route that is to stand for a route; returning the same route leaves it as
  ///     it is. Called more than once for a route, off the main actor.
  /// - Returns: How many different routes changed.
  /// - Throws: ``NavStore/Error`` with code `invalidArgument`, `codingFailed` or
  ///   `unsupportedRoute`: nothing is changed then. With `fileUnusable`, `diskFull`, `busy`,
  ///   `closed` or `cancelled` some routes may be changed and the others not.
  @discardableResult
  public func rewrite(
    inEveryAccount everyAccount: Bool = false, _ transform: @escaping @Sendable (R) -> R
  ) async throws(NavStore.Error) -> Int {
    let codec = try codec.erased
    let account = try Key.account(account)
    return try await store.writer.rewrite(codec, account: everyAccount ? nil : account) {
      RouteBox(transform($0.unboxed(as: R.self)))
    }
  }

  /// Changes one route wherever it is: see ``rewrite(inEveryAccount:_:)``.
  ///
  /// - Throws: as ``rewrite(inEveryAccount:_:)``.
  @discardableResult
  public func rewrite(
    _ old: R, to new: R, inEveryAccount everyAccount: Bool = false
  ) async throws(NavStore.Error) -> Int {
    try await rewrite(inEveryAccount: everyAccount) { $0 == old ? new : $0 }
  }

  /// Takes routes out wherever they are: of live and stored stacks, of back/forward lists and of
  /// history, and as root routes, sheets, selections and other scene values that are a route. For
  /// what is gone.
  ///
  /// What stood on a route that is taken then stands on the one beneath it; a sheet goes with its
  /// stack. A screen that is shown goes too; ``forget(_:)`` leaves it. Of neighbours in a list that
  /// then have equal routes, one stays. Costs one pass over the routes, and about 50 µs for each
  /// visit that goes, beside which saves and restores go on: see ``NavStore/forget(_:)``. `isGone`
  /// runs off the main actor.
  ///
  /// - Parameters:
  ///   - everyAccount: Whether to take the routes of all accounts, not only those of ``account``.
  ///   - landing: Where a stack stands when the screen on its top goes. A list over all stacks of a
  ///     window stays in the same stack.
  ///   - isGone: Whether a route is to go.
  /// - Throws: ``NavStore/Error`` with code `invalidArgument`, `unsupportedRoute`, `fileUnusable`,
  ///   `diskFull`, `busy` or `closed`; nothing is changed then.
  @discardableResult
  public func remove(
    inEveryAccount everyAccount: Bool = false, landing: NavStore.Landing = .parent,
    where isGone: @escaping @Sendable (R) -> Bool
  ) async throws(NavStore.Error) -> NavStore.Removal {
    let codec = try codec.erased
    let account = try Key.account(account)
    return try await store.writer.remove(
      RemovalRequest(codec, account: everyAccount ? nil : account, landing: landing) {
        isGone($0.unboxed(as: R.self))
      })
  }
}
