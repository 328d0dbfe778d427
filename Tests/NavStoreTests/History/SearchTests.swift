import Foundation
import Testing

@testable import NavStore

@Suite("Search in titles")
struct SearchTests {
  private let temporary: TemporaryStore
  private let history: NavHistory<Page>

  init() throws {
    temporary = try TemporaryStore()
    history = temporary.store.history(of: Page.self, account: nil)
  }

  /// Visits a page for each title, in order, a minute apart. Of several titles that match equally,
  /// the title visited last is the most relevant.
  private func visit(_ titles: [String]) throws {
    let session = try temporary.store.session(of: Page.self, in: "main")
    for title in titles {
      session.push(Page(title))
      session.setTitle(title)
      temporary.clock.advance(by: .seconds(60))
    }
  }

  private func found(_ text: String, limit: Int = 100) async throws -> [String] {
    try await history.items(.search(text, limit: limit)).map(\.route.name)
  }

  @Test("A title matches if it contains every word in any order; the most relevant is first")
  func words() async throws {
    try visit([
      "Red running shoes", "Blue shoes", "Shoe cleaner", "Running in circles", "shoes red",
    ])
    for _ in 0..<2 {
      #expect(
        try await found("shoe")
          == ["shoes red", "Shoe cleaner", "Blue shoes", "Red running shoes"])
      #expect(try await found("shoes red") == ["shoes red", "Red running shoes"])
      #expect(try await found("\tRED  shoes\nrun ") == ["Red running shoes"])
      #expect(try await found("unn es") == ["Running in circles", "Red running shoes"])
      #expect(try await found("red blue") == [])
      #expect(try await found("shoe shoe shoe").count == 4)
      try await temporary.comeToRest()
    }
    // A second visit makes "Red running shoes", which was visited first, the most relevant title.
    try temporary.store.session(of: Page.self, in: "main").push("Red running shoes")
    #expect(try await found("shoes").first == "Red running shoes")
    #expect(try await found("shoes", limit: 2).count == 2)
  }

  @Test(
    "Search ignores case and diacritics in titles and in the search text",
    arguments: [
      ("Łódź Fabryczna", ["lodz", "ŁÓDŹ", "łodz fabr", "l\u{f3}dz"]),
      ("Isparta ısırgan İzmir", ["ISPARTA", "isirgan", "izmir", "İSPARTA", "IZMİR"]),
      ("Große Straße", ["strasse", "STRASSE", "große", "grosse STRAẞE"]),
      ("Hà Nội, Đà Nẵng", ["ha noi", "da nang", "Đà", "nội hà"]),
      ("Crème brûlée 🍮", ["creme", "BRULEE", "brûl 🍮", "cre\u{300}me"]),
      ("Cafe\u{301} Zu\u{308}rich", ["café", "zürich", "cafe zurich"]),
      ("Αθήνα", ["αθηνα", "ΑΘΉΝΑ"]), ("Всё ещё", ["все еще", "ВСЁ"]),
      ("Ｔｏｋｙｏ 東京 か\u{3099}", ["tokyo", "東", "が"]),
      ("100% of a_b \\ 'c' \"d\"*", ["%", "0%", "_", "a_b", "\\", "'c'", "\"d\"", "*"]),
    ])
  func folding(_ title: String, _ texts: [String]) async throws {
    try visit([title, "something else"])
    for text in texts {
      #expect(try await found(text) == [title], "\(text)")
    }
  }

  @Test("Search treats wildcards literally, and matches a part of an emoji sequence")
  func literal() async throws {
    try visit(["plain", "pl%in", "👩‍👩‍👧"])
    #expect(try await found("pl%n").isEmpty)
    #expect(try await found("p_ain").isEmpty)
    #expect(try await found("pl*").isEmpty)
    #expect(try await found("%") == ["pl%in"])
    #expect(try await found("a\u{0}").isEmpty)
    #expect(try await found("👩") == ["👩‍👩‍👧"])
  }

  @Test(
    "A search without a word returns nothing", arguments: ["", " ", "\n\t", "\u{301}", "\u{3000}"])
  func noWords(_ text: String) async throws {
    try visit(["a", "", "\u{301}"])
    let page = try await history.items(.search(text))
    #expect(page.isEmpty)
  }

  @Test("A search text over 512 bytes or 16 words is rejected")
  func limits() async throws {
    try visit([String(repeating: "x", count: 600)])
    let longest = String(repeating: "x", count: 512)
    #expect(try await found(longest).count == 1)
    #expect(await code { _ = try await found(longest + "x") } == .invalidArgument)
    #expect(try await found(Array(repeating: "x", count: 16).joined(separator: " ")).count == 1)
    #expect(
      await code { _ = try await found(Array(repeating: "x", count: 17).joined(separator: " ")) }
        == .invalidArgument)
  }

  @Test("Pages of any size give the unpaged order", arguments: [1, 2, 7, 32, 200])
  func paging(_ pageSize: Int) async throws {
    let session = try temporary.store.session(of: Page.self, in: "main")
    let other = try temporary.store.session(of: AppRoute.self, in: "main", stack: "other")
    for number in 0..<90 {
      session.push(Page("\(number)"))
      session.setTitle(number % 3 == 0 ? "third \(number)" : "other \(number)")
      other.push(.category("\(number)"))
      other.setTitle("third, of another type")
      if number % 2 == 0 { temporary.clock.advance(by: .seconds(60)) }
    }
    for _ in 0..<2 {
      let all = try await allPages {
        let page = try await history.items(.search("third", limit: pageSize), after: $0)
        #expect(page.count <= pageSize)
        return page
      }
      #expect(all.map(\.route.name) == (0..<30).reversed().map { "\($0 * 3)" })
      try await temporary.comeToRest()
    }
  }

  @Test("Search returns only seen screens of the given account")
  func whose() async throws {
    let session = try temporary.store.session(of: Page.self, in: "main")
    session.push(contentsOf: ["covered", "seen"] as [Page])
    try await temporary.store.history(of: Page.self, account: nil).setTitle(
      "a title", for: Page("covered"))
    try await temporary.store.history(of: Page.self, account: nil).setTitle(
      "a title", for: Page("seen"))
    let other = try temporary.store.session(of: Page.self, in: "main", account: "u")
    other.push("other")
    other.setTitle("a title")
    for _ in 0..<2 {
      #expect(try await found("title") == ["seen"])
      #expect(
        try await temporary.store.history(of: Page.self, account: "u").items(.search("title")).map(
          \.route)
          == ["other"])
      #expect(
        try await temporary.store.history(of: Page.self, account: "nobody").items(.search("title"))
          .isEmpty)
      try await temporary.comeToRest()
    }
    temporary.clock.advance(by: .seconds(60))
    session.pop()
    #expect(try await found("title") == ["covered", "seen"])
  }

  @Test("Search finds routes of several types and routes with a storage type")
  func otherForms() async throws {
    let session = try temporary.store.session(of: Mixed.Screen.self, in: "mixed")
    session.push(Mixed.Shop.cart)
    session.setTitle("Your cart")
    #expect(
      try await temporary.store.history(of: Mixed.Screen.self, account: nil).items(.search("cart"))
        .map {
          "\($0.route)"
        } == [
          "cart"
        ])
    struct Mapped: NavElement {
      let name: String

      static let coding = NavCoding<Mapped>.stored(as: Mixed.Shop.self) {
        .category($0.name)
      } from: {
        Mapped(name: "\($0)")
      }
    }
    let found = try await temporary.store.history(of: Mapped.self, account: nil).items(
      .search("YOUR"))
    #expect(found.map(\.route.name) == ["cart"])
  }

  @Test("A search that matches thousands of titles returns the most relevant of all of them")
  func manyMatches() async throws {
    let titles = (0..<2_300).map { "word \($0)" }
    try visit(titles + ["word 5", "word 1000"])
    #expect(try await found("word", limit: 3) == ["word 1000", "word 5", "word 2299"])
    #expect(try await found("word", limit: 2_301).count == 2_300)
  }
}
