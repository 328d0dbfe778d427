#if canImport(SwiftUI)
  import NavRouting
  import SwiftUI

  /// Everything that was viewed, the latest first; it follows the history while it is on screen.
  struct HistoryView: View {
    @Environment(ShopNavigation.self) private var navigation

    var body: some View {
      RecentlyViewed(
        as: ShopRoute.self, .recent(limit: 100), account: navigation.account, store: .shop
      ) { item in
        RecentRow(item: item)
      }
      .navTitle("Recently viewed")
    }
  }
#endif
