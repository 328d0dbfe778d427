import Foundation
import NavStore
import Testing

@testable import NavStoreTesting

@Suite struct EvolutionTests {
  let place: GoldenPlace

  init() throws {
    place = try GoldenPlace()
    try RouteContract.check(ShopRoute.samples, recording: .always, beside: place.testFile)
  }

  private func violation<R: NavRoute>(of samples: [R]) throws -> RouteContract.Violation {
    let text = try place.text()
    let violation = try #require(throws: RouteContract.Violation.self) {
      try RouteContract.check(samples, recording: .always, beside: place.testFile)
    }
    #expect(try place.text() == text)
    #expect(place.files == ["Shop.json"])
    let waysOut = ["all in its coding:", "in formerNames;", "in renaming;", "a step in upgrade."]
    for word in waysOut { #expect(violation.description.contains(word)) }
    return violation
  }

  private func check<R: NavRoute>(_ samples: [R]) throws -> RouteContract.Outcome {
    try RouteContract.check(samples, recording: .always, beside: place.testFile)
  }

  // MARK: Cases

  @Test("A renamed case is a violation that suggests a coding with the renaming")
  func renamedCase() throws {
    let violation = try violation(of: CaseRenamed.samples)
    #expect(violation.findings.map(\.kind) == [.caseGone])
    #expect(violation.findings[0].names == ["product"])
    let message = violation.findings[0].message
    #expect(message.contains("the case product is not there any longer"))
    #expect(message.contains(#"stored: {"product":{"id":7}}, tag Shop, version 1"#))
    #expect(message.contains(#"now:    {"item":{"id":7}}, tag Shop, version 1"#))
    #expect(message.contains(#"renaming: ["product": "item"]"#))
  }

  @Test("A case that is renamed in the coding passes, and both stored forms are kept")
  func renamedCaseInGoodOrder() throws {
    let outcome = try check(CaseRenamedInGoodOrder.samples)
    #expect(outcome.change == .extended)
    #expect(outcome.evolved == ["product"])
    #expect(outcome.added.isEmpty)
    let golden = try GoldenFile(Data(contentsOf: place.url()))
    let products = golden.entries.filter { $0.name == "product" }
    #expect(
      products.map(\.payload.text) == [#"{"product":{"id":7}}"#, #"{"item":{"id":7}}"#])
    #expect(try check(CaseRenamedInGoodOrder.samples).change == .unchanged)
  }

  @Test("If a case could be renamed to several cases, all of them are suggested")
  func ambiguousRename() throws {
    let violation = try violation(of: TwoNewCases.samples)
    let message = try #require(violation.findings.first).message
    #expect(message.contains("one of basket, wallet"))
    #expect(message.contains(#"renaming: ["cart": "basket"]"#))
    #expect(message.contains(#"renaming: ["cart": "wallet"]"#))
  }

  @Test("The suggested coding keeps earlier renamings")
  func secondRename() throws {
    _ = try check(CaseRenamedInGoodOrder.samples)
    let violation = try violation(of: SecondRename.samples)
    #expect(
      violation.findings.allSatisfy {
        $0.message.contains(#"renaming: ["item": "article", "product": "item"]"#)
      }, "\(violation)")
  }

  @Test("A removed case is a violation that suggests an upgrade step")
  func removedCase() throws {
    let violation = try violation(of: CaseRemoved.samples)
    #expect(violation.findings.map(\.kind) == [.caseGone])
    let message = violation.findings[0].message
    #expect(message.contains("the case product is not there any longer"))
    #expect(message.contains(#"["product": "<its new name>"]"#))
    #expect(message.contains("version: 2"))
    #expect(
      message.contains(
        """
              if version == 1 {
                if json["product"] != nil {
                  json = .object(["<another case>": .object([:])])
                }
              }
        """))
  }

  @Test("The step for a removed case of an enum with raw values compares strings")
  func removedRawCase() throws {
    let url = place.url("Raw.json")
    try RouteContract.check([RawBefore.first, .second], golden: url, recording: .always)
    let violation = try #require(throws: RouteContract.Violation.self) {
      try RouteContract.check([RawAfter.second], golden: url, recording: .always)
    }
    #expect(violation.findings.map(\.kind) == [.caseGone])
    #expect(violation.description.contains(#"if json == .string("first") {"#))
    #expect(violation.description.contains(#"json = .string("<another case>")"#))
  }

  // MARK: Types

  @Test("A renamed type without a file is a violation that suggests the former name")
  func renamedType() throws {
    let violation = try violation(of: TypeRenamed.samples)
    #expect(violation.findings.map(\.kind) == [.unknownType])
    #expect(violation.findings[0].names == ["cart", "category", "product"])
    let message = violation.findings[0].message
    #expect(message.contains("Shop.json fits the samples"))
    #expect(message.contains(#"stored: {"cart":{}}, tag Shop, version 1"#))
    #expect(message.contains(#"now:    {"cart":{}}, tag Store, version 1"#))
    #expect(
      message.contains(
        #"static let coding = NavCoding<TypeRenamed>.codable(name: "Store", formerNames: ["Shop"])"#
      ))
    #expect(message.contains(#"notRenamedFrom: ["Shop"]"#))
  }

  @Test("A renamed type is also found in a golden file that the test names")
  func renamedTypeWithFile() throws {
    let violation = try #require(throws: RouteContract.Violation.self) {
      try RouteContract.check(TypeRenamed.samples, golden: place.url(), recording: .always)
    }
    #expect(violation.findings.map(\.kind) == [.unknownType])
    #expect(
      violation.description.contains(
        #"static let coding = NavCoding<TypeRenamed>.codable(name: "Store", formerNames: ["Shop"])"#
      ))
  }

  @Test("A renamed type is found even if it gained or lost samples")
  func renamedAndChanged() throws {
    let grown = try violation(of: TypeRenamed.samples + [.product(id: 8)])
    #expect(grown.findings.map(\.kind) == [.unknownType])
    let shrunk = try violation(of: Array(TypeRenamed.samples.dropFirst()))
    #expect(shrunk.findings.map(\.kind) == [.unknownType])
  }

  @Test("A type renamed with its former name keeps its file")
  func renamedTypeInGoodOrder() throws {
    let outcome = try check(TypeRenamedInGoodOrder.samples)
    #expect(outcome.evolved == ["category", "product", "cart"])
    #expect(outcome.notes == RouteContract.Notes())
    #expect(place.files == ["Shop.json"])
    #expect(try check(TypeRenamedInGoodOrder.samples).change == .unchanged)
  }

  @Test("A type with the samples of another type can be declared as not renamed")
  func twin() throws {
    let outcome = try RouteContract.check(
      TypeRenamed.samples, notRenamedFrom: ["Shop"], recording: .always, beside: place.testFile)
    #expect(outcome.change == .written)
    #expect(place.files == ["Shop.json", "Store.json"])
  }

  @Test("A type that shares only some samples of another type is not treated as renamed")
  func neighbour() throws {
    let outcome = try check([Neighbour.cart, .help])
    #expect(outcome.change == .written)
    #expect(place.files == ["Neighbour.json", "Shop.json"])
  }

  @Test("A type with files under two of its tags is compared with both files")
  func twoFiles() throws {
    try RouteContract.check(
      [TypeRenamed.product(id: 9)], notRenamedFrom: ["Shop"], recording: .always,
      beside: place.testFile)
    #expect(place.files == ["Shop.json", "Store.json"])
    // With one version for both tags, routes that are stored under "Store" would become other
    // items.
    let tooSimple = try #require(throws: RouteContract.Violation.self) {
      try check(TypeRenamedInGoodOrder.samples + [.product(id: 9)])
    }
    #expect(tooSimple.findings.map(\.kind) == [.historyChanged])

    let samples: [RenamedTwice] = [.category("shoes"), .product(id: 7), .cart, .product(id: 9)]
    #expect(try check(samples).change == .extended)
    try place.write(
      try place.text("Store.json").replacingOccurrences(of: ":9}", with: ":null}"),
      to: "Store.json")
    let violation = try #require(throws: RouteContract.Violation.self) { try check(samples) }
    #expect(violation.findings.map(\.kind) == [.payloadChanged])
    #expect(violation.findings[0].message.hasPrefix("In Store.json: product: "))
  }
}

private enum RenamedTwice: NavRoute {
  static let coding: NavCoding<Self> = .codable(name: "Store", formerNames: ["Shop"], version: 2)
  case category(String)
  case product(id: Int)
  case cart
}

private enum RawBefore: String, NavRoute {
  case first, second
  static let coding: NavCoding<Self> = .codable(name: "Raw")
}

private enum RawAfter: String, NavRoute {
  case second
  static let coding: NavCoding<Self> = .codable(name: "Raw")
}

private enum TwoNewCases: NavRoute {
  static let coding: NavCoding<Self> = .codable(name: "Shop")
  case category(String)
  case product(id: Int)
  case wallet
  case basket

  static let samples: [TwoNewCases] = [.category("shoes"), .product(id: 7), .wallet, .basket]
}

private enum SecondRename: NavRoute {
  static let coding: NavCoding<Self> = .codable(name: "Shop", renaming: ["product": "item"])
  case category(String)
  case article(id: Int)
  case cart

  static let samples: [SecondRename] = [.category("shoes"), .article(id: 7), .cart]
}

private enum Neighbour: NavRoute {
  static let coding: NavCoding<Self> = .codable(name: "Neighbour")
  case cart
  case help
}
