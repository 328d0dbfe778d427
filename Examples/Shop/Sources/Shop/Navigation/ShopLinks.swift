#if canImport(SwiftUI)
  import NavRouting

  /// The links that the shop opens: `teashop://product/101`, `https://tea.example/product/101`.
  ///
  /// A unit test expects `ShopLinks.make().problems` to be empty.
  enum ShopLinks {
    /// Each window has its own.
    static func make() -> NavDeepLinks<ShopRoute> {
      NavDeepLinks(schemes: ["teashop"], hosts: ["tea.example"]) {
        NavLinkPattern("department/{name}", ShopRoute.department).in(ShopTab.browse.rawValue)
        NavLinkPattern("product/{id}", ShopRoute.product(id:)).in(ShopTab.browse.rawValue)
        NavLinkPattern("department/{name}/product/{id}") { (name: Department, id: Product.ID) in
          [ShopRoute.department(name), .product(id: id)]
        }
        .in(ShopTab.browse.rawValue)

        // Parked until somebody has signed in, and forgotten when they sign out.
        NavLinkPattern("order/{number}", ShopRoute.order(number:))
          .in(ShopTab.account.rawValue).requiringSignIn()
        // A notification must not take away what the user was in the middle of.
        NavLinkPattern("settings", .settings)
          .in(ShopTab.account.rawValue).requiringSignIn().rule(whileRunning: .pushOnTop)
      }
    }
  }
#endif
