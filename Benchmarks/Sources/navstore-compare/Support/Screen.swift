import NavStore
import Shop

/// The route type of all rows.
typealias Screen = Shop.Screen

extension Screen: NavRoute {
  package static let coding: NavCoding<Self> = .codable(name: tag)
}
