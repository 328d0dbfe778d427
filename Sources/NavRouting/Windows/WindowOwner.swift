import NavStore

/// The owner of the claim on a scene: see ``SceneClaims``. For a view, it also holds the window for as
/// long as the view lives.
///
/// The claim belongs to this object and not to the window, so that the claim isn't released while
/// one window replaces another.
@MainActor
final class WindowOwner {
  private var window: NavWindow?

  nonisolated init() {}

  /// Returns the window of a scene, a store and an account. Makes another window if one of these
  /// three has changed.
  func window(of scene: NavScene, in store: NavStore, account: String?) -> NavWindow {
    if let window, window.scene == scene, window.account == account, window.store === store {
      return window
    }
    let made = NavWindow(scene: scene, account: account, store: store)
    // Open the scene again, because the scene of the new window may have been closed.
    made.shared.reopen()
    window = made
    return made
  }
}
