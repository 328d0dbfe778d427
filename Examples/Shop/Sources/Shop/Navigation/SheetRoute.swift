#if canImport(SwiftUI)
  import NavRouting

  /// What is shown in sheets, and pushed inside them.
  enum SheetRoute: NavRoute {
    case review(product: Product.ID)
    case reviewRules
    case share(product: Product.ID)

    var routeTraits: NavRouteTraits { .init(isInHistory: false) }
  }
#endif
