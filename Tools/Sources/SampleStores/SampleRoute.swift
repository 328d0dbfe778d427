import NavStore

/// The screens of a fictional shop, of several kinds.
public enum SampleRoute: NavRoute {
  case category(String)
  case product(id: Int)
  case review(product: Int, number: Int)
  case search(String)
  case order(id: Int)
  case settings

  /// The coding, which stores the type under the name `Shop`.
  public static var coding: NavCoding<Self> { .codable(name: "Shop") }

  /// The title of the screen.
  public var title: String? {
    let colours = ["Blue", "Green", "Red", "Grey", "White", "Yellow", "Black", "Brown"]
    let things = ["kettle", "lamp", "chair", "desk", "bottle", "jacket", "tent", "radio", "clock"]
    return switch self {
    case .category(let name): "All \(name)"
    case .product(let id):
      "\(colours[id % colours.count]) \(things[id / 8 % things.count]) \(id)"
    case .review(let product, let number): "Review \(number) of \(product)"
    case .search(let text): "“\(text)”"
    case .order(let id): "Order \(id)"
    case .settings: "Settings"
    }
  }
}

/// A screen of an encyclopedia.
public struct ArticleRoute: NavRoute {
  /// The name of the article, as in its URL, with percent encoding and underscores.
  public let article: String

  /// Creates the route of an article.
  public init(article: String) {
    self.article = article
  }

  /// The coding, which stores the type under the name `Article`.
  public static var coding: NavCoding<Self> { .codable(name: "Article") }
}
