import Foundation
import NavStore

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

  /// In no mixed routes.
  struct Stranger: NavRoute {
    let name: String
  }

  static let routes = NavStore.Routes.mixed(Shop.self, Auth.self, Article.self)

  /// One of each type.
  static let path = anyRoutes(Shop.category("shoes"), Auth.login, Article.page(7))
}

extension [AnyNavRoute] {
  /// The routes as text, for comparing.
  var texts: [String] { map { "\($0)" } }
}

/// Routes of several types, as a mixed stack holds them.
func anyRoutes(_ routes: any NavRoute...) -> [AnyNavRoute] {
  routes.map { AnyNavRoute($0) }
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
