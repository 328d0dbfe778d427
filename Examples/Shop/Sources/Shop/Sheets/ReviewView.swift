#if canImport(SwiftUI)
  import NavRouting
  import SwiftUI

  /// A review in the making: sheet, stack and draft come back after a relaunch.
  struct ReviewView: View {
    let product: Product.ID

    @Environment(ShopNavigation.self) private var navigation
    @RestoredState private var draft: String

    init(product: Product.ID) {
      self.product = product
      // NB: small values of a root screen are the stack's; the name keeps two reviews apart.
      _draft = RestoredState(wrappedValue: "", "draft.\(product)")
    }

    var body: some View {
      VStack {
        TextPage(text: $draft)
        NavigationLink("What makes a good review", value: SheetRoute.reviewRules)
        HStack {
          Button("Not now", role: .cancel) { navigation.review.item = nil }
          Button("Send", action: send).disabled(draft.isEmpty)
        }
      }
      .padded()
      .navTitle("Review of \(Catalogue.current[product]?.name ?? "a product")")
    }

    private func send() {
      draft = ""
      navigation.review.item = nil
    }
  }
#endif
