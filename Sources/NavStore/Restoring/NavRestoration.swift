import NavStorePlatform

/// The result of a restore.
public struct NavRestoration<Element: Sendable>: Sendable {
  /// The element of the root screen, if the app has set one.
  package var root: Element?

  /// The restored elements above the root screen, bottom first; empty at the root screen.
  public let path: [Element]

  /// The stored routes that could not be restored, bottom first.
  ///
  /// The bytes of these routes are kept in the file. After an import of legacy state, these are the
  /// routes that could not be imported, and the old value is kept.
  public let failures: [NavRestorationFailure]

  /// The time at which the stack was last saved, or `nil` if it was never saved.
  public let savedAt: Date?

  /// The reason that the app starts at the root screen instead of the saved stack; `nil` if it
  /// doesn't.
  ///
  /// Forward leads to the saved stack.
  public internal(set) var skippedReason: NavSkippedReason?
}

/// The reason that a saved stack was skipped.
public enum NavSkippedReason: Sendable, Hashable {
  /// The stack is older than the app allows: the `expiresAfter` of its router.
  case expired

  /// The app has crashed with the stack at two launches in a row. See
  /// ``NavStore/Configuration/crashGuard``.
  case crashedRepeatedly
}
