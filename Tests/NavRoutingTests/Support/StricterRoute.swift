import NavRouting
import NavStore

/// A later version of ``NumberRoute`` with the same tag, which decodes only numbers below 100.
struct StricterRoute: NavRoute {
  static let coding: NavCoding<Self> = .codable(name: RouteTag.of(NumberRoute.self))
  let number: Int

  init(number: Int) { self.number = number }

  private enum CodingKeys: CodingKey { case number }

  struct TooLarge: Error {}

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    number = try container.decode(Int.self, forKey: .number)
    if number >= 100 { throw TooLarge() }
  }
}
