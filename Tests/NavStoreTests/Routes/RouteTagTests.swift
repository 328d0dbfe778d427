import Testing

@testable import NavStore

enum Auth {
  enum Flow {
    struct Route: NavRoute {
      var step: Int
    }
  }
}

struct Generic<Value: Codable & Hashable & Sendable>: NavRoute {
  var value: Value
}

@Suite("Route tags")
struct RouteTagTests {
  private struct Hidden: NavRoute {}

  private enum Namespace {
    struct Visible: NavRoute {}
  }

  struct Named: NavRoute {
    static let coding: NavCoding<Self> = .codable(name: "named")
  }

  @Test("The default tag is the nested type name without the module")
  func defaults() {
    #expect(RouteTag.of(AppRoute.self) == "AppRoute")
    #expect(RouteTag.of(Auth.Flow.Route.self) == "Auth.Flow.Route")
    #expect(RouteTag.of(Named.self) == "named")
    #expect(RouteTag.defaultTag(for: Named.self) == "RouteTagTests.Named")
    for tag in [RouteTag.of(AppRoute.self), RouteTag.of(Auth.Flow.Route.self)] {
      #expect(RouteTag.isStable(tag))
    }
  }

  @Test("Local, private and generic types, and types nested in them, have no stable tag")
  func unstable() {
    #expect(!RouteTag.isStable(RouteTag.of(Generic<Int>.self)))
    struct Local: NavRoute {}
    #expect(!RouteTag.isStable(RouteTag.of(Local.self)))
    #expect(!RouteTag.isStable(RouteTag.of(Hidden.self)))
    #expect(!RouteTag.isStable(RouteTag.of(Namespace.Visible.self)))
  }

  @Test(
    "A tag has 1 to 512 bytes",
    arguments: [
      ("", false), ("a", true), (String(repeating: "a", count: 512), true),
      (String(repeating: "a", count: 513), false), (String(repeating: "é", count: 257), false),
    ])
  func lengths(_ tag: String, _ isStable: Bool) {
    #expect(RouteTag.isStable(tag) == isStable)
  }
}
