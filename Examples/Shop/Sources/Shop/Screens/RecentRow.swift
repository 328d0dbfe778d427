#if canImport(SwiftUI)
  import NavRouting
  import SwiftUI

  /// A row for an item of the history: its title, and the time since its last visit.
  struct RecentRow: View {
    let item: NavItem<ShopRoute>

    var body: some View {
      NavigationLink(value: item.route) {
        VStack {
          Text(item.title ?? "Untitled")
          Text(item.lastVisitedAt, style: .relative).secondary()
        }
      }
    }
  }
#endif
