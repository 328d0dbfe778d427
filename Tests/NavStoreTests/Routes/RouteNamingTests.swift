import TestSupport
import Testing

@testable import NavStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

enum Sort: String, NavRoute {
  case price
  case newest = "by \"date\""
}

enum Size: Int, NavRoute {
  case small, large
}

struct Article: NavRoute {
  var id: String
  var text: String
}

struct Query: NavRoute {
  var text: String
}

enum Screen: NavRoute {
  case article(Article)
  case numbered(id: Int, note: String)
  case optional(id: Int?)
  case search(Query)
  case text(String)
  case pair(String, id: String)
  case list([Int])
  case nested(id: Article)
  case plain
}

@Suite("Items and kinds derived from stored routes")
struct RouteNamingTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let route: any NavRoute
    let key: String
    let kind: String

    init(_ route: any NavRoute, key: String, kind: String) {
      testDescription = "\(route)"
      self.route = route
      self.key = key
      self.kind = kind
    }
  }

  static let awkward = "a\"b\\c}{,:/[é\n\u{1}🧭"

  static let cases: [Case] = [
    Case(Screen.plain, key: "Screen.plain{}", kind: "plain"),
    Case(Screen.text("shoes"), key: #"Screen.text{"_0":"shoes"}"#, kind: "text"),
    Case(Screen.numbered(id: 7, note: ""), key: "Screen.numbered#7", kind: "numbered"),
    Case(Screen.numbered(id: -7, note: "b"), key: "Screen.numbered#-7", kind: "numbered"),
    Case(Screen.numbered(id: 7, note: awkward), key: "Screen.numbered#7", kind: "numbered"),
    Case(Screen.optional(id: 3), key: "Screen.optional#3", kind: "optional"),
    Case(Screen.optional(id: nil), key: "Screen.optional{}", kind: "optional"),
    Case(
      Screen.article(Article(id: "x", text: "one")), key: #"Screen.article#"x""#, kind: "article"),
    Case(
      Screen.article(Article(id: "x", text: awkward)), key: #"Screen.article#"x""#,
      kind: "article"),
    Case(
      Screen.article(Article(id: #"a"}{,\"#, text: "")),
      key: #"Screen.article#"a\"}{,\\""#, kind: "article"),
    Case(
      Screen.search(Query(text: "id")), key: #"Screen.search{"_0":{"text":"id"}}"#,
      kind: "search"),
    Case(
      Screen.search(Query(text: #"{"id":1}"#)),
      key: #"Screen.search{"_0":{"text":"{\"id\":1}"}}"#, kind: "search"),
    Case(Screen.pair("z", id: "y"), key: #"Screen.pair#"y""#, kind: "pair"),
    Case(Screen.list([1, 2]), key: #"Screen.list{"_0":[1,2]}"#, kind: "list"),
    // An id that is a JSON object can't be a short key, so the key contains the whole route.
    Case(
      Screen.nested(id: Article(id: "x", text: "t")),
      key: #"Screen.nested{"id":{"id":"x","text":"t"}}"#, kind: "nested"),
    Case(Sort.price, key: "Sort.price", kind: "price"),
    Case(Size.large, key: "Size1", kind: "Size"),
    Case(Article(id: "x", text: "one"), key: #"Article#"x""#, kind: "Article"),
    Case(Query(text: "shoes"), key: #"Query{"text":"shoes"}"#, kind: "Query"),
  ]

  @Test("The item is the case with its value's id, or the whole route", arguments: cases)
  func naming(_ item: Case) throws {
    let stored = try encode(item.route)
    #expect(stored.historyKey == item.key)
    #expect(stored.historyKind == item.kind)
  }

  private func encode<R: NavRoute>(_ route: R) throws -> StoredRoute {
    try CodecCache(payloadLimit: 1_000).codec(of: R.self).encode(RouteBox(route))
  }

  @Test("A raw value that JSON escapes has a kind of its own")
  func escapedRawValue() throws {
    let stored = try encode(Sort.newest)
    #expect(stored.historyKind.contains("date"))
    #expect(try stored.historyKind != encode(Sort.price).historyKind)
    #expect(try stored.historyKey != encode(Sort.price).historyKey)
  }

  @Test(
    "JSON other than a compact object is its own item key",
    arguments: [
      "", "{", "{}", "[]", "null", "\"", "\"a", "{\"a\"", "{\"a\":", "{\"a\":}", "{\"a\":1",
      "{ \"a\": 1 }", "{\"a\":1,\"b\":2}", "{\"a\\", "{\"a\":{\"id\":{", "{\"id\":[}", "{\"id\":",
    ])
  func otherJSON(_ payload: String) throws {
    for isEnum in [true, false] {
      let naming = try RouteEvolution(Tagged.self, Tagged.coding.form)
        .naming(of: Array(payload.utf8), isEnum: isEnum)
      #expect(!naming.key.contains("#"))
      #expect(naming.key == "T" + payload)
    }
  }

  @Test("Any bytes result in an item key")
  func anyBytes() throws {
    let evolution = try RouteEvolution(Tagged.self, Tagged.coding.form)
    var random = SeededRandom.make()
    let alphabet = Array(#"{}[]":,\id_0a1 é"#.utf8)
    for _ in 0..<(isSoak ? 1_000_000 : 20_000) {
      let bytes = (0..<Int.random(in: 0...24, using: &random)).map { _ in
        alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
      }
      let naming = evolution.naming(of: bytes, isEnum: Bool.random(using: &random))
      #expect(naming.key.hasPrefix("T"))
    }
  }

  enum Tagged: NavRoute {
    static let coding: NavCoding<Self> = .codable(name: "T")
    case x
  }

  struct Named: NavRoute {
    var number: Int
    var routeTraits: NavRouteTraits {
      .init(itemID: number == 0 ? nil : "shared", kind: number == 0 ? nil : "special")
    }
  }

  @Test("A route's own item and kind replace the derived ones")
  func ownNames() throws {
    let stored = try encode(Named(number: 1))
    #expect(stored.historyKey == "shared")
    #expect(stored.historyKind == "special")
    let derived = try encode(Named(number: 0))
    #expect(derived.historyKey == #"RouteNamingTests.Named{"number":0}"#)
    #expect(derived.historyKind == "RouteNamingTests.Named")
  }
}
