import NavStore

/// Lives as long as the views of a window: has the window, and what the app made for it.
@MainActor
final class WindowOwner {
  private var window: NavWindow?
  private var model: AnyObject?

  nonisolated init() {}

  /// The window of a scene; another one if that is another scene.
  func window(of scene: NavSceneID, in store: LazyStore, account: String) -> NavWindow {
    if let window, NavSceneID(key: window.scene) == scene { return window }
    let made = NavWindow(WindowContext(store, scene: scene.key, account: account))
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
