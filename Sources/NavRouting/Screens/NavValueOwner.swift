/// The owner of a small saved value.
public enum NavValueOwner: Hashable, Sendable {
  /// One visit of a screen. The same item visited again has another value.
  case screen
  /// The item that the screen shows, wherever it is opened.
  case item
  /// The window.
  case window
}
