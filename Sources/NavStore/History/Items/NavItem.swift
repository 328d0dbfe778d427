import NavStorePlatform

/// A page or object that the user has seen, once or several times. Routes with equal item
/// identifiers are one item.
public struct NavItem<Element: NavElement>: Identifiable, Hashable, Sendable {
  /// The route of the last visit.
  public let route: Element

  /// All properties except the route, in a type without a type parameter. Generic code would run
  /// unspecialized, and would look up metadata for each element. The `route` of `row` is `nil`.
  let row: ItemListTable.Row
  let account: String

  /// Always inlined, because a generic initializer would look up the type of its result at each
  /// call.
  @inline(__always)
  init(route: Element, row: ItemListTable.Row, account: String) {
    (self.route, self.row, self.account) = (route, row, account)
  }

  /// The identifier of the item. Each item of an account has a different one.
  public var id: String { row.key }

  /// The name of the item's group. The default is the name of the enum case.
  public var kind: String { row.kind }

  /// The title, or `nil` if none was set.
  public var title: String? { row.title }

  /// The number of visits.
  public var visitCount: Int { Int(clamping: row.visits) }

  /// The time of the last visit, as the device's clock showed it then.
  public var lastVisitedAt: Date { Date(milliseconds: row.time) }

  /// The time at which the item's score falls to 1, in milliseconds since 1970: see ``Frecency``.
  /// `nil` if the item has no visits.
  package var moment: Double? { row.moment }

  /// The number of the last visit.
  package var lastVisit: Int64 { row.visit }
}
