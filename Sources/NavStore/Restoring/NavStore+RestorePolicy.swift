extension NavStore {
  /// The policy for restoring a stack. In each process, the first restore of a stack sets its
  /// policy. The policies of later calls have no effect.
  package struct RestorePolicy<R>: Sendable {
    /// The policy for a stored route that can't be decoded.
    package var onUndecodable: NavUndecodablePolicy<R>

    /// The age of the scene's last save above which the stack starts at its root screen; `nil` if
    /// the stack never expires.
    ///
    /// The time is measured by ``Configuration/clock``. The stack doesn't expire if the clock was
    /// set back, or wasn't set when the scene was saved. Forward leads to the expired stack.
    package var expiresAfter: Duration?

    /// Whether to ignore the saved stack, and start at the root screen with an empty back/forward
    /// list. The first change of the stack replaces the saved stack. Sheets that aren't restored
    /// use this.
    package var startsEmpty = false

    /// Whether the stack is removed when its root route is removed, as for a sheet.
    package var goesWithRoot = false

    /// A path that the app saved before it used this library, for a stack that was never saved.
    package var legacy: NavLegacyState<R>?

    package init(
      expiresAfter: NavAge? = nil, onUndecodable: NavUndecodablePolicy<R> = .keepValidPrefix,
      legacy: NavLegacyState<R>? = nil
    ) {
      self.expiresAfter = expiresAfter?.duration
      self.onUndecodable = onUndecodable
      self.legacy = legacy
    }
  }
}
