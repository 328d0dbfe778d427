#if canImport(SwiftUI)
  import NavRouting
  import SwiftUI

  /// Searches the goods, and first of all what the user has seen before.
  struct SearchView: View {
    @Environment(ShopNavigation.self) private var navigation
    @NavState("query") private var query = ""

    var body: some View {
      List {
        if !query.isEmpty {
          Section("You have seen") {
            RecentRows(query: .search(query, limit: 5), account: navigation.account)
          }
          Section("All goods") {
            ForEach(Catalogue.current.products(named: query)) { product in
              NavLink(ShopRoute.product(id: product.id)) { ProductRow(product: product) }
            }
          }
        }
      }
      .searchable(text: $query)
      .navTitle("Search")
    }
  }
#endif
