#if canImport(SwiftUI)
  import NavRouting

  /// The links that the shop opens, such as `teashop://product/101` and
  /// `https://tea.example/product/101`.
  ///
  /// A unit test expects `ShopLinks.table.problems` to be empty.
  enum ShopLinks {
    static let table = NavDeepLinks<ShopRoute>(
      schemes: ["teashop"], hosts: ["tea.example"], rule: .replacePath
    ) {
      NavLinkPattern("department/{name}", ShopRoute.department).in(ShopTab.browse)
      NavLinkPattern("product/{id}", ShopRoute.product(id:)).in(ShopTab.browse)
      NavLinkPattern(
        "department/{name}/product/{id}", path: { [.department($0), .product(id: $1)] }
      )
      .in(ShopTab.browse)

      // A link to an order is pending until the user has signed in.
      NavLinkPattern("order/{number}", ShopRoute.order(number:))
        .in(ShopTab.account).requiringSignIn()
      // A link to the settings is pushed, so that a tapped notification doesn't remove the screens
      // on the stack.
      NavLinkPattern("settings", .settings)
        .in(ShopTab.account).requiringSignIn().rule(.push)
    }
  }
#endif
