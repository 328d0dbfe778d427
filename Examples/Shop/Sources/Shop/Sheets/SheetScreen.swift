#if canImport(SwiftUI)
  import NavRouting
  import SwiftUI

  /// The screen of a sheet's route.
  struct SheetScreen: View {
    let route: SheetRoute

    var body: some View {
      switch route {
      case .review(let product): ReviewView(product: product)
      case .reviewRules:
        Text("Say what you tasted. Be kind.").navTitle("Rules")
      case .share(let product): ShareView(product: product)
      }
    }
  }
#endif
