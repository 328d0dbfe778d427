#if canImport(SwiftUI)
  import NavRouting

  /// The routes of the shop's screens.
  enum ShopRoute: NavRoute {
    case department(Department)
    case product(id: Product.ID)
    case search, account, history, settings
    case order(number: Int)

    /// Only departments and products are in the history, and therefore in "Recently viewed". A
    /// relaunch restores the screens of all routes, including those outside the history.
    var routeTraits: NavRouteTraits {
      switch self {
      case .department, .product: .init()
      case .search, .account, .history, .settings, .order: .init(isInHistory: false)
      }
    }

    var productID: Product.ID? {
      if case .product(let id) = self { id } else { nil }
    }
  }
#endif
