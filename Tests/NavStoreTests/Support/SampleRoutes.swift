import NavStore

/// The routes of a small shop. Its cases have no value, an unnamed value, named and optional
/// values, or a structure.
enum AppRoute: NavRoute {
  case home
  case category(String)
  case product(id: Int, tab: String?)
  case book(Book)
  case settings
}

struct Book: Codable, Hashable, Sendable {
  var id: String
  var title: String
}

extension AppRoute {
  /// Returns the route for a number. Equal numbers give equal routes. Seven consecutive numbers
  /// give every case, with `tab` and without it.
  static func make(_ number: Int = 0) -> AppRoute {
    switch number % 7 {
    case 0: .home
    case 1: .category("category \(number / 7)")
    case 2: .product(id: number / 7, tab: nil)
    case 3: .product(id: number / 7, tab: "reviews")
    case 4: .book(Book(id: "b\(number / 7)", title: "Żółw \"\(number)\" / {\\}"))
    case 5: .book(Book(id: "b\(number / 7)", title: "another edition"))
    default: .settings
    }
  }

  static func make(count: Int) -> [AppRoute] {
    (0..<count).map { .make($0) }
  }
}

/// A route that consists of a string, so that tests can name their screens by letters.
struct Page: NavRoute, ExpressibleByStringLiteral, CustomStringConvertible {
  var name: String

  init(stringLiteral name: String) {
    self.name = name
  }

  init(_ name: String) {
    self.name = name
  }

  var description: String { name }
}

/// A route that is compared by its id alone, as an app compares a model that it loads again.
struct Model: NavRoute {
  var id: Int
  var text: String

  static func == (a: Model, b: Model) -> Bool { a.id == b.id }
  func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// A route with a case that cannot be encoded.
enum Flaky: NavRoute {
  case page(Int)
  case unencodable

  private enum CodingKeys: CodingKey {
    case page
  }

  struct Refusal: Error {}

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self = .page(try container.decode(Int.self, forKey: .page))
  }

  func encode(to encoder: any Encoder) throws {
    guard case .page(let number) = self else { throw Refusal() }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(number, forKey: .page)
  }
}

/// A route whose payload can have any size.
struct Blob: NavRoute {
  var text: String

  /// Makes a route whose JSON has exactly `payloadBytes` bytes.
  static func make(payloadBytes count: Int) -> Blob {
    Blob(text: String(repeating: "x", count: count - #"{"text":""}"#.utf8.count))
  }
}
