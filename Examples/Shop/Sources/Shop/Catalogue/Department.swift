#if canImport(SwiftUI)
  import NavRouting

  /// A department of the shop. The raw values are in stored routes and in links, so they must never
  /// change.
  enum Department: String, Codable, CaseIterable, Identifiable {
    case tea, coffee, kitchen, books

    var id: Self { self }

    var title: String {
      switch self {
      case .tea: "Tea"
      case .coffee: "Coffee"
      case .kitchen: "Kitchen"
      case .books: "Books"
      }
    }

    var symbol: String {
      switch self {
      case .tea: "leaf"
      case .coffee: "cup.and.saucer"
      case .kitchen: "fork.knife"
      case .books: "book"
      }
    }
  }
#endif
