#if canImport(SwiftUI)
  import NavRouting
  import SwiftUI

  /// The screen with the 100 items viewed last, the latest first. While the screen is visible, its
  /// list is updated when the history changes.
  struct HistoryView: View {
    var body: some View {
      NavHistoryItems(.recent(limit: 100), of: ShopRoute.self) { items in
        List(items) { RecentRow(item: $0) }
      }
      .navTitle("Recently viewed")
    }
  }
#endif
