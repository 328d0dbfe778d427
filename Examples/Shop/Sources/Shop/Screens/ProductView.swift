#if canImport(SwiftUI)
  import NavRouting
  import SwiftUI

  /// The screen of a product, with links to related products, which push further screens of this
  /// type.
  struct ProductView: View {
    let id: Product.ID

    @Environment(ShopNavigation.self) private var navigation
    @Environment(\.supportsMultipleWindows) private var hasWindows
    @Environment(\.openWindow) private var openWindow
    @RestoredState("related") private var showsRelated = false

    private var product: Product? { Catalogue.current[id] }

    var body: some View {
      content
        // "Recently viewed", search and the Back menu show this title, too. `nil`, for a product
        // that is no longer for sale, keeps the title that the item has.
        .navTitle(product?.name)
    }

    @ViewBuilder private var content: some View {
      if let product {
        List {
          Section(product.price) {
            Text(product.blurb)
          }
          Section("Do something") {
            Button("Write a review") { navigation.review.present(.review(product: id)) }
            Button("Share") { navigation.share.present(.share(product: id)) }
            if hasWindows { Button("Open in a new window", action: openInNewWindow) }
            Button("Forget that I saw this", role: .destructive, action: forget)
          }
          Section("Goes well with") {
            Button(showsRelated ? "Hide" : "Show") { showsRelated.toggle() }
            if showsRelated {
              ForEach(related(to: product)) { other in
                NavigationLink(value: ShopRoute.product(id: other.id)) {
                  ProductRow(product: other)
                }
              }
            }
          }
        }
      } else {
        ContentUnavailableView("Not for sale any more", systemImage: "bag")
      }
    }

    private func related(to product: Product) -> [Product] {
      Catalogue.current.products.filter { $0.id % 100 == id % 100 && $0 != product }
    }

    /// Opens a new window that shows this product. Sets the stack of a new scene, and then opens a
    /// window with the new scene.
    private func openInNewWindow() {
      let scene = NavScene()
      let there = ShopNavigation(
        window: NavWindow(scene: scene, account: navigation.window.account))
      there.columns.select(
        ShopSelection(department: product?.department), path: [.product(id: id)])
      openWindow(value: scene)
    }

    /// Removes the product from the history and from saved stacks. This screen of the product stays
    /// visible until the user leaves it.
    private func forget() {
      let history = navigation.window.history(of: ShopRoute.self)
      Task { try? await history.forget(.item(.product(id: id))) }
    }
  }
#endif
