import Foundation
import NavStore
import Testing

@testable import NavStoreTesting

@Suite struct SampleTests {
  let place: GoldenPlace

  init() throws { place = try GoldenPlace() }

  private func violation<R: NavRoute>(of samples: [R]) throws -> RouteContract.Violation {
    let violation = try #require(throws: RouteContract.Violation.self) {
      try RouteContract.check(samples, recording: .always, beside: place.testFile)
    }
    #expect(place.files.isEmpty, "A violation is not recorded")
    return violation
  }

  // MARK: Order

  @Test("A Set in a route is a violation in the first run")
  func set() throws {
    let violation = try violation(of: [Unordered.tags(["a", "b"]), .plain([1, 2])])
    #expect(violation.findings.map(\.kind) == [.unstableEncoding])
    #expect(violation.findings[0].names == ["tags"])
    #expect(violation.description.contains("A Set has no order"))
    #expect(violation.description.contains(#"{"tags":{"_0":["a","b"]}}"#))
    #expect(violation.description.contains(#"{"tags":{"_0":["b","a"]}}"#))
  }

  @Test("A dictionary without string or integer keys is a violation in the first run")
  func dictionary() throws {
    let violation = try violation(of: [Unordered.counts([1.5: "x", 2.5: "y"])])
    #expect(violation.findings.map(\.kind) == [.unstableEncoding])
    #expect(violation.findings[0].names == ["counts"])
  }

  @Test("A Set that is stored sorted, and dictionaries by String and Int, pass")
  func sorted() throws {
    let sample = SortedTags(
      tags: ["c", "a", "b"], names: ["x": 1, "y": 2, "z": 3], numbers: [1: "x", 2: "y", 3: "z"])
    let outcome = try RouteContract.check(
      [sample], recording: .always, beside: place.testFile)
    #expect(outcome.change == .written)
  }

  @Test("An order that differs from an earlier process is found with the golden file")
  func earlierProcess() throws {
    let sample = SortedTags(tags: ["a", "b"], names: [:], numbers: [:])
    try RouteContract.check([sample], recording: .always, beside: place.testFile)
    let name = "SortedTags.json"
    let text = try place.text(name)
    try place.write(
      text.replacingOccurrences(of: #"["a","b"]"#, with: #"["b","a"]"#), to: name)
    let violation = try #require(throws: RouteContract.Violation.self) {
      try RouteContract.check([sample], recording: .always, beside: place.testFile)
    }
    #expect(violation.findings.contains { $0.kind == .unstableEncoding })
    #expect(violation.description.contains("in another order each time"))
  }

  // MARK: Encoding and decoding

  @Test("A sample that does not decode to itself is a violation")
  func irreversible() throws {
    let lossy = try violation(of: [Lossy(id: 7, name: "x")])
    #expect(lossy.findings.map(\.kind) == [.irreversible])
    #expect(lossy.description.contains("It comes back as another value"))
    let broken = try violation(of: [Broken(id: 7)])
    #expect(broken.findings.map(\.kind) == [.irreversible])
    #expect(broken.description.contains("It does not come back at all (undecodable)"))
  }

  @Test("A case whose name the coding renames to another case is a violation")
  func reusedName() throws {
    let violation = try violation(of: [ReusedName.product, .item])
    #expect(violation.findings.map(\.kind) == [.irreversible])
    #expect(violation.description.contains("renaming in coding sends product to item"))
  }

  @Test("A sample that can't be encoded is a violation that contains its position")
  func notEncodable() throws {
    let violation = try violation(of: [Refusing(id: 1), Refusing(id: 2)])
    #expect(violation.findings.map(\.kind) == [.notEncodable])
    #expect(violation.description.contains("at position 1"))
  }

  @Test("A number that is NaN or infinite passes, and is stored unchanged")
  func notANumber() throws {
    let samples = [Place(latitude: .nan), Place(latitude: .infinity), Place(latitude: 0.1)]
    try RouteContract.check(samples, recording: .always, beside: place.testFile)
    let again = try RouteContract.check(samples, recording: .never, beside: place.testFile)
    #expect(again.change == .unchanged)
  }

  @Test("No samples, and a type without a stable name, are violations")
  func nothingToCheck() throws {
    #expect(try violation(of: [ShopRoute]()).findings.map(\.kind) == [.noSamples])
    enum Local: NavRoute { case one }
    #expect(try violation(of: [Local.one]).findings.map(\.kind) == [.unstableRouteTag])
  }

  // MARK: Names and notes

  @Test("Samples are named by their case, and numbered from the second on")
  func names() throws {
    let mixed = try RouteContract.check(
      [ShopRoute.product(id: 1), .product(id: 2), .cart, .product(id: 3), .cart],
      recording: .always, beside: place.testFile)
    #expect(mixed.added == ["product", "product 2", "cart", "product 3"])
    let structs = try RouteContract.check(
      [Place(latitude: 1), Place(latitude: 2)], recording: .always, beside: place.testFile)
    #expect(structs.added == ["Place", "Place 2"])
    let raw = try RouteContract.check(
      [Raw.first, .second], recording: .always, beside: place.testFile)
    #expect(raw.added == ["first", "second"])
  }

  @Test("Samples that share an item are reported, but not refused")
  func sharedKeys() throws {
    let samples = [Tabbed.product(id: 7, tab: "info"), .product(id: 7, tab: "reviews")]
    let outcome = try RouteContract.check(samples, recording: .always, beside: place.testFile)
    #expect(outcome.notes.sharedHistoryKeys == ["Tabbed.product#7": ["product", "product 2"]])
    #expect(outcome.description.contains("(Tabbed.product#7): product, product 2."))
  }

  @Test("Cases and entries without a sample are reported")
  func withoutSample() throws {
    try RouteContract.check(
      ShopRoute.samples + [.product(id: 8)], recording: .always, beside: place.testFile)
    let outcome = try RouteContract.check(
      [ShopRoute.category("shoes"), .product(id: 7)], recording: .never, beside: place.testFile)
    #expect(outcome.change == .unchanged)
    #expect(outcome.notes.casesWithoutSample == ["cart"])
    #expect(outcome.notes.entriesWithoutSample == ["cart", "product 2"])
    #expect(outcome.description.contains("No sample for the cases: cart."))
  }

  @Test("Entries that decode to one sample are reported")
  func merged() throws {
    try RouteContract.check([Raw.first, .second], recording: .always, beside: place.testFile)
    let outcome = try RouteContract.check(
      [MergedRaw.second], recording: .always, beside: place.testFile)
    #expect(outcome.notes.mergedEntries == [["first", "second"]])
    #expect(outcome.description.contains("One sample stands for the entries: first, second."))
  }

  @Test("A case that is renamed to an existing case is a violation, because its item changes")
  func renamedToAnother() throws {
    try RouteContract.check([Raw.first, .second], recording: .always, beside: place.testFile)
    let violation = try #require(throws: RouteContract.Violation.self) {
      try RouteContract.check([RenamedRaw.second], recording: .always, beside: place.testFile)
    }
    #expect(violation.findings.map(\.kind) == [.historyChanged])
    #expect(violation.findings[0].names == ["second"])
  }
}

private enum Unordered: NavRoute {
  static let coding: NavCoding<Self> = .codable(name: "Unordered")
  case tags(Set<String>)
  case counts([Double: String])
  case plain([Int])
}

private struct SortedTags: NavRoute {
  static let coding: NavCoding<Self> = .codable(name: "SortedTags")
  let tags: Set<String>
  let names: [String: Int]
  let numbers: [Int: String]

  private enum CodingKeys: CodingKey { case tags, names, numbers }

  init(tags: Set<String>, names: [String: Int], numbers: [Int: String]) {
    self.tags = tags
    self.names = names
    self.numbers = numbers
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(tags.sorted(), forKey: .tags)
    try container.encode(names, forKey: .names)
    try container.encode(numbers, forKey: .numbers)
  }
}

private struct Lossy: NavRoute {
  static let coding: NavCoding<Self> = .codable(name: "Lossy")
  let id: Int
  var name = ""

  private enum CodingKeys: CodingKey { case id }
}

private struct Broken: NavRoute {
  static let coding: NavCoding<Self> = .codable(name: "Broken")
  let id: Int

  init(id: Int) { self.id = id }

  private enum CodingKeys: CodingKey { case id, other }

  init(from decoder: any Decoder) throws {
    id = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .other)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
  }
}

private enum ReusedName: NavRoute {
  static let coding: NavCoding<Self> = .codable(name: "ReusedName", renaming: ["product": "item"])
  case product
  case item
}

private struct Refusing: NavRoute {
  struct Refusal: Error {}
  static let coding: NavCoding<Self> = .codable(name: "Refusing")
  let id: Int

  func encode(to encoder: any Encoder) throws {
    if id == 2 { throw Refusal() }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
  }

  private enum CodingKeys: CodingKey { case id }
}

private struct Place: NavRoute {
  static let coding: NavCoding<Self> = .codable(name: "Place")
  let latitude: Double
}

private enum Raw: String, NavRoute {
  case first, second
  static let coding: NavCoding<Self> = .codable(name: "Raw")
}

private enum MergedRaw: String, NavRoute {
  case second
  static let coding: NavCoding<Self> = .codable(name: "Raw", version: 2) { json, _ in
    json = .string("second")
  }
}

private enum RenamedRaw: String, NavRoute {
  case second
  static let coding: NavCoding<Self> = .codable(name: "Raw", renaming: ["first": "second"])
}

private enum Tabbed: NavRoute {
  static let coding: NavCoding<Self> = .codable(name: "Tabbed")
  case product(id: Int, tab: String)
}
