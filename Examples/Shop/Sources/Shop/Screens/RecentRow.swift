#if canImport(SwiftUI)
  import NavRouting
  import SwiftUI

  /// Something that was viewed: its title, and how long ago that was.
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
