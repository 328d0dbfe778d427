import Foundation
import NavStore
import Testing

@testable import NavStoreTesting

@Suite("Misspelled or wrongly typed requirements")
struct MisspeltTests {
  let place: GoldenPlace

  init() throws {
    place = try GoldenPlace()
  }

  private func violation<R: NavRoute, S: NavRoute>(
    of samples: [S], after recorded: [R]
  ) throws -> RouteContract.Violation {
    let golden = place.url("\(S.self).json")
    try RouteContract.check(recorded, golden: golden, recording: .always)
    return try #require(throws: RouteContract.Violation.self) {
      try RouteContract.check(samples, golden: golden, recording: .always)
    }
  }

  @Test("A violation mentions a misspelled coding as a possible cause")
  func form() throws {
    let violation = try violation(of: MisspeltForm.samples, after: ShopRoute.samples)
    #expect(violation.findings.map(\.kind) == [.unknownType])
    #expect(violation.description.contains("no coding of its own"))
    #expect(violation.description.contains("NavCoding<MisspeltForm>"))
  }

  @Test("A violation mentions routeTraits of the wrong type as a possible cause")
  func traits() throws {
    let violation = try violation(of: WronglyTyped.samples, after: Keyed.samples)
    #expect(violation.findings.map(\.kind) == [.historyChanged])
    #expect(violation.description.contains("no routeTraits of its own"))
    #expect(violation.description.contains("NavRouteTraits"))
  }

  @Test("A violation of a type with both requirements mentions neither")
  func both() throws {
    let renamed = try violation(of: TypeRenamed.samples, after: ShopRoute.samples)
    #expect(!renamed.description.contains("of its own"))
    let rekeyed = try violation(of: Rekeyed.samples, after: Keyed.samples)
    #expect(rekeyed.findings.map(\.kind) == [.historyChanged])
    #expect(!rekeyed.description.contains("of its own"))
  }
}

enum MisspeltForm: NavRoute {
  static let codings = NavCoding<MisspeltForm>.codable(name: "Shop")
  case category(String)
  case product(id: Int)
  case cart

  static let samples: [MisspeltForm] = [.category("shoes"), .product(id: 7), .cart]
}

struct Keyed: NavRoute {
  static let coding: NavCoding<Self> = .codable(name: "Keyed")
  let id: Int
  var routeTraits: NavRouteTraits { .init(itemID: "page \(id)") }

  static let samples = [Keyed(id: 7)]
}

struct WronglyTyped: NavRoute {
  static let coding: NavCoding<Self> = .codable(name: "Keyed")
  let id: Int
  var routeTraits: String { "page \(id)" }

  static let samples = [WronglyTyped(id: 7)]
}

struct Rekeyed: NavRoute {
  static let coding: NavCoding<Self> = .codable(name: "Keyed")
  let id: Int
  var routeTraits: NavRouteTraits { .init(itemID: "document \(id)") }

  static let samples = [Rekeyed(id: 7)]
}
