extension NavStore {
  /// Erases an account with everything it has: its stacks, lists, values, items and visits, in every
  /// scene. The scenes stay. One short transaction decides it: from then on nobody finds any of it.
  ///
  /// As ``erase(_:)`` with ``Scope/account(_:)``, for an account that is signed out:
  /// sessions, routers, tabs and whatever else was made for it by now is empty when this returns,
  /// works in memory from then on, and cannot bring it back. Routers say so in their `problem`. What
  /// is made after the call, for somebody who signs in again, saves.
  ///
  /// The empty key is nobody: whatever was saved while no one was signed in. Nobody cannot be signed
  /// out, so what is live starts anew and saves.
  ///
  /// Costs about 40 µs for each visit, beside which saves and restores go on, and then about 12 ms for
  /// each megabyte that is left.
  ///
  /// - Returns: What went.
  /// - Throws: As ``erase(_:)``.
  @discardableResult
  public func eraseAccount(_ account: String) async throws(NavStore.Error) -> Removal {
    try await erase(.leaving(account))
  }
}
