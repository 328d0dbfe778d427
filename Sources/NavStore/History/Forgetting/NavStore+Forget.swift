extension NavStore {
  /// Forgets what a scope names: it is gone from history, from back/forward lists, from closed
  /// scenes and from stacks, stored and live, also those of other windows.
  ///
  /// What stood on a forgotten visit then stands on the one beneath it. What is on screen, in a stack,
  /// a sheet or a selection, stays until the user leaves it, in memory only: nothing more is written
  /// of it, and a restore does not show it. Pending changes are saved first, so none can bring a
  /// forgotten visit back.
  ///
  /// One short transaction decides what goes; steps then sweep it, about 50 µs a visit, and saves
  /// and restores go on beside them. Queries wait until it is swept, except for an account, which
  /// no query finds once it is decided. A process that ends in between goes on at its next launch.
  /// Some bytes may stay in gaps of the file: ``erase(_:)`` also waits until they are gone.
  ///
  /// - Returns: What went.
  /// - Throws: ``Error`` with code `invalidArgument`, `codingFailed`, `unsupportedRoute`,
  ///   `fileUnusable`, `diskFull`, `busy` or `closed`; nothing is changed then.
  @discardableResult
  public func forget(_ scope: Scope) async throws(NavStore.Error) -> Removal {
    try await forget(scope, erases: false)
  }

  /// Forgets a scope; with `erases`, its bytes are to go too.
  func forget(
    _ scope: Scope, erases: Bool
  ) async throws(NavStore.Error) -> Removal {
    let account = try Key.account(scope.account)
    switch try scope.selection(self) {
    case .none: return Removal()
    case .items(let find, let holds):
      return try await writer.remove(
        RemovalRequest(items: find, holds: holds, account: account, erases: erases))
    case .dates(let range):
      return try await writer.remove(RemovalRequest(dates: range, account: account, erases: erases))
    }
  }
}

extension NavStore.History {
  /// Forgets one item: all visits and routes of one history key. See ``NavStore/forget(_:)``.
  ///
  /// - Parameter route: Any route of the item. A route that is never stored has none.
  /// - Returns: What went.
  /// - Throws: As ``NavStore/forget(_:)``, and with code `unsupportedRoute` for a route whose type
  ///   the routes of this history do not include.
  @discardableResult
  public func forget(_ route: R) async throws(NavStore.Error) -> NavStore.Removal {
    try await store.forget(.item(route, account: account))
  }
}
