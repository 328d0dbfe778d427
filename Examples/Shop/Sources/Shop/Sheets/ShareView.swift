#if canImport(SwiftUI)
  import NavRouting
  import SwiftUI

  /// The link to a product, from the pattern that opens it. This sheet is not restored.
  struct ShareView: View {
    let product: Product.ID

    @Environment(ShopNavigation.self) private var navigation

    var body: some View {
      VStack {
        if let url = ShopLinks.table.url(for: .product(id: product)) {
          Text(url.absoluteString)
        }
        Button("Done") { navigation.share.item = nil }
      }
      .padded()
    }
  }
#endif
