#if canImport(SwiftUI)
  import NavRouting
  import SwiftUI

  /// Rows of the history that follow it, for a section of a list.
  struct RecentRows: View {
    let query: NavStore.ItemQuery
    let account: String

    var body: some View {
      NavItems(as: ShopRoute.self, query, account: account, store: .shop) { items in
        if items.isEmpty { Text("Nothing yet").secondary() }
        ForEach(items) { RecentRow(item: $0) }
      }
    }
  }

  /// One of them: its title, and how long ago it was viewed.
  struct RecentRow: View {
    let item: NavStore.Item<ShopRoute>

    var body: some View {
      NavLink(item.route) {
        VStack {
          Text(item.title ?? "Untitled")
          Text(item.lastVisitedAt, style: .relative).secondary()
        }
      }
    }
  }
#endif
