#if canImport(SwiftUI)
  import NavRouting
  import SwiftUI

  /// The shop for a signed-in user: columns in a wide window, tabs in a narrow one.
  struct ShopView: View {
    let navigation: ShopNavigation

    var body: some View {
      WideOrNarrow {
        ShopColumns(navigation: navigation)
      } narrow: {
        ShopTabs(navigation: navigation)
      }
      .navSheet(navigation.review) { sheet in
        NavStackView(on: navigation.review.router) {
          SheetScreen(route: sheet)
        } destination: { route in
          SheetScreen(route: route)
        }
      }
      .navSheet(navigation.share) { SheetScreen(route: $0) }
    }
  }
#endif
