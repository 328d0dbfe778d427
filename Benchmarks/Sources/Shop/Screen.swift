/// The routes of a small shop, as an app declares them. The type doesn't use NavStore, because the
/// compared programs without NavStore use the type, too.
package enum Screen: Codable, Hashable, Sendable {
  case category(String)
  case product(id: Int, tab: String?)
  case article(Article)
  case settings

  /// The tag under which NavStore stores the type. Plain C and GRDB write the same tag into a
  /// store.
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
  /// Returns the screen for a number. Consecutive numbers have different screens, and four
  /// consecutive numbers have all kinds of screens.
  package static func make(_ number: Int) -> Screen {
    switch number % 4 {
    case 0: .category("category \(number)")
    case 1: .product(id: number, tab: number % 8 == 1 ? "reviews" : nil)
    case 2: .article(Article(id: number, title: "What to know about number \(number)"))
    default: number % 8 == 3 ? .settings : .product(id: number, tab: "sizes")
    }
  }

  /// Returns a stack of `depth` screens for the scene with this number.
  package static func stack(depth: Int, scene: Int) -> [Screen] {
    (0..<depth).map { make(scene * depth + $0) }
  }
}
