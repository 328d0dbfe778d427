#if canImport(SwiftUI)
  import NavRouting

  /// The screens of sheets.
  enum SheetRoute: NavRoute {
    case review(product: Product.ID)
    case reviewRules
    case share(product: Product.ID)

    var routeTraits: NavRouteTraits { .init(isInHistory: false) }
  }
#endif
