import NavStorePlatform

/// The identity of a window across launches.
///
/// ```swift
/// WindowGroup(for: NavScene.self) { scene in
///   NavWindowView(scene: scene.wrappedValue) { window in MailView(window: window) }
/// }
///
/// openWindow(value: NavScene())
/// ```
///
/// Two scenes with the same identifier, byte by byte, are equal. Only the identifier is encoded.
public struct NavScene: Identifiable, Codable, Sendable, ExpressibleByStringLiteral {
  /// The identifier under which the window's stacks are saved, 1 to 512 bytes of UTF-8.
  public let id: String

  /// The title of the screen on top of the stack that was saved last, or `nil` if it has none. Known for
  /// scenes that the store returns.
  public private(set) var title: String?

  /// The time the user closed the window, or `nil` if it is open. Known for scenes that the store returns.
  public private(set) var closedAt: Date?

  /// When the scene was first saved, and when one of its stacks was last saved.
  package private(set) var openedAt: Date?
  package private(set) var savedAt: Date?

  /// The scene of an app that has one window.
  public static let main = NavScene(id: "main")

  /// Creates the scene with an identifier of the app's own.
  public init(id: String) {
    self.id = id
  }

  /// Creates a scene with a literal identifier, as in `in: "main"`.
  public init(stringLiteral id: String) {
    self.id = id
  }

  /// Creates a scene that no other window has.
  ///
  /// - Parameter group: The kind of window, in an app that has several kinds. It begins the identifier.
  public init(group: String = "window") {
    id = "\(group).\(UUID().uuidString.lowercased())"
  }

  private enum CodingKeys: CodingKey {
    case id
  }
}

extension NavScene: Hashable {
  /// Returns whether two scenes have the same identifier, byte by byte.
  public static func == (a: NavScene, b: NavScene) -> Bool { a.id.hasBytes(of: b.id) }

  /// Hashes the bytes of the identifier.
  public func hash(into hasher: inout Hasher) {
    for byte in id.utf8 { hasher.combine(byte) }
  }
}

extension NavScene {
  init(_ row: SceneTable.Row) {
    id = row.key
    title = row.title
    openedAt = Date(milliseconds: row.openedAt)
    closedAt = row.closedAt.map { Date(milliseconds: $0) }
    savedAt = row.savedAt.map { Date(milliseconds: $0) }
  }

  /// Whether it has a window, or had one when the app ended.
  package var isOpen: Bool { closedAt == nil }
}
