#if canImport(SwiftUI)
  import NavRouting
  import SwiftUI

  /// All viewed screens, the latest first. The list follows the history while it is on screen.
  struct HistoryView: View {
    var body: some View {
      NavHistoryItems(.recent(limit: 100), of: ShopRoute.self) { items in
        List(items) { RecentRow(item: $0) }
      }
      .navTitle("Recently viewed")
    }
  }
#endif
