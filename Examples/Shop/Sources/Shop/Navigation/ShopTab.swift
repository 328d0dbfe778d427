#if canImport(SwiftUI)
  /// The tabs of a narrow window. The raw value of a tab is the stored name of the tab's
  /// stack, so the raw value must never change.
  enum ShopTab: String, Codable, CaseIterable {
    case browse, search, account

    var title: String {
      switch self {
      case .browse: "Browse"
      case .search: "Search"
      case .account: "Account"
      }
    }

    var symbol: String {
      switch self {
      case .browse: "bag"
      case .search: "magnifyingglass"
      case .account: "person"
      }
    }
  }
#endif
