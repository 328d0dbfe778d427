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
  private let onRemoval: (@Sendable (_ source: Int64) -> Void)?
  private let removed = Locked(false)

  init<R>(
    of source: NavLegacyState<R>, codec: RouteCodec,
    box: (@Sendable (R) -> ErasedRoute)? = nil,
    onRemoval: (@Sendable (_ source: Int64) -> Void)? = nil
  ) {
    read = { source.read(codec, box) }
    remove = source.remove
    self.onRemoval = onRemoval
  }

  var isRemoved: Bool { removed.withLock { $0 } }

  /// Removes the value if that loses no route.
  func discard() {
    guard remove != nil, case .routes(let routes, let hash) = read(),
      routes.allSatisfy({ (try? $0.route.get()) != nil })
    else { return }
    if erase() { onRemoval?(hash) }
  }

  /// Removes the value, even if that loses routes.
  ///
  /// - Returns: `true` if the legacy value no longer exists; otherwise, `false`.
  func erase() -> Bool {
    // If the removal fails, for example on a locked device, the next launch tries again.
    try? remove?()
    guard case .nothingThere = read() else { return false }
    removed.withLock { $0 = true }
    return true
  }
}

extension Writer {
  /// Records that the legacy value of `claim`, which a stack of `account` had imported, was
  /// removed. Can be called from any thread.
  func noteOldValueRemoved(_ claim: AdoptionClaim, account: String) {
    queue.async { [weak self] in
      guard let self, let connection = openConnection else { return }
      // If this write fails, a later erasure counts the legacy value as not removed, unless its
      // process knows a source for the value.
      try? connection.transaction {
        guard let id = try AccountTable(db: connection).find(account) else { return }
        try AdoptionTable(db: connection).noteRemoved(claim, ofAccount: id)
      }
    }
  }
}
