#if canImport(SwiftUI)
  /// What a window is about. The last one needs an account.
  enum ShopFlow: String, Codable {
    case splash, signIn, shop
  }
#endif
