/// A rule for changing the stack that a link opens in.
public enum NavLinkRule: Hashable, Sendable {
  /// Pushes the link's path. A path that is already on top changes nothing. A link to the root screen
  /// replaces the path.
  case push

  /// Replaces the path. Back returns to the old path.
  case replacePath

  /// Ignores the link.
  case ignore
}

/// The result of opening a link.
public enum NavLinkOutcome: Hashable, Sendable {
  /// The link is open.
  case opened

  /// The link opens once its stack is on screen, the app allows it and any required account is
  /// signed in.
  case pending

  /// The link was handled before, or its rule ignores it. Nothing has changed.
  case ignored

  /// The link cannot be opened. Nothing has changed.
  case refused(NavLinkRefusal)
}

/// The reason that a link cannot be opened. It contains no part of the link.
public enum NavLinkRefusal: Error, Hashable, Sendable {
  /// No pattern matches the link, or it is invalid.
  ///
  /// A link with a user, a password, an unusual port, a `.` or `..` in its path, bytes that are not
  /// UTF-8, or more than 8,192 bytes is invalid.
  case unsupported

  /// A pattern matches the link, but the value with this name is missing or invalid.
  case invalidValue(String)

  /// The pattern's closure returned `nil` or threw an error.
  case declined

  /// The link was dropped before it could open.
  ///
  /// Newer links replaced it, another account appeared, or it was pending for ten minutes.
  case superseded
}
