import Foundation
import Testing

@testable import NavStore

/// Checks the order of the visits of several stacks when navigation continues during a commit.
@Suite struct TurnOrderTests {
  /// A route whose encoding waits for a signal from the test.
  struct Slow: NavRoute {
    let name: String
    var gate: Gate?

    final class Gate: Sendable {
      let hasBegun = DispatchSemaphore(value: 0)
      let mayEnd = DispatchSemaphore(value: 0)
    }

    init(_ name: String, _ gate: Gate? = nil) {
      self.name = name
      self.gate = gate
    }

    static func == (a: Slow, b: Slow) -> Bool { a.name == b.name }
    func hash(into hasher: inout Hasher) { hasher.combine(name) }

    init(from decoder: any Decoder) throws {
      self.init(try decoder.singleValueContainer().decode(String.self))
    }

    func encode(to encoder: any Encoder) throws {
      gate?.hasBegun.signal()
      gate?.mayEnd.wait()
      var container = encoder.singleValueContainer()
      try container.encode(name)
    }
  }

  @Test("Visits in two windows keep their order during other commits")
  func order() async throws {
    let temporary = try TemporaryStore()
    let a = try temporary.store.session(of: Slow.self, in: "a")
    let b = try temporary.store.session(of: Slow.self, in: "b")
    let other = try temporary.store.session(of: Slow.self, in: "other")
    let (first, second) = (Slow.Gate(), Slow.Gate())
    other.push(Slow("0", first))
    first.hasBegun.wait()
    // Pushes 1 and 2 during the commit of 0, so that the next commit includes both.
    a.push(Slow("1", second))
    b.push(Slow("2"))
    first.mayEnd.signal()
    second.hasBegun.wait()
    a.push(Slow("3"))
    b.push(Slow("4"))
    second.mayEnd.signal()
    let visits = try await temporary.store.history(of: Slow.self, account: nil).visits()
    #expect(visits.map(\.route.name) == ["4", "3", "2", "1", "0"])
  }

  @Test("Visits in two windows keep their order if one window has begun another turn")
  func openTurn() async throws {
    let temporary = try TemporaryStore()
    let a = try temporary.store.session(of: Slow.self, in: "a")
    let b = try temporary.store.session(of: Slow.self, in: "b")
    let other = try temporary.store.session(of: Slow.self, in: "other")
    let (first, second) = (Slow.Gate(), Slow.Gate())
    other.push(Slow("0", first))
    first.hasBegun.wait()
    a.push(Slow("1"))
    b.push(Slow("2", second))
    a.change(endsTurn: false) { $0.push(a.box.init(Slow("passed"))) }
    // The commit after that of 0 includes the changes of both stacks, even the push of the open
    // turn.
    first.mayEnd.signal()
    second.hasBegun.wait()
    second.mayEnd.signal()
    a.change(endsTurn: false) { $0.push(a.box.init(Slow("3"))) }
    a.core.endTurn()
    let visits = try await temporary.store.history(of: Slow.self, account: nil).visits()
    #expect(visits.map(\.route.name) == ["3", "2", "1", "0"])
    #expect(a.backForward.entries.map(\.route?.name) == [nil, "1", "3"])
    let relaunched = try temporary.reopenAfterKill().session(of: Slow.self, in: "a")
    #expect(relaunched.path.map(\.name) == ["1", "passed", "3"])
    #expect(relaunched.backForward.entries.map(\.route?.name) == [nil, "1", "3"])
  }
}
