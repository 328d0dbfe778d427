import NavStorePlatform

/// Names a window, as a value for `WindowGroup(for:)`: its ``key`` is the key of its scene.
///
/// ```swift
/// WindowGroup(for: NavSceneID.self) { $id in
///   NavWindowView(id: $id) { window in ShopView(window: window) }
/// }
///
/// openWindow(value: NavSceneID())
/// ```
public struct NavSceneID: Hashable, Codable, Identifiable, Sendable {
  /// The key of the scene: what ``NavWindow/init(store:scene:account:)`` takes.
  public let key: String

  /// The key.
  public var id: String { key }

  /// A window that was saved, or whose key the app chooses; 1 to 512 bytes of UTF-8.
  public init(key: String) {
    self.key = key
  }

  /// A new window, with a key of its own.
  ///
  /// - Parameter group: Which windows it is one of, if the app has several kinds: see
  ///   ``NavWindow/init(claiming:group:store:account:)``.
  public init(group: String = "window") {
    key = "\(group).\(UUID().uuidString.lowercased())"
  }

  /// Whether both keys are the same, byte by byte: two ways to write an accent name two windows.
  public static func == (a: NavSceneID, b: NavSceneID) -> Bool {
    a.key.utf8.elementsEqual(b.key.utf8)
  }

  /// Hashes the key's bytes.
  public func hash(into hasher: inout Hasher) {
    for byte in key.utf8 { hasher.combine(byte) }
  }
}
