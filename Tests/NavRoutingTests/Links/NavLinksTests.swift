import Foundation
import NavRouting
import TestSupport
import Testing

@Suite struct NavLinksTests {
  let links = NavLinks<LinkedRoute>.shop

  /// A link and what it opens.
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
    "A link opens what its pattern says",
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
    #expect(try links.match(url).routes == row.routes)
  }

  @Test(
    "A link that cannot be opened is refused, and says why",
    arguments: [
      ("app://product?id=abc", .badParameter),
      ("app://product?id=", .badParameter),
      ("app://product?id", .badParameter),
      ("app://product", .badParameter),
      ("app://product?ID=42", .badParameter),
      ("app://product?id=99999999999999999999", .badParameter),
      ("app://product?id=42%20", .badParameter),
      ("app://product?id=%D9%A4", .badParameter),
      ("app://search?q=x&page=two", .badParameter),
      ("app://genre/romance", .badParameter),
      ("app://document/5f2b9f0e", .badParameter),
      ("app://category/shoes/product/x", .badParameter),
      ("app://even/7", .declined),
      ("app://", .unknownPath),
      ("app:", .unknownPath),
      ("app://product/42", .unknownPath),
      ("app://basket", .unknownPath),
      ("app:/Cart", .unknownPath),
      ("https://example.com/Cart", .unknownPath),
      ("https://example.com", .unknownPath),
      ("app://[::1]/cart", .unknownPath),
      ("https://example.org/cart", .unknownHost),
      ("https://example.com.evil.org/cart", .unknownHost),
      ("https://evilexample.com/cart", .unknownHost),
      ("https://shop.example.com/cart", .unknownHost),
      ("https://www.www.example.com/cart", .unknownHost),
      ("https://example.com./cart", .unknownHost),
      ("https:///cart", .unknownHost),
      ("https:cart", .unknownHost),
      ("https://example.com%2Fevil.org/cart", .unknownHost),
      ("https://exаmple.com/cart", .unknownHost),
      ("other://cart", .unknownScheme),
      ("file:///cart", .unknownScheme),
      ("cart", .unknownScheme),
      ("javascript:alert(1)", .unknownScheme),
      ("https://user@example.com/cart", .malformed),
      ("https://user:secret@example.com/cart", .malformed),
      ("https://example.com@evil.org/cart", .malformed),
      ("https://example.com:8443/cart", .malformed),
      ("http://example.com:443/cart", .malformed),
      ("app://user@cart", .malformed),
      ("app://cart:80", .malformed),
      ("app://category/../cart", .malformed),
      ("app://category/%2E%2e", .malformed),
      ("app://category/.", .malformed),
      ("app://category/%FF", .malformed),
      ("app://category/%C0%AF", .malformed),
      ("app://category/%ED%A0%80", .malformed),
      ("app://product?id=%FF", .malformed),
    ] as [(String, NavLinkRefusal.Code)])
  func refusing(_ link: String, _ code: NavLinkRefusal.Code) throws {
    let url = try #require(URL(string: link))
    let error = #expect(throws: NavLinkRefusal.self) { try links.match(url) }
    #expect(error?.code == code)
    #expect(error?.description.contains("secret") == false)
  }

  @Test("A refusal names the pattern and the placeholder, not what the link says")
  func refusalText() throws {
    let url = try #require(URL(string: "app://category/private/product/x"))
    let error = #expect(throws: NavLinkRefusal.self) { try links.match(url) }
    #expect(error?.pattern == "category/{name}/product/{id}")
    #expect(error?.parameter == "id")
    #expect(error?.description.contains("private") == false)
  }

  @Test("A link may be so long and no longer")
  func length() throws {
    let links = NavLinks<LinkedRoute>(schemes: ["app"], maximumLength: 64) {
      NavPattern("category/{name}", LinkedRoute.category)
    }
    let room = 64 - "app://category/".utf8.count
    let fits = try #require(URL(string: "app://category/" + String(repeating: "a", count: room)))
    #expect(try links.match(fits).routes.count == 1)
    let isOver = try #require(URL(string: fits.absoluteString + "a"))
    let error = #expect(throws: NavLinkRefusal.self) { try links.match(isOver) }
    #expect(error?.code == .tooLong)
    #expect(links.url(for: .category(String(repeating: "a", count: room))) == fits)
    #expect(links.url(for: .category(String(repeating: "a", count: room + 1))) == nil)
  }

  @Test("A host that is not ASCII is allowed in the form that was declared")
  func internationalHost() throws {
    let links = NavLinks<LinkedRoute>(hosts: ["xn--exmple-cua.com", "bücher.example"]) {
      NavPattern("cart", .cart)
    }
    for host in ["xn--exmple-cua.com", "XN--EXMPLE-CUA.com", "b%C3%BCcher.example"] {
      let url = try #require(URL(string: "https://\(host)/cart"))
      #expect(try links.match(url).routes == [.cart], "\(host)")
    }
  }

  @Test("The most specific pattern gets a link, in whatever order they are declared")
  func specificity() throws {
    let patterns: [NavPattern<String>] = [
      NavPattern("{a*}") { (a: [String]) in "rest" },
      NavPattern("{a}/{b}") { (a: String, b: String) in "a/b" },
      NavPattern("x/{b*}") { (b: [String]) in "x/rest" },
      NavPattern("x/{b}") { (b: String) in "x/b" },
      NavPattern("{a}/y") { (a: String) in "a/y" },
      NavPattern("x/y", "x/y"),
      NavPattern("x/y?p={p}") { (p: Int) in "x/y?p" },
      NavPattern("x/y?p={p}&q={q}") { (p: Int, q: Int) in "x/y?p&q" },
      NavPattern("x/y?p=1", "x/y?p=1"),
      NavPattern("x", "x"),
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
      let links = NavLinks<String>(schemes: ["s"]) { order }
      #expect(links.problems.isEmpty)
      for (link, routes) in expected {
        let url = try #require(URL(string: link))
        #expect(try links.match(url).routes == [routes], "\(link)")
      }
    }
  }

  @Test("A bad value is refused though a pattern that is less specific would take it")
  func noFallingThrough() throws {
    let links = NavLinks<LinkedRoute>(schemes: ["app"]) {
      NavPattern("product/{id}", LinkedRoute.product(id:))
      NavPattern("{section}/{name}") { (_: String, name: String) in .category(name) }
    }
    let url = try #require(URL(string: "app://product/shoes"))
    let error = #expect(throws: NavLinkRefusal.self) { try links.match(url) }
    #expect(error?.code == .badParameter)
  }

  @Test("What a closure throws refuses the link")
  func throwing() throws {
    struct NotToday: Error {}
    let links = NavLinks<LinkedRoute>(schemes: ["app"]) {
      NavPattern("product/{id}") { (id: Int) throws -> LinkedRoute? in throw NotToday() }
    }
    let url = try #require(URL(string: "app://product/1"))
    let error = #expect(throws: NavLinkRefusal.self) { try links.match(url) }
    #expect(error?.code == .declined)
  }
}
