import NavStore

/// The routes of a small shop, as an app declares them.
enum Screen: NavRoute {
  case category(String)
  case product(id: Int, tab: String?)
  case article(Article)
  case settings

  struct Article: Codable, Hashable, Sendable {
    let id: Int
    let title: String
  }
}

extension Screen {
  /// Variety by number; neighbours differ, and all cases turn up.
  static func make(_ number: Int) -> Screen {
    switch number % 4 {
    case 0: .category("category \(number)")
    case 1: .product(id: number, tab: number % 8 == 1 ? "reviews" : nil)
    case 2: .article(Article(id: number, title: "What to know about number \(number)"))
    default: number % 8 == 3 ? .settings : .product(id: number, tab: "sizes")
    }
  }

  /// A stack for the scene of that number.
  static func stack(depth: Int, scene: Int) -> [Screen] {
    (0..<depth).map { make(scene * depth + $0) }
  }
}
