extension NavStore {
  /// How a stack is restored. The defaults suit an app.
  ///
  /// The policy of the first caller in a process applies; later callers share its session.
  public struct RestorePolicy<R>: Sendable {
    /// What to do if a route of the stack cannot be restored.
    public var salvage: Salvage = .cutAtFirstLoss

    /// How long a scene may have lain before it starts at its root screen instead; nil, the
    /// default, for ever.
    ///
    /// Counted from the scene's last save, by ``Configuration/clock``. A clock that has jumped
    /// back, or that had not been set when the scene was saved, expires nothing. The old stack is
    /// one Forward away.
    public var expiresAfter: Duration?

    /// Whether to start at the root screen with a list of its own, whatever was saved; the first
    /// change takes the place of that. For sheets that are not to come back.
    package var startsEmpty = false

    /// Whether the stack is nothing without its root route, and goes when that is removed: that of
    /// a sheet.
    package var goesWithRoot = false

    /// The defaults.
    public init() {}

    /// What to do if a route of the stack cannot be restored. The bytes stay in the file
    /// whatever is chosen, and a later build that can read them gets them back.
    public enum Salvage: Sendable {
      /// Restore the routes beneath the first one that is lost.
      case cutAtFirstLoss

      /// Put another route in the place of each one that is lost.
      case replaceLosses(with: @Sendable (Loss) -> R)

      /// Start at the root screen.
      case discard

      /// Throw ``NavStore/Error`` with code `codingFailed`.
      case fail
    }
  }
}
