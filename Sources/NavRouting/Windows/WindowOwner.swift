import NavStore

/// Lives as long as the views of a window, and has the window.
///
/// It holds the claim of the scene, which is not free while a window takes another's place.
@MainActor
final class WindowOwner {
  private var window: NavWindow?

  nonisolated init() {}

  /// The window of a scene and an account; another one if either is another.
  func window(of scene: NavScene, in store: NavStore, account: String?) -> NavWindow {
    if let window, window.scene == scene, window.account == account, window.store === store {
      return window
    }
    let made = NavWindow(scene: scene, account: account, store: store)
    // It takes over from the window that goes. Its scene may be one that was closed.
    made.shared.reopen()
    window = made
    return made
  }
}
