#if canImport(SwiftUI)
  import NavStore
  import SwiftUI

  extension EnvironmentValues {
    /// The key of the window's scene, inside a ``NavSceneView``; nil elsewhere.
    public internal(set) var navScene: String? {
      get { self[SceneKey.self] }
      set { self[SceneKey.self] = newValue }
    }

    /// The screen that a view is on: what `navTitle`, ``NavState`` and ``NavLink`` go by.
    var navScreen: NavScreen? {
      get { self[ScreenKey.self] }
      set { self[ScreenKey.self] = newValue }
    }

    private struct SceneKey: EnvironmentKey {
      static var defaultValue: String? { nil }
    }

    private struct ScreenKey: EnvironmentKey {
      static var defaultValue: NavScreen? { nil }
    }
  }
#endif
