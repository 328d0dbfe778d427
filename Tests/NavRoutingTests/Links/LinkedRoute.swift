import Foundation
import NavRouting
import NavStoreTesting

/// The routes of a shop, which the tests of links use.
enum LinkedRoute: NavRoute {
  case home
  case category(String)
  case product(id: Int)
  case cart
  case profile(user: Int)
  case search(String, page: Int?, tags: [String])
  case file([String])
  case genre(Genre)
  case document(UUID)
}

enum Genre: String, Codable, Sendable { case crime, poetry }

extension NavDeepLinks where Element == LinkedRoute {
  /// Returns the table of the shop's link patterns.
  static func shop(
    _ rule: NavLinkRule = .push, atLaunch: NavLinkRule = .replacePath
  ) -> NavDeepLinks {
    NavDeepLinks(
      schemes: ["app"], hosts: ["example.com"], rule: rule, ruleAtLaunch: atLaunch
    ) {
      NavLinkPattern("cart", .cart)
      NavLinkPattern("home")
      NavLinkPattern("product?id={id}", LinkedRoute.product(id:))
      NavLinkPattern("profile?user={user}", LinkedRoute.profile(user:))
      NavLinkPattern("category/{name}", LinkedRoute.category)
      NavLinkPattern("category/sale", .category("all sales"))
      NavLinkPattern("category/{name}/product/{id}", path: { [.category($0), .product(id: $1)] })
      NavLinkPattern("search?q={text}&page={page}&tag={tags}", LinkedRoute.search)
      NavLinkPattern("files/{path*}", LinkedRoute.file)
      NavLinkPattern("genre/{genre}", LinkedRoute.genre)
      NavLinkPattern("document/{id}", LinkedRoute.document)
      NavLinkPattern("even/{id}") { (id: Int) in id.isMultiple(of: 2) ? .product(id: id) : nil }
    }
  }
}
