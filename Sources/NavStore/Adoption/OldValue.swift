import NavStoreSQLite

/// The legacy value that a stack or scene value was imported from. The legacy value is removed when
/// a restore of the store's copy is confirmed (``RestoreAttempts``), or when the account that
/// imported it is erased.
///
/// Never call a function of this class on the store's write queue, because it may run the app's
/// code.
final class OldValue: Sendable {
  private let read: @Sendable () -> OldStack
  private let remove: (@Sendable () throws -> Void)?
  private let removed = Locked(false)

  init<R>(
    of source: NavLegacyState<R>, codec: RouteCodec, box: (@Sendable (R) -> ErasedRoute)? = nil
  ) {
    read = { source.read(codec, box) }
    remove = source.remove
  }

  var isRemoved: Bool { removed.withLock { $0 } }

  /// Removes the value if that loses no route.
  ///
  /// - Returns: The hash of the value's content; `nil` if the value was not removed.
  func discard() -> Int64? {
    guard remove != nil, case let old = read(), let hash = old.hash,
      old.routes.allSatisfy({ (try? $0.route.get()) != nil }), erase()
    else { return nil }
    return hash
  }

  /// Removes the value, even if that loses routes.
  ///
  /// - Returns: `true` if the legacy value no longer exists; otherwise, `false`.
  func erase() -> Bool {
    // If the removal fails, for example on a locked device, the next launch tries again.
    try? remove?()
    let old = read()
    guard old.routes.isEmpty, old.hash == nil else { return false }
    removed.withLock { $0 = true }
    return true
  }
}

extension Writer {
  /// Removes the legacy values whose copies in the store are confirmed, and records that in the
  /// file. Never call this on the store's write queue, because it may run the app's code.
  func discardConfirmed() {
    let removed = imports.discardConfirmed()
    guard !removed.isEmpty else { return }
    queue.async { [weak self] in
      guard let self, let connection = openConnection else { return }
      // If this write fails, a later erasure counts the legacy values as not removed, unless its
      // process knows sources for them.
      try? connection.transaction {
        for (claim, account) in removed {
          try AdoptionTable(db: connection).noteRemoved(claim, ofAccount: account)
        }
      }
    }
  }
}
