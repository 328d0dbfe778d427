#if canImport(SwiftUI)
  import NavRouting
  import SwiftUI

  /// Everything that was viewed, the latest first; it follows the history while it is on screen.
  struct HistoryView: View {
    var body: some View {
      RecentlyViewed(of: ShopRoute.self, .recent(limit: 100)) { item in
        RecentRow(item: item)
      }
      .navTitle("Recently viewed")
    }
  }
#endif
