#if canImport(SwiftUI)
  import NavRouting
  import SwiftUI

  /// The sheet with the link to a product. The link is made from the pattern that matches links to
  /// products. A relaunch doesn't restore the sheet.
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
