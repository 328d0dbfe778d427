import NavStore

/// A route that is one string.
struct Page: NavRoute, ExpressibleByStringLiteral {
  var name: String

  init(stringLiteral name: String) {
    self.name = name
  }

  init(_ name: String) {
    self.name = name
  }
}

/// The routes of a shop.
enum AppRoute: NavRoute {
  case home
  case product(id: Int, tab: String?)
  case book(id: String, title: String)
}
