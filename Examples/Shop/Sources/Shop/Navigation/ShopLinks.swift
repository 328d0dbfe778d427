#if canImport(SwiftUI)
  import NavRouting

  /// The links that the shop opens: `teashop://product/101`, `https://tea.example/product/101`.
  ///
  /// A unit test holds `try ShopLinks.all.check()`: it throws where two patterns are ambiguous.
  enum ShopLinks {
    static let all = NavLinks<ShopRoute>(schemes: ["teashop"], hosts: ["tea.example"]) {
      NavPattern("department/{name}", ShopRoute.department).in(ShopTab.browse.rawValue)
      NavPattern("product/{id}", ShopRoute.product(id:)).in(ShopTab.browse.rawValue)
      NavPattern("department/{name}/product/{id}") { (name: Department, id: Product.ID) in
        [ShopRoute.department(name), .product(id: id)]
      }
      .in(ShopTab.browse.rawValue)

      // Parked until somebody has signed in, and forgotten when they sign out.
      NavPattern("order/{number}", ShopRoute.order(number:))
        .in(ShopTab.account.rawValue).requiringSignIn()
      // A notification must not take away what the user was in the middle of.
      NavPattern("settings", .settings)
        .in(ShopTab.account.rawValue).requiringSignIn().whileRunning(.pushOnTop)
    }
  }
#endif
