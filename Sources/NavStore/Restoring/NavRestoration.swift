import NavStorePlatform

/// The result of a restore.
public struct NavRestoration<Element: Sendable>: Sendable {
  /// The element of the root screen, if the app has set one.
  package var root: Element?

  /// The restored elements above the root screen, bottom first; empty at the root screen.
  public let path: [Element]

  /// The stored routes that could not be restored, bottom first. Their bytes are kept in the file.
  /// If legacy state was imported, the routes that could not be imported; the old value is then
  /// kept.
  public let failures: [NavRestorationFailure]

  /// The time of the last save, or `nil` if nothing was saved.
  public let savedAt: Date?

  /// The reason that the app starts at the root screen instead of the saved stack, or `nil`. Forward leads to
  /// the saved stack.
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
