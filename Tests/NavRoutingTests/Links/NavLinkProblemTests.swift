import Foundation
import NavRouting
import Testing

@Suite struct NavLinkProblemTests {
  private func problems(
    @NavPatternBuilder<String> _ patterns: () -> [NavPattern<String>]
  ) -> [NavLinkProblem.Kind] {
    NavLinks<String>(schemes: ["s"], patterns).problems.map(\.kind)
  }

  @Test("Patterns that could get the same link are reported, and the first one gets it")
  func ambiguous() throws {
    let links = NavLinks<String>(schemes: ["s"]) {
      NavPattern("product/{id}") { (id: Int) in "number" }
      NavPattern("product/{slug}") { (slug: String) in "text" }
    }
    let problem = try #require(links.problems.first)
    #expect(links.problems.count == 1)
    #expect(problem.kind == .ambiguous)
    #expect(problem.subject == "product/{slug}")
    #expect(problem.other == "product/{id}")
    #expect(throws: problem) { try links.check() }
    let url = try #require(URL(string: "s:product/7"))
    #expect(try links.match(url).routes == ["number"])
  }

  @Test("Every way for two patterns to be ambiguous is found, and nothing else")
  func pairs() {
    let one: @Sendable (String) -> String? = { $0 }
    let two: @Sendable (String, String) -> String? = { $0 + $1 }
    let maybe: @Sendable (String?) -> String? = { $0 }
    let rest: @Sendable ([String]) -> String? = { $0.first }
    let rows: [(NavPattern<String>, NavPattern<String>, Bool)] = [
      (NavPattern("a", "1"), NavPattern("a", "2"), true),
      (NavPattern("a", "1"), NavPattern("/a/", "2"), true),
      (NavPattern("a", "1"), NavPattern("A", "2"), true),
      (NavPattern("a/b", "1"), NavPattern("a/B", "2"), false),
      (NavPattern("a", "1"), NavPattern("b", "2"), false),
      (NavPattern("a", "1"), NavPattern("a?x={x}", maybe), true),
      (NavPattern("a", "1"), NavPattern("a?x={x}", one), false),
      (NavPattern("a?x={x}", one), NavPattern("a?y={y}", one), true),
      (NavPattern("a?x=1", "1"), NavPattern("a?x=2", "2"), false),
      (NavPattern("a?x=1", "1"), NavPattern("a?y=1", "2"), true),
      (NavPattern("a?x=1", "1"), NavPattern("a?x={x}", one), false),
      (NavPattern("{a}/b", one), NavPattern("a/{b}", one), false),
      (NavPattern("{a}/b", one), NavPattern("{a}/c", one), false),
      (NavPattern("{a}/{b}", two), NavPattern("{c}/{d}", two), true),
      (NavPattern("a/{b*}", rest), NavPattern("a/{c*}", rest), true),
      (NavPattern("a/{b*}", rest), NavPattern("a", "2"), false),
      (NavPattern("a/{b*}", rest), NavPattern("a/{c}", one), false),
    ]
    for (first, second, isAmbiguous) in rows {
      let found = problems {
        first
        second
      }
      #expect(found == (isAmbiguous ? [.ambiguous] : []), "\(first) \(second)")
    }
  }

  @Test("A pattern that cannot work is reported and left out")
  func unsound() throws {
    let kinds = problems {
      NavPattern("a#b", "1")
      NavPattern("a/{b", "2")
      NavPattern("a/{b}c") { (b: String) in b }
      NavPattern("a/{}") { (b: String) in b }
      NavPattern("a/../b", "3")
      NavPattern("a?b", "4")
      NavPattern("a?={b}") { (b: String) in b }
      NavPattern("{a*}/b") { (a: [String]) in a.first }
      NavPattern("{a}/{a}") { (a: String, b: String) in a }
      NavPattern("a?x={b}&x={c}") { (a: String, b: String) in a }
      NavPattern("{a}/{b}") { (a: String) in a }
      NavPattern("a/{b}", "5")
      NavPattern("a") { (b: String) in b }
      NavPattern("a/{b}") { (b: String?) in b }
      NavPattern("a/{b}") { (b: [String]) in b.first }
      NavPattern("a/{b*}") { (b: String) in b }
      NavPattern("a/{b}") { (b: String) in b }.named("n")
    }
    #expect(
      kinds == [
        .malformed, .malformed, .malformed, .malformed, .malformed, .malformed, .malformed,
        .restNotLast, .repeatedName, .repeatedName, .parameterCount, .parameterCount,
        .parameterCount, .parameterType, .parameterType, .parameterType, .namedWithParameters,
      ])
    let links = NavLinks<String>(schemes: ["s"]) { NavPattern("a/{b}", "5") }
    let url = try #require(URL(string: "s:a/b"))
    #expect(throws: NavLinkRefusal.self) { try links.match(url) }
    #expect(links.url(for: "5") == nil)
  }

  @Test("Schemes, hosts and names that cannot work are reported")
  func surroundings() {
    func kinds(_ schemes: [String], _ hosts: [String]) -> [NavLinkProblem.Kind] {
      NavLinks<String>(schemes: schemes, hosts: hosts) { NavPattern("a", "1") }.problems.map(\.kind)
    }
    #expect(kinds(["app", "com.example.app", "a+b-c.1"], ["example.com"]).isEmpty)
    for scheme in ["", "https", "HTTP", "1app", "app:", "app://", "äpp"] {
      #expect(kinds([scheme], []) == [.badScheme], "\(scheme)")
    }
    for host in ["", "https://example.com", "example.com/", "example.com:443", "*.example.com"] {
      #expect(kinds([], [host]) == [.badHost], "\(host)")
    }
    let names = problems {
      NavPattern("a", "1").named("n")
      NavPattern("b", "2").named("n")
    }
    #expect(names == [.repeatedName])
  }

  @Test("A sound declaration has no problems")
  func sound() throws {
    try NavLinks<LinkedRoute>.shop.check()
  }
}
