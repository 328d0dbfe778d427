/// The routes of a small shop, as an app declares them. The file does not use NavStore, because
/// other programs in the comparison share it.
package enum Screen: Codable, Hashable, Sendable {
  case category(String)
  case product(id: Int, tab: String?)
  case article(Article)
  case settings

  /// The stored tag, for NavStore and for programs that write a store without it.
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
  /// Returns a screen for a number. Neighbors differ, and all cases occur.
  package static func make(_ number: Int) -> Screen {
    switch number % 4 {
    case 0: .category("category \(number)")
    case 1: .product(id: number, tab: number % 8 == 1 ? "reviews" : nil)
    case 2: .article(Article(id: number, title: "What to know about number \(number)"))
    default: number % 8 == 3 ? .settings : .product(id: number, tab: "sizes")
    }
  }

  /// Returns a stack for the scene with that number.
  package static func stack(depth: Int, scene: Int) -> [Screen] {
    (0..<depth).map { make(scene * depth + $0) }
  }
}
