#if canImport(SwiftUI)
  import NavRouting
  import SwiftUI

  /// The screen that searches the titles in the history and the names of all products. The search
  /// text is restored with the screen.
  struct SearchView: View {
    @RestoredState("query") private var query = ""

    var body: some View {
      NavHistoryItems(.search(query, limit: 5), of: ShopRoute.self) { seen in
        List {
          if !query.isEmpty {
            Section("You have seen") {
              ForEach(seen) { RecentRow(item: $0) }
            }
            Section("All goods") {
              ForEach(Catalogue.current.products(named: query)) { product in
                NavigationLink(value: ShopRoute.product(id: product.id)) {
                  ProductRow(product: product)
                }
              }
            }
          }
        }
      }
      .searchable(text: $query)
      .navTitle("Search")
    }
  }
#endif
