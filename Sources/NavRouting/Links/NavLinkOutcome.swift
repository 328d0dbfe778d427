/// A rule for changing the stack that a link opens in.
public enum NavLinkRule: Hashable, Sendable {
  /// Pushes the link's path. A path that is already on top changes nothing. A link to the root screen
  /// replaces the path.
  case push

  /// Replaces the path. Back returns to the old one.
  case replacePath

  /// Ignores the link.
  case ignore
}

/// The result of opening a link.
public enum NavLinkOutcome: Hashable, Sendable {
  /// The link is open.
  case opened

  /// The link opens once its stack is on screen, the app allows it and, if it needs one, an account is signed in.
  case pending

  /// The link was handled before, or its rule ignores it. Nothing has changed.
  case ignored

  /// The link cannot be opened. Nothing has changed.
  case refused(NavLinkRefusal)
}

/// The reason that a link cannot be opened. It contains no part of the link.
public enum NavLinkRefusal: Error, Hashable, Sendable {
  /// No pattern matches it, or it is not a valid link: it has a user, a password, an unusual port, a `.` or
  /// `..` in its path, bytes that are not UTF-8, or more than 8,192 bytes.
  case unsupported

  /// A pattern matches it, but a value is missing or wrong: its name.
  case invalidValue(String)

  /// The pattern's closure returned `nil` or threw an error.
  case declined

  /// It was dropped before it could open: newer links took its place, another account appeared, or it was
  /// pending for ten minutes.
  case superseded
}
