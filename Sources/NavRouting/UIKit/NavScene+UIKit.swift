#if canImport(UIKit) && !os(watchOS)
  import NavStore
  import UIKit

  extension NavScene {
    /// Creates the scene of a UIKit scene session, which is equal each time the system connects the
    /// session.
    ///
    /// ```swift
    /// func scene(
    ///   _ scene: UIScene, willConnectTo session: UISceneSession,
    ///   options connectionOptions: UIScene.ConnectionOptions
    /// ) {
    ///   nav = NavWindow(scene: NavScene(session))
    /// }
    /// func application(_ app: UIApplication, didDiscardSceneSessions sessions: Set<UISceneSession>) {
    ///   for session in sessions { NavWindow(scene: NavScene(session)).close() }
    /// }
    /// ```
    ///
    /// When the system disconnects a UIKit scene to save memory, the scene stays open in the store.
    @MainActor
    public init(_ session: UISceneSession) {
      self.init(id: "window.\(session.persistentIdentifier)")
    }
  }
#endif
