extension NavStore.History {
  /// Forgets a part of the history, in one transaction: its visits, items, titles and visit state
  /// are gone from history, from back/forward lists, from closed scenes and from stacks, stored and
  /// live, also those of other windows.
  ///
  /// What stood on a forgotten visit then stands on the one beneath it. The routes of a live stack,
  /// which are on screen or beneath what is, stay there until the user leaves them, in memory only:
  /// nothing more is written of them, and what is pushed on them is stored on what is left beneath.
  /// A restore does not show them. So it is with a root route, with what a sheet shows and with what
  /// is selected, where that is a route. Everything that waited to be saved is saved first, so none of it can
  /// come back.
  ///
  /// An item with 500 visits takes a few milliseconds in a history of any length. A range of dates
  /// takes about 50 µs a visit, ``Scope/account(_:)`` a pass over all visits. The bytes are
  /// overwritten, but some may stay in the gaps of the file: ``erase(_:)`` sees to that too.
  ///
  /// - Returns: What went.
  /// - Throws: ``NavStore/Error`` with code `invalidKey`, `unstableRouteTag`, `duplicateRouteTag`,
  ///   `encodingFailed`, `payloadTooLarge`, `busy`, `diskFull`, `inputOutput`, `damaged` or
  ///   `closed`; nothing is changed then.
  @discardableResult
  public func forget(_ scope: Scope) async throws(NavStore.Error) -> NavStore.Removal {
    try Key.check(scope.account, "account", mayBeEmpty: true)
    let selection = try scope.selection(store)
    return try await store.writer.forget(selection, account: scope.account, erases: false)
  }
}
