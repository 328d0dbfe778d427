import NavStore
import Shop

/// The routes of all rows.
typealias Screen = Shop.Screen

extension Screen: NavRoute {
  package static let routeForm = NavStore.RouteForm(tag: tag)
}
