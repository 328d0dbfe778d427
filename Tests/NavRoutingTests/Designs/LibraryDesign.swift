import Foundation
import NavRouting
import NavStore
import TestSupport

/// The fifth reference design: a media library with history.
enum LibraryDesign {
  /// A model that is compared by its id. A saved path may contain an older version of its data.
  struct Medium: Codable, Hashable, Identifiable, Sendable {
    let id: Int
    var title: String

    static func == (a: Medium, b: Medium) -> Bool { a.id == b.id }

    func hash(into hasher: inout Hasher) {
      hasher.combine(id)
    }
  }

  enum Route: NavRoute {
    case book(Medium), movie(Medium), song(Medium)
    case settings

    var title: String? {
      switch self {
      case .book(let medium), .movie(let medium), .song(let medium): medium.title
      case .settings: nil
      }
    }

    static func book(_ id: Int, _ title: String) -> Route { .book(Medium(id: id, title: title)) }
    static func movie(_ id: Int, _ title: String) -> Route { .movie(Medium(id: id, title: title)) }
    static func song(_ id: Int, _ title: String) -> Route { .song(Medium(id: id, title: title)) }
  }

  /// The type of the elements of a path that contains strings and numbers.
  typealias Value = AnyScreen<TwoTypes<String, Int>>

  /// A route type that counts how often its routes are decoded.
  struct Counted: NavRoute {
    static let coding: NavCoding<Self> = .codable(name: "LibraryDesign.Counted")
    static let decodings = Counter()
    let number: Int

    init(number: Int) { self.number = number }

    private enum CodingKeys: CodingKey {
      case number
    }

    init(from decoder: any Decoder) throws {
      number = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .number)
      Self.decodings.increment()
    }
  }
}

extension String: NavRoute {}
extension Int: NavRoute {}

/// The navigation methods that the app of this design defines.
extension NavRouter<LibraryDesign.Route> {
  func goToRoot() { popToRoot() }

  func goToSettings() {
    guard path.last != .settings else { return }
    push(.settings)
  }

  func showFavourites(_ favourites: [LibraryDesign.Route]) { path = favourites }
  func undo() -> Bool { back() }
  func redo() -> Bool { forward() }
}
