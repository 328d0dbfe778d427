extension NavStore {
  /// The phase of a window, like SwiftUI's scene phase.
  package enum ScenePhase: Sendable {
    /// The window is in front of the user.
    case active

    /// The window may be visible, and is about to become active or hidden.
    case inactive

    /// The window is not visible.
    case background
  }
}
