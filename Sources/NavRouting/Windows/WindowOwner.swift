import NavStore

/// Lives as long as the views of a window: has the window, and what the app made for it.
///
/// It holds the claim of the scene, which is not free while a window takes another's place.
@MainActor
final class WindowOwner {
  private var window: NavWindow?
  private var model: AnyObject?

  nonisolated init() {}

  /// The window of a scene and an account; another one if either is another.
  func window(of scene: NavSceneID, in store: NavStore, account: String?) -> NavWindow {
    if let window, NavSceneID(key: window.scene) == scene, window.account == account {
      return window
    }
    let made = NavWindow(store: store, scene: scene.key, account: account)
    // It takes over from the window that goes.
    _ = made.shared
    (window, model) = (made, nil)
    return made
  }

  /// The app's object for a window, made once.
  func model<Model: AnyObject>(of window: NavWindow, _ make: (NavWindow) -> Model) -> Model {
    if let model = model as? Model { return model }
    let made = make(window)
    model = made
    return made
  }
}
