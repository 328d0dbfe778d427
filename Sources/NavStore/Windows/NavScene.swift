import NavStorePlatform
import NavStoreSQLite

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
public struct NavScene: Identifiable, Hashable, Codable, Sendable, ExpressibleByStringLiteral {
  /// The identifier under which the window's stacks are saved, 1 to 512 bytes of UTF-8.
  public let id: String

  /// The title of the top screen's item in the scene's most recently saved stack; `nil` if the item
  /// has none.
  ///
  /// Only scenes that the store returns have a title.
  public private(set) var title: String?

  /// The time at which the user closed the window of the scene, or `nil` if the scene is open.
  ///
  /// Only scenes that the store returns have this time.
  public private(set) var closedAt: Date?

  /// `openedAt` is the time at which the scene was first saved. `savedAt` is the time at which a
  /// stack of the scene was last saved.
  package private(set) var openedAt: Date?
  package private(set) var savedAt: Date?

  private enum CodingKeys: String, CodingKey {
    case id
  }

  /// The scene of an app that has one window.
  public static let main = NavScene(id: "main")

  /// Creates the scene with an identifier that the app chooses.
  public init(id: String) {
    self.id = id
  }

  /// Creates a scene with a literal identifier, as in `in: "main"`.
  public init(stringLiteral id: String) {
    self.id = id
  }

  /// Creates a scene that no other window has.
  ///
  /// - Parameter group: The kind of window, in an app that has several kinds. The identifier begins
  ///   with it.
  public init(group: String = "window") {
    self.init(id: "\(group).\(UUID().uuidString.lowercased())")
  }

  /// Creates the scene of a window that shows a value of the app's, such as an identifier.
  ///
  /// ```swift
  /// WindowGroup(for: Note.ID.self) { id in
  ///   NavWindowView(scene: NavScene(group: "note", value: id.wrappedValue), group: "note") { window in
  ///     NoteView(window: window)
  ///   }
  /// }
  /// ```
  ///
  /// Equal values give the same scene, so that each value has a window of its own. A window without
  /// a value never gets the scene of a value. The identifier contains a digest of 64 bits of the
  /// value's JSON, and not the value.
  ///
  /// - Parameters:
  ///   - group: The kind of window. The identifier begins with it.
  ///   - value: The value.
  /// - Returns: `nil` if the value can't be encoded, or is `nil` because the window shows no value.
  public init?(group: String, value: (some Encodable)?) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    guard let value, let json = try? encoder.encode(value) else { return nil }
    let digest = UInt64(bitPattern: Fingerprint(of: json).value)
    // The separator isn't a period. A window without a value may claim a scene whose identifier has
    // a period after the group.
    self.init(id: "\(group)=\(String(digest, radix: 16))")
  }

  /// Returns whether two scenes have the same identifier, byte by byte.
  public static func == (a: NavScene, b: NavScene) -> Bool { a.id.hasBytes(of: b.id) }

  /// Hashes the identifier.
  public func hash(into hasher: inout Hasher) { hasher.combine(bytesOf: id) }
}

extension NavScene {
  /// Reads five columns: the key, the times at which the scene was first saved, closed and last
  /// saved, and the title.
  init(_ row: Row) {
    func date(_ column: Int32) -> Date? { row.optionalInt(column).map(Date.init(milliseconds:)) }
    id = row.text(0)
    openedAt = date(1)
    closedAt = date(2)
    savedAt = date(3)
    title = row.optionalText(4)
  }

  /// Whether the scene has a window, or had a window when the app last ended.
  package var isOpen: Bool { closedAt == nil }
}
