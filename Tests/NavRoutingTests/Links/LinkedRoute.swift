import Foundation
import NavRouting

/// The routes of a shop, and of its search.
enum LinkedRoute: NavRoute {
  case home
  case category(String)
  case product(id: Int)
  case cart
  case profile(user: Int)
  case search(String, page: Int?, tags: [String])
  case file([String])
  case genre(Genre)
  case document(UUID)
}

enum Genre: String, Codable, NavLinkValue { case crime, poetry }

extension NavLinks where Route == LinkedRoute {
  /// What the shop opens.
  static var shop: NavLinks {
    NavLinks(schemes: ["app"], hosts: ["example.com"]) {
      NavPattern("cart", .cart)
      NavPattern("home")
      NavPattern("product?id={id}", LinkedRoute.product(id:))
      NavPattern("profile?user={user}", LinkedRoute.profile(user:))
      NavPattern("category/{name}", LinkedRoute.category)
      NavPattern("category/sale", .category("all sales"))
      NavPattern("category/{name}/product/{id}") { (name: String, id: Int) in
        [.category(name), .product(id: id)]
      }
      NavPattern("search?q={text}&page={page}&tag={tags}", LinkedRoute.search)
      NavPattern("files/{path*}", LinkedRoute.file)
      NavPattern("genre/{genre}", LinkedRoute.genre)
      NavPattern("document/{id}", LinkedRoute.document)
      NavPattern("even/{id}") { (id: Int) in id.isMultiple(of: 2) ? .product(id: id) : nil }
    }
  }
}

/// A clock by hand.
final class LinkClock: @unchecked Sendable {
  private let lock = NSLock()
  private var time = Date(timeIntervalSince1970: 1_700_000_000)

  var now: Date { lock.withLock { time } }

  func advance(by seconds: Double) {
    lock.withLock { time += seconds }
  }
}

/// SplitMix64 (<https://prng.di.unimi.it/splitmix64.c>): the same numbers for the same seed.
struct LinkRandom: RandomNumberGenerator {
  private var state: UInt64

  /// With `NAVSTORE_SEED` from the environment, to repeat a run. Says which.
  init(for test: String = #function) {
    let given = ProcessInfo.processInfo.environment["NAVSTORE_SEED"].flatMap { UInt64($0) }
    state = given ?? .random(in: 0...UInt64.max)
    print("\(test): NAVSTORE_SEED=\(state)")
  }

  static let isSoak = ProcessInfo.processInfo.environment["NAVSTORE_SOAK"] == "1"

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
