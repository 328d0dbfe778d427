import Foundation
import NavStore
import TestSupport

/// The route types of an app with mixed stacks.
enum Mixed {
  enum Shop: NavRoute {
    case category(String)
    case product(id: Int)
    case cart
  }

  enum Auth: NavRoute {
    case login
    case code(phone: String)
  }

  /// A type that an older build called `Leaf`, with the case `category` instead of `page`.
  enum Article: NavRoute {
    case page(Int)
    case cover

    static let coding: NavCoding<Self> = .codable(
      formerNames: ["Mixed.Leaf"], renaming: ["category": "page"])
  }

  /// A type that isn't in any mixed stack.
  struct Stranger: NavRoute {
    let name: String
  }

  typealias Screen = AnyScreen<ThreeTypes<Shop, Auth, Article>>

  /// A path with one route of each type.
  static let path: [Screen] = anyRoutes(Shop.category("shoes"), Auth.login, Article.page(7))
}

/// The page number of an article, stored as the article. 0 is never stored, and 13 is never
/// restored.
struct ArticleNumber: NavElement, ExpressibleByIntegerLiteral, CustomStringConvertible {
  let value: Int

  static let coding = NavCoding<ArticleNumber>.stored(as: Mixed.Article.self) { number in
    number.value == 0 ? nil : .page(number.value)
  } from: { article in
    guard case .page(let value) = article, value != 13 else { throw Flaky.Refusal() }
    return ArticleNumber(value: value)
  }

  var description: String { "\(value)" }

  init(value: Int) {
    self.value = value
  }

  init(integerLiteral value: Int) {
    self.value = value
  }
}

/// Returns the code of the error that `body` throws, or `nil` if it throws another error or none.
func errorCode<T>(_ body: () throws -> T) -> NavStore.Error.Code? {
  do {
    _ = try body()
    return nil
  } catch {
    return (error as? NavStore.Error)?.code
  }
}
