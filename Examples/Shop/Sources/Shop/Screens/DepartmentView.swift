#if canImport(SwiftUI)
  import NavRouting
  import SwiftUI

  /// The screen with the products of a department. The id of the topmost visible row is saved as a
  /// value of the visit. Going back to the screen, or a relaunch, restores the scroll position from
  /// this value.
  struct DepartmentView: View {
    let department: Department

    @RestoredState("scroll") private var anchor: Product.ID?

    var body: some View {
      ScrollingRows(anchor: $anchor) {
        ForEach(Catalogue.current.products(in: department)) { product in
          NavigationLink(value: ShopRoute.product(id: product.id)) { ProductRow(product: product) }
        }
      }
      .navTitle(department.title)
    }
  }

  struct ProductRow: View {
    let product: Product

    var body: some View {
      VStack {
        Text(product.name).headline()
        Text(product.price).secondary()
      }
    }
  }
#endif
