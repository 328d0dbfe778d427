#if canImport(UIKit) && !os(watchOS)
  import UIKit

  extension NavSceneID {
    /// The window of a scene session, the same each time the system connects it.
    ///
    /// ```swift
    /// func scene(
    ///   _ scene: UIScene, willConnectTo session: UISceneSession,
    ///   options connectionOptions: UIScene.ConnectionOptions
    /// ) {
    ///   navigation = NavWindow(claiming: NavSceneID(session))
    /// }
    /// func application(_ app: UIApplication, didDiscardSceneSessions sessions: Set<UISceneSession>) {
    ///   for session in sessions { _ = try? NavStore.standard.closeScene(NavSceneID(session).key) }
    /// }
    /// ```
    ///
    /// A scene that is disconnected is no window that was closed: the system does so to save memory.
    @MainActor
    public init(_ session: UISceneSession) {
      self.init(key: "window.\(session.persistentIdentifier)")
    }
  }
#endif
