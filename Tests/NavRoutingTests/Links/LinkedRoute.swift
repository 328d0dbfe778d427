import Foundation
import NavRouting
import NavStoreTesting

/// The routes of a shop, and of its search.
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

enum Genre: String, Codable, NavLinkValue { case crime, poetry }

extension NavLinks where Route == LinkedRoute {
  /// What the shop opens.
  static var shop: NavLinks {
    NavLinks(schemes: ["app"], hosts: ["example.com"]) {
      NavPattern("cart", .cart)
      NavPattern("home")
      NavPattern("product?id={id}", LinkedRoute.product(id:))
      NavPattern("profile?user={user}", LinkedRoute.profile(user:))
      NavPattern("category/{name}", LinkedRoute.category)
      NavPattern("category/sale", .category("all sales"))
      NavPattern("category/{name}/product/{id}") { (name: String, id: Int) in
        [.category(name), .product(id: id)]
      }
      NavPattern("search?q={text}&page={page}&tag={tags}", LinkedRoute.search)
      NavPattern("files/{path*}", LinkedRoute.file)
      NavPattern("genre/{genre}", LinkedRoute.genre)
      NavPattern("document/{id}", LinkedRoute.document)
      NavPattern("even/{id}") { (id: Int) in id.isMultiple(of: 2) ? .product(id: id) : nil }
    }
  }
}
