#if canImport(SwiftUI)
  import NavRouting
  import SwiftUI

  /// An unfinished review. Sheet, stack and draft are restored after a relaunch.
  struct ReviewView: View {
    let product: Product.ID

    @Environment(ShopNavigation.self) private var navigation
    @RestoredState private var draft: String

    init(product: Product.ID) {
      self.product = product
      // NB: values of a root screen belong to the stack, so the name distinguishes two reviews.
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
