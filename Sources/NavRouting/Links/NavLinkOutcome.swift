/// A rule for changing the stack that a link opens in.
public enum NavLinkRule: Hashable, Sendable {
  /// Pushes the elements of the link's path. If they are the top elements of the stack, nothing
  /// changes. A link to the root screen empties the path of the stack.
  case push

  /// Replaces the path of the stack with the link's path. Back returns to the replaced path.
  case replacePath

  /// Ignores the link, and leaves the stack unchanged.
  case ignore
}

/// The result of opening a link.
public enum NavLinkOutcome: Hashable, Sendable {
  /// The link is open: its screens are on the stack.
  case opened

  /// The link opens once its stack is on screen, the app allows it and any required account is
  /// signed in.
  case pending

  /// The link was handled before, or its rule is ``NavLinkRule/ignore``. Nothing has changed.
  case ignored

  /// The link cannot be opened. No stack has changed.
  case refused(NavLinkRefusal)
}

/// The reason that a link cannot be opened. The reason contains no part of the link.
public enum NavLinkRefusal: Error, Hashable, Sendable {
  /// No pattern matches the link, or the link is invalid.
  ///
  /// A link with a user, a password, an unusual port, a `.` or `..` in its path, bytes that are not
  /// UTF-8, or more than 8,192 bytes is invalid.
  case unsupported

  /// A pattern matches the link, but the value of the placeholder with this name is missing or
  /// invalid.
  case invalidValue(String)

  /// The pattern's closure returned `nil` or threw an error.
  case declined

  /// The link was dropped before it could open.
  ///
  /// Newer links replaced it, a window of another account appeared in the scene, or the link was
  /// pending for ten minutes.
  case superseded
}
