/// The owner of a small saved value.
public enum NavValueOwner: Hashable, Sendable {
  /// One visit of a screen. Another visit of the same item has another value.
  case screen
  /// The item that the screen shows, on every stack.
  case item
  /// The window.
  case window
}
