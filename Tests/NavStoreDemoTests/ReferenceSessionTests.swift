import Testing

@testable import navstore_demo

/// Checks `ReferenceSession`, which the replay is compared with, against results that were computed
/// by hand.
@Suite struct ReferenceSessionTests {
  private func make(_ path: String) throws -> ReferenceSession {
    ReferenceSession(try #require(try SessionFile("u\t1\t2\t\(path)".utf8).sessions.first))
  }

  private func entries(_ text: String...) -> [ReferenceSession.Entry] {
    text.enumerated().map { .init(name: $1, depth: $0) }
  }

  @Test("A pop moves back in the list, and a push removes the forward entries")
  func popAndPush() throws {
    let popped = try make("A;B;<")
    #expect(popped.stack == ["/A"])
    #expect(popped.entries == entries("/", "/A", "/B"))
    #expect(popped.index == 1)
    let pushed = try make("A;B;<;C")
    #expect(pushed.stack == ["/A", "/C"])
    #expect(pushed.entries == entries("/", "/A", "/C"))
    #expect(pushed.index == 2)
    #expect(pushed.visits == ["/A", "/B", "/C"])
  }

  @Test("The same article twice is two visits, and a pop distinguishes them")
  func sameTwice() throws {
    let twice = try make("A;A;<")
    #expect(twice.stack == ["/A"])
    #expect(twice.index == 1)
    #expect(twice.visits == ["/A", "/A"])
    let again = try make("A;<;A;<")
    #expect(again.entries == entries("/", "/A"))
    #expect(again.index == 0)
  }

  @Test("The oldest of more than 50 entries are dropped, and pops insert dropped entries")
  func limit() throws {
    let names = (1...60).map { "N\($0)" }.joined(separator: ";")
    let full = try make(names)
    #expect(full.entries.map(\.depth) == Array(11...60))
    #expect(full.index == 49)
    let bottom = try make(names + String(repeating: ";<", count: 49))
    #expect(bottom.entries == full.entries)
    #expect(bottom.index == 0)
    let beyond = try make(names + String(repeating: ";<", count: 52))
    #expect(beyond.stack.count == 8)
    #expect(beyond.entries.map(\.depth) == Array(8...57))
    #expect(beyond.index == 0)
  }

  @Test("A pop at the root screen does nothing")
  func popAtRoot() throws {
    let session = try make("<;A;<;<")
    #expect(session.stack.isEmpty)
    #expect(session.entries == entries("/", "/A"))
    #expect(session.index == 0)
  }
}
