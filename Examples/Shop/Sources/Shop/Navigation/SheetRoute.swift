#if canImport(SwiftUI)
  import NavRouting

  /// The routes of the screens in sheets, which are not in the history.
  enum SheetRoute: NavRoute {
    case review(product: Product.ID)
    case reviewRules
    case share(product: Product.ID)

    var routeTraits: NavRouteTraits { .init(isInHistory: false) }
  }
#endif
