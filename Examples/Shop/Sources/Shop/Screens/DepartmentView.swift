#if canImport(SwiftUI)
  import NavRouting
  import SwiftUI

  /// The products of a department. The row at the top is saved with the visit, so that going back
  /// or relaunching restores the scroll position.
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
