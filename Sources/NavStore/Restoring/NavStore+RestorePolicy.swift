extension NavStore {
  /// The policy for restoring a stack. The policy of the first caller in a process applies.
  package struct RestorePolicy<R>: Sendable {
    /// The policy for a stored route that can't be decoded.
    package var onUndecodable: NavUndecodablePolicy<R> = .keepValidPrefix

    /// The time after the scene's last save at which the stack starts at its root screen; `nil` is never.
    ///
    /// Measured by ``Configuration/clock``. A clock that was set back, or that wasn't set when the scene was
    /// saved, expires nothing. Forward leads to the old stack.
    package var expiresAfter: Duration?

    /// Whether to ignore the saved stack, and start at the root screen with an empty list. The
    /// first change replaces the saved stack. For sheets that aren't restored.
    package var startsEmpty = false

    /// Whether the stack is removed with its root route, as in a sheet.
    package var goesWithRoot = false

    package init() {}
  }
}
