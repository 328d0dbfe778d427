#if canImport(SwiftUI)
  import NavRouting
  import SwiftUI

  /// A product and related products, on a stack as deep as the user likes.
  struct ProductView: View {
    let id: Product.ID

    @Environment(ShopNavigation.self) private var navigation
    @Environment(\.supportsMultipleWindows) private var hasWindows
    @Environment(\.openWindow) private var openWindow
    @RestoredState("related") private var showsRelated = false

    private var product: Product? { Catalogue.current[id] }

    var body: some View {
      content
        // History, search and the Back menu show this title, too. `nil` keeps the previous title.
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

    /// Opens a window that starts on this product. Its stack is set before the window exists.
    private func openInNewWindow() {
      let scene = NavScene()
      let there = ShopNavigation(
        window: NavWindow(scene: scene, account: navigation.window.account))
      there.columns.select(
        ShopSelection(department: product?.department), path: [.product(id: id)])
      openWindow(value: scene)
    }

    /// Removes the product from recents, search and all stacks. This screen is kept until the user
    /// leaves it.
    private func forget() {
      let history = navigation.window.history(of: ShopRoute.self)
      Task { try? await history.forget(.item(.product(id: id))) }
    }
  }
#endif
