import Testing

@testable import NavStore

@Suite("Route coding and traits")
struct RouteTraitsTests {
  /// A route type that counts how often its coding and its traits are read.
  private struct Asked: NavRoute {
    static let codings = Locked(0)
    static let traits = Locked(0)

    static var coding: NavCoding<Asked> {
      codings.withLock { $0 += 1 }
      return .codable(name: "Asked", renaming: ["a": "b", "b": "c"], version: 3)
    }

    var routeTraits: NavRouteTraits {
      Self.traits.withLock { $0 += 1 }
      return .init()
    }

    let number: Int
  }

  @Test("A store reads the coding once, and the traits once for each saved route")
  func asked() throws {
    let temporary = try TemporaryStore()
    try temporary.store.save((1...3).map(Asked.init), in: "main")
    #expect(Asked.codings.withLock { $0 } == 1)
    #expect(Asked.traits.withLock { $0 } == 3)
    try temporary.store.save((1...4).map(Asked.init), in: "main")
    let restored = try temporary.store.restore(Asked.self, in: "main").path
    #expect(restored == (1...4).map(Asked.init))
    #expect(Asked.codings.withLock { $0 } == 1)
  }
}
