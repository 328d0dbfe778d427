import Foundation
import NavStore
import TestSupport

/// The route types of an app whose stacks hold several of them.
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

  /// Was `Leaf` once, and had its cases under other names.
  enum Article: NavRoute {
    case page(Int)
    case cover

    static let coding: NavCoding<Self> = .codable(
      formerNames: ["Mixed.Leaf"], renaming: ["category": "page"])
  }

  /// Of no mixed stack.
  struct Stranger: NavRoute {
    let name: String
  }

  typealias Screen = AnyScreen<ThreeTypes<Shop, Auth, Article>>

  /// One of each type.
  static let path: [Screen] = anyRoutes(Shop.category("shoes"), Auth.login, Article.page(7))
}

/// The number of an article's page, stored as the article. 0 is never stored, and 13 is never restored.
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

/// The code of what `body` throws; nil where it throws nothing, or something else.
func errorCode<T>(_ body: () throws -> T) -> NavStore.Error.Code? {
  do {
    _ = try body()
    return nil
  } catch {
    return (error as? NavStore.Error)?.code
  }
}
