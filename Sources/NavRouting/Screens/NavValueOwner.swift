/// The owner of a small saved value.
public enum NavValueOwner: Hashable, Sendable {
  /// One visit of a screen. Another visit of the same item has a separate value.
  case screen
  /// The item that the screen shows. The value is the same for that item on every stack.
  case item
  /// The window that contains the screen.
  case window
}
