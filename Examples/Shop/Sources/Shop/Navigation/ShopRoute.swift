#if canImport(SwiftUI)
  import NavRouting

  /// The screens of the shop.
  enum ShopRoute: NavRoute {
    case department(Department)
    case product(id: Product.ID)
    case search, account, history, settings
    case order(number: Int)

    /// "Recently viewed" lists departments and products only. All screens are restored after a
    /// relaunch.
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
