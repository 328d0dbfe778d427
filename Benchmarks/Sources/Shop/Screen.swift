/// The routes of a small shop, as an app declares them. Without NavStore: programs that are compared
/// with it share them.
package enum Screen: Codable, Hashable, Sendable {
  case category(String)
  case product(id: Int, tab: String?)
  case article(Article)
  case settings

  /// What it is stored under, by NavStore and by whoever writes a store without it.
  package static let tag = "Screen"

  package struct Article: Codable, Hashable, Sendable {
    package let id: Int
    package let title: String

    package init(id: Int, title: String) {
      self.id = id
      self.title = title
    }
  }
}

extension Screen {
  /// Variety by number; neighbours differ, and all cases turn up.
  package static func make(_ number: Int) -> Screen {
    switch number % 4 {
    case 0: .category("category \(number)")
    case 1: .product(id: number, tab: number % 8 == 1 ? "reviews" : nil)
    case 2: .article(Article(id: number, title: "What to know about number \(number)"))
    default: number % 8 == 3 ? .settings : .product(id: number, tab: "sizes")
    }
  }

  /// A stack for the scene of that number.
  package static func stack(depth: Int, scene: Int) -> [Screen] {
    (0..<depth).map { make(scene * depth + $0) }
  }
}
