import Foundation
import Testing

@testable import NavStore

/// Checks which routes a save of a whole stack encodes, and how often.
@Suite struct EncodeOnceTests {
  /// A route type that counts how often each route is encoded, by the route's name.
  struct Counted: NavRoute {
    let name: String

    static let counts = Locked<[String: Int]>([:])

    init(_ name: String) {
      self.name = name
    }

    init(from decoder: any Decoder) throws {
      name = try decoder.singleValueContainer().decode(String.self)
    }

    func encode(to encoder: any Encoder) throws {
      Self.counts.withLock { $0[name, default: 0] += 1 }
      var container = encoder.singleValueContainer()
      try container.encode(name)
    }

    var count: Int { Self.counts.withLock { $0[name, default: 0] } }
  }

  @Test("A save encodes each new route once, and unchanged routes not at all")
  func once() throws {
    let temporary = try TemporaryStore()
    let (a, b, c) = (Counted("a"), Counted("b"), Counted("c"))
    try temporary.store.save([a, b], in: "main")
    #expect([a, b, c].map(\.count) == [1, 1, 0])
    try temporary.store.save([a, c], in: "main")
    #expect([a, b, c].map(\.count) == [1, 1, 1])
    let stack = try temporary.store.restore(Counted.self, in: "main").path
    #expect(stack.map(\.name) == ["a", "c"])
  }
}
