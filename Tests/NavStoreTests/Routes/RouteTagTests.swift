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
    static let routeTag = "named"
  }

  @Test("The default is the nested name without the module")
  func defaults() {
    #expect(AppRoute.routeTag == "AppRoute")
    #expect(Auth.Flow.Route.routeTag == "Auth.Flow.Route")
    #expect(Named.routeTag == "named")
    #expect(RouteTag.defaultTag(for: Named.self) == "RouteTagTests.Named")
    for tag in [AppRoute.routeTag, Auth.Flow.Route.routeTag] {
      #expect(RouteTag.isStable(tag))
    }
  }

  @Test("Local, private and generic types, and what stands in them, have no stable name")
  func unstable() {
    #expect(!RouteTag.isStable(Generic<Int>.routeTag))
    struct Local: NavRoute {}
    #expect(!RouteTag.isStable(Local.routeTag))
    #expect(!RouteTag.isStable(Hidden.routeTag))
    #expect(!RouteTag.isStable(Namespace.Visible.routeTag))
  }

  @Test(
    "A tag of 512 bytes is the longest, and an empty one is none",
    arguments: [
      ("", false), ("a", true), (String(repeating: "a", count: 512), true),
      (String(repeating: "a", count: 513), false), (String(repeating: "é", count: 257), false),
    ])
  func lengths(_ tag: String, _ isStable: Bool) {
    #expect(RouteTag.isStable(tag) == isStable)
  }
}
