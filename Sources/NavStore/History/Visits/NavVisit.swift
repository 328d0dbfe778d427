import NavStorePlatform

/// One appearance of a route on a stack.
public struct NavVisit<Element: NavElement>: Identifiable, Hashable, Sendable {
  /// The route, exactly as it was saved.
  public let route: Element

  /// All properties except the route, in a type without a type parameter. Generic code would run
  /// unspecialized, and would look up metadata for each element. The `route` of `row` is `nil`.
  let row: StoredVisit

  /// The identifier of the visit. It is never given to another visit of the file.
  public var id: Int64 { row.id }

  /// The title of the visit's item, or `nil` if none was set.
  public var title: String? { row.title }

  /// The time at which the screen was first seen, by the clock at that time.
  public var visitedAt: Date { Date(milliseconds: row.time ?? 0) }

  /// The scene of the visit's window, or `nil` if the scene was deleted.
  public var scene: NavScene? { row.scene.map { NavScene(id: $0) } }

  /// The name of the visit's stack; empty for the unnamed stack.
  public var stackName: String { row.stack }
}
