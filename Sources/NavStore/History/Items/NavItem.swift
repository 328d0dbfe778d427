import NavStorePlatform

/// Something the user has seen, however often. Routes with equal item identifiers are one item.
public struct NavItem<Element: NavElement>: Identifiable, Hashable, Sendable {
  /// The route of the last visit.
  public let route: Element

  /// The rest, without a type parameter: generic code runs unspecialized, and requests metadata for
  /// each element. Its own route is `nil`.
  let row: ItemListTable.Row
  let account: String

  /// The identifier of the item. No two items of an account have the same.
  public var id: String { row.key }

  /// The name of the item's group. The default is the name of the enum case.
  public var kind: String { row.kind }

  /// The title, or `nil` if none was set.
  public var title: String? { row.title }

  /// The number of visits.
  public var visitCount: Int { Int(clamping: row.visits) }

  /// The time of the last visit, by the clock at that time.
  public var lastVisitedAt: Date { Date(milliseconds: row.time) }

  /// The number of the last visit.
  package var lastVisit: Int64 { row.visit }
}
