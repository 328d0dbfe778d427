import Foundation
import NavRouting
import TestSupport
import Testing

@Suite struct LinkPrintingTests {
  let links = NavDeepLinks<LinkedRoute>.shop()

  @Test("A route prints as a link of the first pattern that opens it")
  func routes() {
    let rows: [(LinkedRoute, String, String)] = [
      (.product(id: 42), "https://example.com/product?id=42", "app://product?id=42"),
      (.cart, "https://example.com/cart", "app://cart"),
      (
        .category("a/b c+d"), "https://example.com/category/a%2Fb%20c%2Bd",
        "app://category/a%2Fb%20c%2Bd"
      ),
      (
        .category("all sales"), "https://example.com/category/all%20sales",
        "app://category/all%20sales"
      ),
      (
        .search("é&=", page: 2, tags: ["x", ""]),
        "https://example.com/search?q=%C3%A9%26%3D&page=2&tag=x&tag=",
        "app://search?q=%C3%A9%26%3D&page=2&tag=x&tag="
      ),
      (.search("", page: nil, tags: []), "https://example.com/search?q=", "app://search?q="),
      (.file([]), "https://example.com/files", "app://files"),
      (.file(["a", "b/c"]), "https://example.com/files/a/b%2Fc", "app://files/a/b%2Fc"),
      (.genre(.crime), "https://example.com/genre/crime", "app://genre/crime"),
    ]
    for (route, web, own) in rows {
      #expect(links.url(for: route)?.absoluteString == web)
      #expect(links.url(for: route, scheme: "app")?.absoluteString == own)
    }
  }

  @Test("A stack prints as the link of a pattern only if that pattern opens the same stack")
  func stacks() {
    #expect(
      links.url(for: [.category("shoes"), .product(id: 7)])?.absoluteString
        == "https://example.com/category/shoes/product/7")
    #expect(links.url(for: [LinkedRoute]())?.absoluteString == "https://example.com/home")
    #expect(links.url(for: [.product(id: 7), .category("shoes")]) == nil)
    #expect(links.url(for: [.cart, .cart]) == nil)
  }

  @Test("A route that no pattern opens, or that does not fit in a URL path, does not print")
  func unprintable() {
    #expect(links.url(for: .home) == nil)
    for name in ["", ".", ".."] {
      #expect(links.url(for: .category(name)) == nil)
      #expect(links.url(for: .file(["a", name])) == nil)
    }
    // A link for the category "sale" is not printed, because it would match another pattern.
    #expect(links.url(for: .category("sale")) == nil)
    #expect(links.url(for: .cart, scheme: "other") == nil)
  }

  @Test("A pattern that computes its path prints no links")
  func computed() {
    let links = NavDeepLinks<LinkedRoute>(schemes: ["app"]) {
      NavLinkPattern("next/{id}") { (id: Int) in .product(id: id + 1) }
    }
    #expect(links.url(for: .product(id: 8)) == nil)
  }

  @Test("Every kind of value prints as a link that opens the same value")
  func values() throws {
    let links = NavDeepLinks<ValueRoute>(schemes: ["s"]) {
      NavLinkPattern("a/{v}", ValueRoute.double)
      NavLinkPattern("b/{v}", ValueRoute.float)
      NavLinkPattern("c/{v}", ValueRoute.large)
      NavLinkPattern("d/{v}", ValueRoute.bool)
      NavLinkPattern("e/{v}", ValueRoute.id)
      NavLinkPattern("f?v={v}", ValueRoute.list)
      NavLinkPattern("g?v={v}", ValueRoute.maybe)
    }
    let routes: [ValueRoute] = [
      .double(1.5), .double(-0.1), .double(1e300), .double(3), .double(1e-7), .float(0.1),
      .large(.max), .bool(true), .bool(false), .id(UUID()), .list([1, .min]), .list([]),
      .maybe(nil), .maybe(.crime),
    ]
    for route in routes {
      let url = try #require(links.url(for: route), "\(route)")
      #expect(try links.path(for: url) == [route])
    }
    #expect(links.url(for: .double(.infinity)) == nil)
  }

  enum ValueRoute: NavRoute {
    case double(Double), float(Float), large(UInt64), bool(Bool), id(UUID), list([Int]), maybe(
      Genre?)
  }

  @Test("A first segment that is not a valid host is printed as a path in the app's own links")
  func hostless() throws {
    let links = NavDeepLinks<LinkedRoute>(schemes: ["app"]) {
      NavLinkPattern("", .home)
      NavLinkPattern("Mein Korb", .cart)
      NavLinkPattern("{name}", LinkedRoute.category)
    }
    #expect(links.url(for: .home)?.absoluteString == "app:///")
    #expect(links.url(for: .cart)?.absoluteString == "app:///Mein%20Korb")
    #expect(links.url(for: .category("Shoes"))?.absoluteString == "app:///Shoes")
    let hosted = try #require(URL(string: "app://Shoes"))
    #expect(try links.path(for: hosted) == [.category("Shoes")])
  }

  @Test("Every printed link opens the same stack")
  func roundTrip() throws {
    var random = SeededRandom.make()
    let pieces = [
      "%", "/", "?", "#", "&", "=", "+", " ", "%2F", "%25", ":", "@", "..", ".", "é", "e\u{301}",
      "👩‍👩‍👧", "\0", "\n", "a", "Z", "0", "{x}", "[", "]", "\\", "\"", "日本", "\u{202e}", ";", "~", "'",
    ]
    func text() -> String {
      (0..<Int.random(in: 0...6, using: &random)).map { _ in
        pieces.randomElement(using: &random) ?? ""
      }.joined()
    }
    func texts() -> [String] { (0..<Int.random(in: 0...3, using: &random)).map { _ in text() } }
    let cannotBeSegment: Set<String> = ["", ".", ".."]
    let rounds = isSoak ? 100_000 : 400
    for _ in 0..<rounds {
      let name = text()
      let path = texts()
      let page = Bool.random(using: &random) ? Int.random(in: .min ... .max, using: &random) : nil
      let rows: [([LinkedRoute], Bool)] = [
        ([.category(name)], !cannotBeSegment.contains(name) && name != "sale"),
        ([.search(name, page: page, tags: path)], true),
        ([.file(path)], cannotBeSegment.isDisjoint(with: path)),
        ([.category(name), .product(id: page ?? 0)], !cannotBeSegment.contains(name)),
      ]
      for (stack, isPrintable) in rows {
        for scheme in ["app", nil] {
          let url = links.url(for: stack, scheme: scheme)
          try #require((url != nil) == isPrintable, "\(stack)")
          guard let url else { continue }
          // Converts the URL to text and back, because apps pass links on as strings.
          let again = try #require(URL(string: url.absoluteString))
          let routes = try links.path(for: again)
          try #require(routes == stack && "\(routes)" == "\(stack)", "\(url)")
        }
      }
    }
  }

  @Test("No URL makes matching trap, and the path of an opened link prints and opens again")
  func fuzz() throws {
    var random = SeededRandom.make()
    let pieces = [
      "app:", "https:", "http:", "//", "/", "example.com", "www.", "product", "cart", "category",
      "search", "files", "?", "&", "=", "#", "id", "q", "page", "tag", "42", "-1", "%", "%2F",
      "%FF",
      "%C3%A9", "%zz", "é", "👟", "..", ".", "@", ":", ":443", "[", "::1", "]", "+", " ", "\0",
      "{id}",
      "sale", "even", "\\", "genre", "crime",
    ]
    var matched = 0
    let rounds = isSoak ? 1_000_000 : 10_000
    for _ in 0..<rounds {
      var text = ["app:", "app://", "https://example.com/", ""].randomElement(using: &random) ?? ""
      if Bool.random(using: &random) {
        text +=
          ["product?id=42", "category/a", "search?q=", "files/", "even/4"].randomElement(
            using: &random) ?? ""
      }
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        text += pieces.randomElement(using: &random) ?? ""
      }
      guard let url = URL(string: text), let routes = try? links.path(for: url) else { continue }
      matched += 1
      if let printed = links.url(for: routes) {
        try #require(try links.path(for: printed) == routes, "\(text)")
      }
    }
    #expect(matched > rounds / 100, "Enough random links match a pattern")
  }
}
