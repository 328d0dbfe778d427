#if canImport(SwiftUI)
  import NavRouting
  import SwiftUI

  /// The root screen of the review sheet. A relaunch restores the sheet, its stack and the draft of
  /// the review.
  struct ReviewView: View {
    let product: Product.ID

    @Environment(ShopNavigation.self) private var navigation
    @RestoredState private var draft: String

    init(product: Product.ID) {
      self.product = product
      // NB: A value of a root screen belongs to the stack, and the reviews of all products use the
      // stack of this sheet. The product in the value's name distinguishes the drafts of the
      // reviews.
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
