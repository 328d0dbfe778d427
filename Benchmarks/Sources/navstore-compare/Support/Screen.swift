import NavStore
import Shop

/// The routes of all rows.
typealias Screen = Shop.Screen

extension Screen: NavRoute {
  /// What the rows that write without the library store it under.
  static let tag = "Screen"
  package static let routeForm = NavStore.RouteForm(tag: tag)
}
