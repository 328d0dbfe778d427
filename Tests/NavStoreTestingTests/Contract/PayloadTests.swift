import Foundation
import NavStore
import Testing

@testable import NavStoreTesting

@Suite struct PayloadTests {
  let place: GoldenPlace

  init() throws {
    place = try GoldenPlace()
    try RouteContract.check(ShopRoute.samples, recording: .always, beside: place.testFile)
  }

  private func violation<R: NavRoute>(of samples: [R]) throws -> RouteContract.Violation {
    let text = try place.text()
    let violation = try #require(throws: RouteContract.Violation.self) { try check(samples) }
    #expect(try place.text() == text)
    return violation
  }

  @discardableResult
  private func check<R: NavRoute>(_ samples: [R]) throws -> RouteContract.Outcome {
    try RouteContract.check(samples, golden: place.url(), recording: .always)
  }

  @Test("A changed payload is a violation that suggests a version and an upgrade step")
  func changed() throws {
    let violation = try violation(of: PayloadChanged.samples)
    #expect(violation.findings.map(\.kind) == [.payloadChanged])
    #expect(violation.findings[0].names == ["product"])
    let message = violation.findings[0].message
    #expect(message.contains(#"stored: {"product":{"id":7}}, tag Shop, version 1"#))
    #expect(message.contains(#"now:    {"product":{"sku":7}}, tag Shop, version 1"#))
    #expect(
      message.contains(
        """
            static let coding = NavCoding<PayloadChanged>.codable(name: "Shop", version: 2) { json, version in
              if version == 1 {
                json["product"]?.rename("id", to: "sku")
              }
            }
        """))
  }

  @Test("A payload that is changed with a version and a step passes, and both forms are kept")
  func changedInGoodOrder() throws {
    let outcome = try check(PayloadChangedInGoodOrder.samples)
    #expect(outcome.evolved == ["category", "product", "cart"])
    #expect(outcome.notes.changedHistoryKeys == ["product"])
    let golden = try GoldenFile(Data(contentsOf: place.url()))
    #expect(golden.entries.map(\.version) == [1, 2, 1, 2, 1, 2])
    #expect(try check(PayloadChangedInGoodOrder.samples).change == .unchanged)
  }

  @Test("A step that no longer upgrades an old form is a violation")
  func brokenStep() throws {
    try check(PayloadChangedInGoodOrder.samples)
    let violation = try violation(of: BrokenStep.samples)
    #expect(violation.findings.map(\.kind) == [.valueChanged])
    #expect(violation.findings[0].names == ["product"])
    #expect(violation.findings[0].message.contains(#"back as: {"product":{"sku":0}}"#))
  }

  @Test("An old form that decodes to another sample is a violation")
  func otherSample() throws {
    try RouteContract.check(
      [ShopRoute.product(id: 7), .product(id: 0)], golden: place.url("p.json"), recording: .always)
    try RouteContract.check(
      [PayloadChangedInGoodOrder.product(sku: 7), .product(sku: 0)], golden: place.url("p.json"),
      recording: .always)
    let violation = try #require(throws: RouteContract.Violation.self) {
      try RouteContract.check(
        [BrokenStep.product(sku: 7), .product(sku: 0)], golden: place.url("p.json"),
        recording: .always)
    }
    #expect(violation.findings.map(\.kind) == [.valueChanged])
    #expect(violation.findings[0].names == ["product"])
    #expect(violation.findings[0].message.contains(#"back as: {"product":{"sku":0}}"#))
  }

  @Test("A step that throws, and a version without its step, are violations")
  func failingSteps() throws {
    let failed = try violation(of: ThrowingStep.samples)
    #expect(failed.findings.map(\.kind) == [.upgradeFailed, .upgradeFailed, .upgradeFailed])
    #expect(failed.description.contains("product: an upgrade step from version 1 on throws"))

    let forgotten = try violation(of: ForgottenStep.samples)
    #expect(forgotten.findings.map(\.kind) == [.payloadChanged])
    let message = forgotten.findings[0].message
    #expect(message.contains(#".codable(name: "Shop", version: 2)"#))
    #expect(message.contains("if version == 1 {"))
  }

  @Test("A form that changed under the same version is a violation, even if it still decodes")
  func silentlyChanged() throws {
    let url = place.url("Page.json")
    try RouteContract.check([Page(id: 7)], golden: url, recording: .always)
    let violation = try #require(throws: RouteContract.Violation.self) {
      try RouteContract.check([TabbedPage(id: 7)], golden: url, recording: .always)
    }
    #expect(violation.findings.map(\.kind) == [.formChanged])
    #expect(violation.description.contains(#"stored: {"id":7}, tag Page, version 1"#))
    #expect(violation.description.contains(#"now:    {"id":7,"tab":"all"}, tag Page, version 1"#))
    #expect(violation.description.contains(#"json["tab"] = .string("all")"#))
  }

  @Test("A value lost from an old form is a violation, even if the type compares only ids")
  func comparesByID() throws {
    try RouteContract.check(
      [Note(id: 1, title: "a")], golden: place.url("n.json"), recording: .always)
    let violation = try #require(throws: RouteContract.Violation.self) {
      try RouteContract.check(
        [RenamedNote(id: 1, name: "a")], golden: place.url("n.json"), recording: .always)
    }
    #expect(violation.findings.map(\.kind) == [.valueChanged])
    #expect(violation.description.contains(#"json.rename("title", to: "name")"#))
  }

  @Test("The suggested step has a line for each removed, added and changed member")
  func severalChanges() throws {
    let url = place.url("m.json")
    try RouteContract.check(
      [Members.one(a: 1, b: "x", c: true)], golden: url, recording: .always)
    let violation = try #require(throws: RouteContract.Violation.self) {
      try RouteContract.check(
        [OtherMembers.one(a: "1", d: 2.5, e: true)], golden: url, recording: .always)
    }
    let message = violation.findings[0].message
    #expect(message.contains(#"json["one"]?["b"] = nil"#))
    #expect(message.contains(#"json["one"]?.rename("c", to: "e")"#))
    #expect(message.contains(#"json["one"]?["d"] = .number(2.5)"#))
    #expect(message.contains(#"// "a" was 1 and is "1" now."#))
  }

  @Test("A changed history key is a violation under the same version, and a note under a new one")
  func historyKeys() throws {
    let same = try violation(of: OtherKeys<One>.samples)
    #expect(same.findings.map(\.kind) == [.historyChanged, .historyChanged, .historyChanged])
    #expect(same.description.contains(#".codable(name: "Shop", version: 2)"#))
    let raised = try check(OtherKeys<Two>.samples)
    #expect(raised.notes.changedHistoryKeys == ["cart", "category", "product"])
    #expect(raised.notes.sharedHistoryKeys == ["all": ["cart", "category", "product"]])
  }
}

private enum BrokenStep: NavRoute {
  static let coding: NavCoding<Self> = .codable(name: "Shop", version: 2) { json, _ in
    json["product"]?["sku"] = .integer(0)
  }
  case category(String)
  case product(sku: Int)
  case cart

  static let samples: [BrokenStep] = [.category("shoes"), .product(sku: 7), .cart]
}

private enum ThrowingStep: NavRoute {
  struct Refusal: Error {}
  static let coding: NavCoding<Self> = .codable(name: "Shop", version: 2) { _, _ in
    throw Refusal()
  }
  case category(String)
  case product(id: Int)
  case cart

  static let samples: [ThrowingStep] = [.category("shoes"), .product(id: 7), .cart]
}

private enum ForgottenStep: NavRoute {
  static let coding: NavCoding<Self> = .codable(name: "Shop", version: 2)
  case category(String)
  case product(sku: Int)
  case cart

  static let samples: [ForgottenStep] = [.category("shoes"), .product(sku: 7), .cart]
}

private protocol Version { static var number: Int { get } }
private enum One: Version { static let number = 1 }
private enum Two: Version { static let number = 2 }

private enum OtherKeys<V: Version>: NavRoute {
  static var coding: NavCoding<Self> { .codable(name: "Shop", version: V.number) }
  case category(String)
  case product(id: Int)
  case cart

  var routeTraits: NavRouteTraits { .init(itemID: "all") }
  static var samples: [Self] { [.category("shoes"), .product(id: 7), .cart] }
}

private struct Page: NavRoute {
  static let coding: NavCoding<Self> = .codable(name: "Page")
  let id: Int
}

private struct TabbedPage: NavRoute {
  static let coding: NavCoding<Self> = .codable(name: "Page")
  let id: Int
  var tab = "all"

  init(id: Int) { self.id = id }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(Int.self, forKey: .id)
    tab = try container.decodeIfPresent(String.self, forKey: .tab) ?? "all"
  }
}

private struct Note: NavRoute {
  static let coding: NavCoding<Self> = .codable(name: "Note")
  let id: Int
  var title: String?

  static func == (a: Self, b: Self) -> Bool { a.id == b.id }
  func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

private struct RenamedNote: NavRoute {
  static let coding: NavCoding<Self> = .codable(name: "Note")
  let id: Int
  var name: String?

  static func == (a: Self, b: Self) -> Bool { a.id == b.id }
  func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

private enum Members: NavRoute {
  static let coding: NavCoding<Self> = .codable(name: "Members")
  case one(a: Int, b: String, c: Bool)
}

private enum OtherMembers: NavRoute {
  static let coding: NavCoding<Self> = .codable(name: "Members")
  case one(a: String, d: Double, e: Bool)
}
