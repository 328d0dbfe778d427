import NavRouting
import NavStoreTesting
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@MainActor
@Suite("Places from other versions, and hostile places", .navStore) struct StrangePlaceTests {
  /// The routes of an old version of an app. ``New`` has the routes of a later version.
  enum Old: NavRoute {
    static let coding: NavCoding<Self> = .codable(name: "Route")

    case category(String)
    case item(id: Int, tags: [String])
    case settings
  }
  enum New: NavRoute {
    static let coding: NavCoding<Self> = .codable(
      name: "Route", renaming: ["item": "product"], version: 2)

    case category(String)
    case product(id: Int, tags: [String])
    case settings

    init(_ old: Old) {
      switch old {
      case .category(let name): self = .category(name)
      case .item(let id, let tags): self = .product(id: id, tags: tags)
      case .settings: self = .settings
      }
    }
  }

  private func place(_ json: String) throws -> NavPlace {
    try JSONDecoder().decode(NavPlace.self, from: Data(json.utf8))
  }

  @Test("Places of random stacks open in a version of the app with renamed routes")
  func renamed() throws {
    var random = SeededRandom.make()
    let sender = NavWindow(scene: "old", store: .inMemory()).router(Old.self)
    let receiver = NavWindow(scene: "new").router(New.self)
    for round in 0..<(isSoak ? 100_000 : 300) {
      sender.path = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        let text = Self.texts.randomElement(using: &random) ?? ""
        switch Int.random(in: 0..<3, using: &random) {
        case 0: return .category(text)
        case 1:
          return .item(id: Int.random(in: .min ... .max, using: &random), tags: [text, text])
        default: return .settings
        }
      }
      let data = try JSONEncoder().encode(try #require(sender.place))
      let opened = try receiver.open(try JSONDecoder().decode(NavPlace.self, from: data))
      let expected = sender.path.map(New.init)
      #expect(opened.path == expected, "seed \(random.seed), round \(round)")
      #expect(receiver.path == expected)
      if round % 100 == 99 { NavStore.standard.endTurn() }
    }
  }

  private static let texts = ["", "shoes", "\"", "\\u0000\u{0}", "日本語", "👩‍👩‍👧", "a\nb", "</script>"]

  @Test("Routes of a newer version of the app are failures, and change nothing")
  func newer() throws {
    let sender = NavWindow(scene: "new", store: .inMemory()).router(New.self)
    sender.path = [.settings, .category("shoes")]
    let receiver = NavWindow(scene: "old").router(Old.self)
    receiver.path = [.settings]
    NavStore.standard.endTurn()
    let found = try receiver.open(try #require(sender.place))
    #expect(found.path.isEmpty)
    #expect(found.failures.map(\.reason) == [.newerVersion, .newerVersion])
    #expect(receiver.path == [.settings] && receiver.backForward.backEntries.count == 1)
  }

  @Test("A place opens up to the first route that can't be decoded")
  func prefix() throws {
    let json = try Self.json(routes: [
      ("Route", 1, #"{"settings":{}}"#), ("Gone", 1, "{}"), ("Route", 1, #"{"settings":{}}"#),
    ])
    let router = NavWindow(scene: .main).router(Old.self)
    let found = try router.open(try place(json))
    #expect(found.path == [.settings] && router.path == [.settings])
    #expect(found.failures.map(\.reason) == [.unknownType, .aboveFailure])
  }

  @Test(
    "Payloads that no route has are failures",
    arguments: [
      "", "{", "null", "[]", #"{"item":{"id":99999999999999999999,"tags":[]}}"#,
      #"{"item":{"id":1e400,"tags":[]}}"#, #"{"item":{"id":"7","tags":[]}}"#,
      #"{"item":{"id":7,"tags":[null]}}"#, #"{"settings":{}}{"settings":{}}"#,
      String(repeating: "[", count: 8_000), String(repeating: #"{"a":"#, count: 2_000),
    ])
  func payloads(payload: String) throws {
    let router = NavWindow(scene: .main).router(Old.self)
    let found = try router.open(try place(try Self.json(routes: [("Route", 1, payload)])))
    #expect(found.path.isEmpty && found.failures.count == 1 && router.path.isEmpty)
  }

  @Test(
    "Versions and tags that no route has are failures",
    arguments: [
      ("Route", Int.max), ("Route", Int.min), ("Route", 0), ("Route", -1), ("", 1), ("route", 1),
      ("Route\u{0}", 1),
    ])
  func tags(tag: String, version: Int) throws {
    let router = NavWindow(scene: .main).router(New.self)
    let json = try Self.json(routes: [(tag, version, #"{"settings":{}}"#)])
    let found = try router.open(try place(json))
    let isOld = tag == "Route" && version < 1
    #expect(isOld || (found.failures.count == 1 && router.path.isEmpty))
  }

  @Test("Newer formats, and places that are too large or incomplete, are refused")
  func forms() throws {
    func fails(_ json: String) -> Bool { (try? place(json)) == nil }
    let whole = try Self.json(routes: [("Route", 1, #"{"settings":{}}"#)])
    #expect(!fails(whole))
    do {
      _ = try place(whole.replacing("\"navPlace\":1", with: "\"navPlace\":2"))
      Issue.record("A newer format was decoded.")
    } catch let error as NavStore.Error {
      #expect(error.code == .invalidArgument)
    }
    #expect(fails(whole.replacing("\"navPlace\":1", with: "\"navPlace\":\"1\"")))
    #expect(fails("{}") && fails("[]") && fails("null") && fails(""))
    #expect(fails(try Self.json(routes: [("Route", 1, String(repeating: " ", count: 17_000))])))
    #expect(fails(try Self.json(routes: [(String(repeating: "R", count: 17_000), 1, "{}")])))
    #expect(fails(try Self.json(routes: Array(repeating: ("", 1, ""), count: 20_000))))
    #expect(fails(try Self.json(title: String(repeating: "t", count: 17_000))))
    // A path of 450 routes has about the largest depth that fits into a place.
    let deep = try place(try Self.json(routes: Array(repeating: ("R", 1, ""), count: 450)))
    #expect(try NavWindow(scene: .main).router(Old.self).open(deep).path.isEmpty)
  }

  /// Returns the JSON of a place that was made while no one was signed in.
  private static func json(
    title: String? = nil, routes: [(tag: String, version: Int, json: String)] = []
  ) throws -> String {
    struct Route: Encodable { let tag: String, version: Int, json: String }
    struct Form: Encodable {
      let navPlace = 1
      let account: String
      let title: String?
      let path: [Route]
    }
    let empty = try JSONEncoder().encode(
      try #require(NavWindow(scene: "empty").router(Old.self).place))
    struct Account: Decodable { let account: String }
    let account = try JSONDecoder().decode(Account.self, from: empty).account
    let form = Form(
      account: account, title: title,
      path: routes.map { Route(tag: $0.tag, version: $0.version, json: $0.json) })
    return String(decoding: try JSONEncoder().encode(form), as: UTF8.self)
  }
}
