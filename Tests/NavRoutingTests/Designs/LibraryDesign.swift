import Foundation
import NavRouting
import NavStore
import TestSupport

/// The fifth reference design: a media library with history.
enum LibraryDesign {
  /// A model that is identified by its id. Its data may be newer than the data in a saved path.
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

  /// The elements of a path of strings and numbers.
  typealias Value = AnyScreen<TwoTypes<String, Int>>

  /// A route that counts its decodings.
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

/// The methods of the design's own library.
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
