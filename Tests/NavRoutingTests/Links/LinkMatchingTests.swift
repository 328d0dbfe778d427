import Foundation
import TestSupport
import Testing

@testable import NavRouting

@Suite struct LinkMatchingTests {
  let links = NavDeepLinks<LinkedRoute>.shop()

  /// A link and the routes that it opens.
  struct Case: CustomTestStringConvertible {
    let link: String
    let routes: [LinkedRoute]

    init(_ link: String, _ routes: LinkedRoute...) {
      self.link = link
      self.routes = routes
    }

    var testDescription: String { link }
  }

  @Test(
    "A link opens the path of its pattern",
    arguments: [
      Case("app://product?id=42", .product(id: 42)),
      Case("app:/product?id=42", .product(id: 42)),
      Case("app:///product?id=42", .product(id: 42)),
      Case("app:product?id=42", .product(id: 42)),
      Case("APP://product?id=42", .product(id: 42)),
      Case("app://Product?id=42", .product(id: 42)),
      Case("app://product/?id=42", .product(id: 42)),
      Case("app://product?id=42#details", .product(id: 42)),
      Case("app://product?utm_source=mail&id=42&x", .product(id: 42)),
      Case("app://product?id=42&id=7", .product(id: 42)),
      Case("app://product?%69d=%34%32", .product(id: 42)),
      Case("app://product?id=-7", .product(id: -7)),
      Case("https://example.com/product?id=42", .product(id: 42)),
      Case("HTTPS://EXAMPLE.COM/product?id=42", .product(id: 42)),
      Case("http://example.com/product?id=42", .product(id: 42)),
      Case("https://www.example.com/product?id=42", .product(id: 42)),
      Case("https://example.com:443/product?id=42", .product(id: 42)),
      Case("https://example.com//product//?id=42", .product(id: 42)),
      Case("app://cart", .cart),
      Case("app://cart/", .cart),
      Case("https://example.com/cart/", .cart),
      Case("app://home"),
      Case("app://category/shoes", .category("shoes")),
      Case("app://category/a%2Fb", .category("a/b")),
      Case("app://category/a%252Fb", .category("a%2Fb")),
      Case("app://category/a+b", .category("a+b")),
      Case("app://category/a%2Bb", .category("a+b")),
      Case("app://category/%F0%9F%91%9F", .category("👟")),
      Case("https://example.com/category/👟", .category("👟")),
      Case("app://category/%00", .category("\0")),
      Case("app://category/...", .category("...")),
      Case("app://category/sale", .category("all sales")),
      Case("app://category/Sale", .category("Sale")),
      Case("app://category/shoes/product/7", .category("shoes"), .product(id: 7)),
      Case("app://search?q=a+b%20c", .search("a+b c", page: nil, tags: [])),
      Case("app://search?q", .search("", page: nil, tags: [])),
      Case("app://search?q=", .search("", page: nil, tags: [])),
      Case("app://search?q=a=b", .search("a=b", page: nil, tags: [])),
      Case("app://search?tag=y&q=x&page=2&tag=z", .search("x", page: 2, tags: ["y", "z"])),
      Case("app://files", .file([])),
      Case("app://files/a/b%2Fc/d", .file(["a", "b/c", "d"])),
      Case("app://genre/crime", .genre(.crime)),
      Case("app://even/8", .product(id: 8)),
      Case(
        "app://document/5f2b9f0e-6c1d-4a57-8f63-3d1f6f6f2a10",
        .document(UUID(uuidString: "5F2B9F0E-6C1D-4A57-8F63-3D1F6F6F2A10") ?? UUID())),
    ])
  func matching(_ row: Case) throws {
    let url = try #require(URL(string: row.link))
    #expect(try links.path(for: url) == row.routes)
  }

  @Test(
    "A link that can't be opened is refused with a reason",
    arguments: [
      ("app://product?id=abc", .invalidValue("id")),
      ("app://product?id=", .invalidValue("id")),
      ("app://product?id", .invalidValue("id")),
      ("app://product", .invalidValue("id")),
      ("app://product?ID=42", .invalidValue("id")),
      ("app://product?id=99999999999999999999", .invalidValue("id")),
      ("app://product?id=42%20", .invalidValue("id")),
      ("app://product?id=%D9%A4", .invalidValue("id")),
      ("app://search?q=x&page=two", .invalidValue("page")),
      ("app://genre/romance", .invalidValue("genre")),
      ("app://document/5f2b9f0e", .invalidValue("id")),
      ("app://category/shoes/product/x", .invalidValue("id")),
      ("app://even/7", .declined),
      ("app://", .unsupported),
      ("app:", .unsupported),
      ("app://product/42", .unsupported),
      ("app://basket", .unsupported),
      ("app:/Cart", .unsupported),
      ("https://example.com/Cart", .unsupported),
      ("https://example.com", .unsupported),
      ("app://[::1]/cart", .unsupported),
      ("https://example.org/cart", .unsupported),
      ("https://example.com.evil.org/cart", .unsupported),
      ("https://evilexample.com/cart", .unsupported),
      ("https://shop.example.com/cart", .unsupported),
      ("https://www.www.example.com/cart", .unsupported),
      ("https://example.com./cart", .unsupported),
      ("https:///cart", .unsupported),
      ("https:cart", .unsupported),
      ("https://example.com%2Fevil.org/cart", .unsupported),
      ("https://exаmple.com/cart", .unsupported),
      ("other://cart", .unsupported),
      ("file:///cart", .unsupported),
      ("cart", .unsupported),
      ("javascript:alert(1)", .unsupported),
      ("https://user@example.com/cart", .unsupported),
      ("https://user:secret@example.com/cart", .unsupported),
      ("https://example.com@evil.org/cart", .unsupported),
      ("https://example.com:8443/cart", .unsupported),
      ("http://example.com:443/cart", .unsupported),
      ("app://user@cart", .unsupported),
      ("app://cart:80", .unsupported),
      ("app://category/../cart", .unsupported),
      ("app://category/%2E%2e", .unsupported),
      ("app://category/.", .unsupported),
      ("app://category/%FF", .unsupported),
      ("app://category/%C0%AF", .unsupported),
      ("app://category/%ED%A0%80", .unsupported),
      ("app://product?id=%FF", .unsupported),
    ] as [(String, NavLinkRefusal)])
  func refusing(_ link: String, _ refusal: NavLinkRefusal) throws {
    let url = try #require(URL(string: link))
    #expect(throws: refusal) { try links.path(for: url) }
  }

  @Test("A link has at most 8,192 bytes")
  func length() throws {
    let links = NavDeepLinks<LinkedRoute>(schemes: ["app"]) {
      NavLinkPattern("category/{name}", LinkedRoute.category)
    }
    let room = 8_192 - "app://category/".utf8.count
    let fits = try #require(URL(string: "app://category/" + String(repeating: "a", count: room)))
    #expect(try links.path(for: fits).count == 1)
    let isOver = try #require(URL(string: fits.absoluteString + "a"))
    #expect(throws: NavLinkRefusal.unsupported) { try links.path(for: isOver) }
    #expect(links.url(for: .category(String(repeating: "a", count: room))) == fits)
    #expect(links.url(for: .category(String(repeating: "a", count: room + 1))) == nil)
  }

  @Test("A host that is not ASCII is allowed in its declared form")
  func internationalHost() throws {
    let links = NavDeepLinks<LinkedRoute>(hosts: ["xn--exmple-cua.com", "bücher.example"]) {
      NavLinkPattern("cart", .cart)
    }
    for host in ["xn--exmple-cua.com", "XN--EXMPLE-CUA.com", "b%C3%BCcher.example"] {
      let url = try #require(URL(string: "https://\(host)/cart"))
      #expect(try links.path(for: url) == [.cart], "\(host)")
    }
  }

  @Test("A link opens with the most specific pattern, in any order of declaration")
  func specificity() throws {
    let patterns: [NavLinkPattern<String>] = [
      NavLinkPattern("{a*}") { (a: [String]) in "rest" },
      NavLinkPattern("{a}/{b}") { (a: String, b: String) in "a/b" },
      NavLinkPattern("x/{b*}") { (b: [String]) in "x/rest" },
      NavLinkPattern("x/{b}") { (b: String) in "x/b" },
      NavLinkPattern("{a}/y") { (a: String) in "a/y" },
      NavLinkPattern("x/y", "x/y"),
      NavLinkPattern("x/y?p={p}") { (p: Int) in "x/y?p" },
      NavLinkPattern("x/y?p={p}&q={q}") { (p: Int, q: Int) in "x/y?p&q" },
      NavLinkPattern("x/y?p=1", "x/y?p=1"),
      NavLinkPattern("x", "x"),
    ]
    let expected = [
      "s:x": "x", "s:x/y": "x/y", "s:x/z": "x/b", "s:z/y": "a/y", "s:z/z": "a/b", "s:z": "rest",
      "s:": "rest", "s:x/y/z": "x/rest", "s:z/y/z": "rest", "s:x/y?p=2": "x/y?p",
      "s:x/y?p=1": "x/y?p=1", "s:x/y?p=2&q=3": "x/y?p&q", "s:x/y?q=3": "x/y",
      "s:x/y?p=1&q=3": "x/y?p=1",
    ]
    var random = SeededRandom.make()
    for _ in 0..<20 {
      let order = patterns.shuffled(using: &random)
      let declared = { order }
      let links = NavDeepLinks<String>(schemes: ["s"], patterns: declared)
      #expect(links.problems.isEmpty)
      for (link, routes) in expected {
        let url = try #require(URL(string: link))
        #expect(try links.path(for: url) == [routes], "\(link)")
      }
    }
  }

  @Test("A bad value is refused even if a less specific pattern would accept it")
  func noFallingThrough() throws {
    let links = NavDeepLinks<LinkedRoute>(schemes: ["app"]) {
      NavLinkPattern("product/{id}", LinkedRoute.product(id:))
      NavLinkPattern("{section}/{name}") { (_: String, name: String) in .category(name) }
    }
    let url = try #require(URL(string: "app://product/shoes"))
    #expect(throws: NavLinkRefusal.invalidValue("id")) { try links.path(for: url) }
  }

  /// A type that contains only an `Int`, as many apps have for identifiers.
  struct OrderID: RawRepresentable, Codable, Hashable { var rawValue: Int }

  @Test("A value is any Codable that is one text, number or Boolean")
  func values() throws {
    let links = NavDeepLinks<String>(schemes: ["s"]) {
      NavLinkPattern("double/{v}") { (v: Double) in "\(v)" }
      NavLinkPattern("float/{v}") { (v: Float) in "\(v)" }
      NavLinkPattern("byte/{v}") { (v: UInt8) in "\(v)" }
      NavLinkPattern("bool/{v}") { (v: Bool) in "\(v)" }
      NavLinkPattern("order/{v}") { (v: OrderID) in "\(v.rawValue)" }
      NavLinkPattern("orders/{v*}") { (v: [OrderID]) in v.map { "\($0.rawValue)" }.joined() }
      NavLinkPattern("maybe?v={v}") { (v: OrderID?) in "\(v?.rawValue ?? 0)" }
    }
    #expect(links.problems.isEmpty)
    let rows: [(String, String?)] = [
      ("double/1.5", "1.5"), ("double/nan", nil), ("double/inf", nil), ("double/1e999", nil),
      ("float/2", "2.0"), ("float/-infinity", nil), ("byte/255", "255"), ("byte/256", nil),
      ("bool/true", "true"), ("bool/1", nil), ("order/7", "7"), ("order/x", nil),
      ("orders/1/2", "12"), ("orders", ""), ("orders/1/x", nil), ("maybe", "0"), ("maybe?v=3", "3"),
      ("maybe?v=", nil),
    ]
    for (link, route) in rows {
      let url = try #require(URL(string: "s://" + link))
      #expect((try? links.path(for: url)) == route.map { [$0] }, "\(link)")
    }
  }

  @Test("An error thrown by a pattern's closure refuses the link")
  func throwing() throws {
    struct NotToday: Error {}
    let links = NavDeepLinks<LinkedRoute>(schemes: ["app"]) {
      NavLinkPattern("product/{id}") { (id: Int) throws -> LinkedRoute? in throw NotToday() }
    }
    let url = try #require(URL(string: "app://product/1"))
    #expect(throws: NavLinkRefusal.declined) { try links.path(for: url) }
  }

  @Test("A pattern opens links with its names, and an if adds patterns")
  func names() throws {
    let links = { (hasCart: Bool) in
      NavDeepLinks<LinkedRoute>(schemes: ["app"]) {
        NavLinkPattern("home").named("home screen")
        if hasCart { NavLinkPattern("cart", .cart).named("com.example.cart") }
      }
    }
    let (home, cart) = (URL(linkNamed: "home screen"), URL(linkNamed: "com.example.cart"))
    #expect(try links(true).path(for: #require(home)) == [])
    #expect(try links(true).path(for: #require(cart)) == [.cart])
    #expect(throws: NavLinkRefusal.unsupported) {
      try links(false).path(for: #require(cart))
    }
  }

  @Test("A table of links can be used on any thread")
  func anyThread() async throws {
    let url = try #require(URL(string: "app://product?id=42"))
    let path = try await Task.detached { [links] in try links.path(for: url) }.value
    #expect(path == [.product(id: 42)])
  }
}
