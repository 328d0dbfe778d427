import Foundation
import NavRouting
import Testing

@Suite struct LinkProblemTests {
  private func problems(
    @NavLinkPatternBuilder<String> _ patterns: () -> [NavLinkPattern<String>]
  ) -> [String] {
    NavDeepLinks<String>(schemes: ["s"], patterns: patterns).problems
  }

  @Test("Patterns that match the same link are reported, and the first one opens it")
  func ambiguous() throws {
    let links = NavDeepLinks<String>(schemes: ["s"]) {
      NavLinkPattern("product/{id}") { (id: Int) in "number" }
      NavLinkPattern("product/{slug}") { (slug: String) in "text" }
    }
    #expect(
      links.problems == [
        """
        "product/{id}" and "product/{slug}" are equally specific and match the same links; \
        "product/{id}" is declared first and gets them.
        """
      ])
    let url = try #require(URL(string: "s:product/7"))
    #expect(try links.path(for: url) == ["number"])
  }

  @Test("A table without a scheme or host is a problem, unless its patterns have names")
  func noWayIn() {
    let sentence = "There is neither a scheme nor a host, so no URL is a link of the app's."
    #expect(NavDeepLinks<String> { NavLinkPattern("a", "1") }.problems == [sentence])
    #expect(NavDeepLinks<String> { NavLinkPattern("a", "1").named("shortcut") }.problems == [])
    let links = NavDeepLinks<String>(hosts: ["example.com"]) { NavLinkPattern("a", "1") }
    #expect(links.problems == [])
  }

  @Test("Two patterns are reported if they are ambiguous, and not otherwise")
  func pairs() {
    let one: @Sendable (String) -> String? = { $0 }
    let two: @Sendable (String, String) -> String? = { $0 + $1 }
    let maybe: @Sendable (String?) -> String? = { $0 }
    let rest: @Sendable ([String]) -> String? = { $0.first }
    let rows: [(NavLinkPattern<String>, NavLinkPattern<String>, Bool)] = [
      (NavLinkPattern("a", "1"), NavLinkPattern("a", "2"), true),
      (NavLinkPattern("a", "1"), NavLinkPattern("/a/", "2"), true),
      (NavLinkPattern("a", "1"), NavLinkPattern("A", "2"), true),
      (NavLinkPattern("a/b", "1"), NavLinkPattern("a/B", "2"), false),
      (NavLinkPattern("a", "1"), NavLinkPattern("b", "2"), false),
      (NavLinkPattern("a", "1"), NavLinkPattern("a?x={x}", maybe), true),
      (NavLinkPattern("a", "1"), NavLinkPattern("a?x={x}", one), false),
      (NavLinkPattern("a?x={x}", one), NavLinkPattern("a?y={y}", one), true),
      (NavLinkPattern("a?x=1", "1"), NavLinkPattern("a?x=2", "2"), false),
      (NavLinkPattern("a?x=1", "1"), NavLinkPattern("a?y=1", "2"), true),
      (NavLinkPattern("a?x=1", "1"), NavLinkPattern("a?x={x}", one), false),
      (NavLinkPattern("{a}/b", one), NavLinkPattern("a/{b}", one), false),
      (NavLinkPattern("{a}/b", one), NavLinkPattern("{a}/c", one), false),
      (NavLinkPattern("{a}/{b}", two), NavLinkPattern("{c}/{d}", two), true),
      (NavLinkPattern("a/{b*}", rest), NavLinkPattern("a/{c*}", rest), true),
      (NavLinkPattern("a/{b*}", rest), NavLinkPattern("a", "2"), false),
      (NavLinkPattern("a/{b*}", rest), NavLinkPattern("a/{c}", one), false),
    ]
    for (first, second, isAmbiguous) in rows {
      let found = problems {
        first
        second
      }
      #expect(found.count == (isAmbiguous ? 1 : 0), "\(first) \(second)")
      #expect(found.allSatisfy { $0.contains("equally specific") })
    }
  }

  /// A type that can't be a placeholder's value, because two properties are not one text, number or
  /// Boolean.
  struct Pair: Codable, Hashable { var first: Int, second: Int }

  @Test("An invalid pattern is reported and left out")
  func invalid() throws {
    let rows: [(NavLinkPattern<String>, String)] = [
      (NavLinkPattern("a#b", "1"), "fragment"),
      (NavLinkPattern("a/{b", "2"), "whole path segment"),
      (NavLinkPattern("a/{b}c") { (b: String) in b }, "whole path segment"),
      (NavLinkPattern("a?b={b}c") { (b: String) in b }, "whole path segment"),
      (NavLinkPattern("a/{}") { (b: String) in b }, "letters, digits"),
      (NavLinkPattern("a/../b", "3"), "cannot contain \"..\""),
      (NavLinkPattern("a?b", "4"), "query item is"),
      (NavLinkPattern("a?={b}") { (b: String) in b }, "query item is"),
      (NavLinkPattern("{a*}/b") { (a: [String]) in a.first }, "must be the last"),
      (NavLinkPattern("{a}/{a}") { (a: String, b: String) in a }, "placeholder repeats"),
      (NavLinkPattern("a?x={b}&x={c}") { (a: String, b: String) in a }, "query item repeats"),
      (NavLinkPattern("{a}/{b}") { (a: String) in a }, "takes 1 value,"),
      (NavLinkPattern("a/{b}", "5"), "takes 0 values"),
      (NavLinkPattern("a") { (b: String) in b }, "takes 1 value,"),
      (NavLinkPattern("a/{b}") { (b: String?) in b }, "type of {b}"),
      (NavLinkPattern("a/{b}") { (b: [String]) in b.first }, "type of {b}"),
      (NavLinkPattern("a/{b*}") { (b: String) in b }, "type of {b}"),
      (NavLinkPattern("a/{b}") { (b: Pair) in "\(b)" }, "type of {b}"),
      (NavLinkPattern("a?b={b}") { (b: Pair?) in "\(b?.first ?? 0)" }, "type of {b}"),
      (NavLinkPattern("a?b={b}") { (b: [Pair]) in "\(b)" }, "type of {b}"),
      (NavLinkPattern("a?b={b}") { (b: [[Int]]) in "\(b)" }, "type of {b}"),
      (NavLinkPattern("a?b={b}") { (b: [Int]?) in "\(b ?? [])" }, "type of {b}"),
      (NavLinkPattern("a/{b}") { (b: String) in b }.named("n"), "needs values"),
    ]
    for (pattern, words) in rows {
      let found = problems { pattern }
      #expect(found.count == 1 && found[0].contains(words), "\(found) \(words)")
    }
    let links = NavDeepLinks<String>(schemes: ["s"]) { NavLinkPattern("a/{b}", "5") }
    let url = try #require(URL(string: "s:a/b"))
    #expect(throws: NavLinkRefusal.self) { try links.path(for: url) }
    #expect(links.url(for: "5") == nil)
  }

  @Test("Invalid schemes, hosts and names are reported")
  func surroundings() {
    func problems(_ schemes: [String], _ hosts: [String]) -> [String] {
      NavDeepLinks<String>(schemes: schemes, hosts: hosts) { NavLinkPattern("a", "1") }.problems
    }
    #expect(problems(["app", "com.example.app", "a+b-c.1"], ["example.com"]).isEmpty)
    for scheme in ["", "https", "HTTP", "1app", "app:", "app://", "äpp"] {
      #expect(problems([scheme], []).map { $0.contains("URL scheme") } == [true], "\(scheme)")
    }
    for host in ["", "https://example.com", "example.com/", "example.com:443", "*.example.com"] {
      #expect(problems([], [host]).map { $0.contains("host name") } == [true], "\(host)")
    }
    let names = self.problems {
      NavLinkPattern("a", "1").named("n")
      NavLinkPattern("b", "2").named("n")
    }
    #expect(names == ["\"b\" has the name \"n\" of a pattern before it."])
  }

  @Test("A valid declaration has no problems")
  func valid() {
    #expect(NavDeepLinks<LinkedRoute>.shop().problems.isEmpty)
  }
}
