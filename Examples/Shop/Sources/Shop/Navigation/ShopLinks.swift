#if canImport(SwiftUI)
  import NavRouting

  /// The links that the shop opens: `teashop://product/101`, `https://tea.example/product/101`.
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

      // The link is pending until the user has signed in.
      NavLinkPattern("order/{number}", ShopRoute.order(number:))
        .in(ShopTab.account).requiringSignIn()
      // Push, so that a notification does not remove the user's current screens.
      NavLinkPattern("settings", .settings)
        .in(ShopTab.account).requiringSignIn().rule(.push)
    }
  }
#endif
