import Testing

@testable import NavStore

/// Checks the paths of stacks in memory and the entries of their lists, without a database.
@Suite("A stack and its back/forward list")
struct StackListTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let moves: [Move]
    let trail: String
    let list: String

    init(_ name: String, _ moves: [Move], gives trail: String, _ list: String) {
      testDescription = name
      self.moves = moves
      self.trail = trail
      self.list = list
    }
  }

  static let cases: [Case] = [
    Case("A stack begins at the root screen", [], gives: "", "[·]"),
    Case("A push is a new entry", [.push("a"), .push("b")], gives: "a/b", "· a [b]"),
    Case("Back", [.push("a"), .push("b"), .back], gives: "a", "· [a] b"),
    Case("Back and forward", [.push("a"), .push("b"), .back, .forward], gives: "a/b", "· a [b]"),
    Case("Back to the root screen", [.push("a"), .back], gives: "", "[·] a"),
    Case("Pop is back", [.push("a"), .push("b"), .pop], gives: "a", "· [a] b"),
    Case("Pop and forward", [.push("a"), .push("b"), .pop, .forward], gives: "a/b", "· a [b]"),
    Case(
      "Pop of several screens moves over the same number of entries",
      [.push("a"), .push("b"), .push("c"), .pop(2)], gives: "a", "· [a] b c"),
    Case(
      "Pop to root and forward, one by one",
      [.push("a"), .push("b"), .push("c"), .popToRoot, .forward, .forward],
      gives: "a/b", "· a [b] c"),
    Case(
      "A push cuts the forward part",
      [.push("a"), .push("b"), .popToRoot, .push("x")], gives: "x", "· [x]"),
    Case("Three pushed at once are one entry", [.push("a", "b", "c")], gives: "a/b/c", "· [c]"),
    Case(
      "Three pushed at once, then one popped: an entry is inserted",
      [.push("a", "b", "c"), .pop], gives: "a/b", "· [b] c"),
    Case(
      "Three pushed at once, one popped, and forward shows it again",
      [.push("a", "b", "c"), .pop, .forward], gives: "a/b/c", "· b [c]"),
    Case(
      "Three pushed at once, popped one by one",
      [.push("a", "b", "c"), .pop, .pop, .pop], gives: "", "[·] a b c"),
    Case(
      "The same route twice makes two entries", [.push("a"), .push("a")], gives: "a/a", "· a [a]"),
    Case(
      "The same route twice, popped once, shows the first",
      [.push("a"), .push("a"), .pop], gives: "a", "· [a] a"),
    Case(
      "A push of the same route after a pop is another visit",
      [.push("a"), .pop, .push("a"), .push("b"), .pop(2)], gives: "", "[·] a b"),
    Case("replaceTop swaps the entry", [.push("a"), .replaceTop("x")], gives: "x", "· [x]"),
    Case(
      "replaceTop after back keeps the forward part",
      [.push("a"), .push("b"), .back, .replaceTop("x")], gives: "x", "· [x] b"),
    Case(
      "replaceTop after back, and forward shows the old stack",
      [.push("a"), .push("b"), .back, .replaceTop("x"), .forward], gives: "a/b", "· x [b]"),
    Case(
      "A pop to a replaced entry inserts a new one",
      [.push("a"), .push("b"), .back, .replaceTop("x"), .forward, .pop],
      gives: "a", "· x [a] b"),
    Case("replaceTop at the root screen does nothing", [.replaceTop("x")], gives: "", "[·]"),
    Case(
      "replaceTop by its equal does nothing", [.push("a"), .replaceTop("a")], gives: "a", "· [a]"),
    Case("Pop at the root screen does nothing", [.pop, .popToRoot, .pop(5)], gives: "", "[·]"),
    Case("Pop of none or less does nothing", [.push("a"), .pop(0), .pop(-3)], gives: "a", "· [a]"),
    Case("Pop of too many is a pop to root", [.push("a"), .pop(99)], gives: "", "[·] a"),
    Case("A push of none does nothing", [.push("a"), .push([])], gives: "a", "· [a]"),
    Case(
      "Go by two, both ways",
      [.push("a"), .push("b"), .push("c"), .go(-2), .go(1), .go(-2), .go(3)],
      gives: "a/b/c", "· a b [c]"),
    Case(
      "Go out of range changes nothing",
      [.push("a"), .push("b"), .back, .go(2), .go(-3), .go(.min), .go(.max)],
      gives: "a", "· [a] b"),
    Case("Go by none changes nothing", [.push("a"), .go(0)], gives: "a", "· [a]"),
    Case("A path that grows is a push", [.push("a"), .update("a/b/c")], gives: "a/b/c", "· a [c]"),
    Case(
      "A path that shrinks is a pop",
      [.push("a"), .push("b"), .push("c"), .update("a")], gives: "a", "· [a] b c"),
    Case(
      "A path with another middle is a new entry",
      [.push("a"), .push("b"), .update("x/b")], gives: "x/b", "· a b [b]"),
    Case(
      "A path with another top is a new entry, not a replacement",
      [.push("a"), .update("b")], gives: "b", "· a [b]"),
    Case("The same path is no change", [.push("a", "b"), .update("a/b")], gives: "a/b", "· [b]"),
    Case("The empty path is a pop to root", [.push("a"), .update("")], gives: "", "[·] a"),
  ]

  @Test("Moves give the expected stack and list", arguments: cases)
  func rules(_ item: Case) {
    var state = StackState(backForwardLimit: 50)
    state.make(item.moves)
    #expect(state.trail == item.trail)
    #expect(state.listed == item.list)
    #expect(state.depth == state.pages.count)
  }

  @Test("Going to a missing entry returns false")
  func goSaysSo() {
    var state = StackState(backForwardLimit: 50)
    state.make([.push("a"), .push("b"), .back])
    let tooFar = [state.make(.go(2)), state.make(.go(-2)), state.go(to: 3), state.go(to: -1)]
    #expect(tooFar == [false, false, false, false])
    #expect(state.listed == "· [a] b")
    #expect(state.canGo(by: -1) && state.canGo(by: 1))
    let ahead = [state.go(to: 1), state.make(.forward), state.make(.forward)]
    #expect(ahead == [true, true, false])
    #expect(state.canGo(by: -1) && !state.canGo(by: 1))
    let behind = [state.make(.go(-2)), state.make(.back)]
    #expect(behind == [true, false])
    #expect(!state.canGo(by: -1) && state.canGo(by: 1))
    #expect(state.listed == "[·] a b")
  }

  @Test("canGoBack and canGoForward are correct within a turn")
  func canGoWithinTurn() {
    var state = StackState(backForwardLimit: 50)
    state.make(.push("a"))
    #expect(state.canGo(by: -1) && !state.canGo(by: 1))
    state.endTurn(at: 1)
    state.make(.pop)
    #expect(!state.canGo(by: -1) && state.canGo(by: 1))
  }

  @Test("A pop to an entry that was dropped at the limit inserts a new entry")
  func entryFellOff() {
    var state = StackState(backForwardLimit: 50)
    state.make((1...60).map { .push(Page("p\($0)")) })
    #expect(state.list.entries.count == 50)
    #expect(state.list.entries.first?.page == "p11")
    state.make([.pop(55)], from: 61)
    #expect(state.depth == 5)
    #expect(state.list.entries.count == 50)
    #expect(state.list.current.page == "p5")
    #expect(state.list.index == 48)
    #expect(state.list.entries.first?.page == "p12")
    state.make([.forward], from: 62)
    #expect(state.depth == 60)
    #expect(state.list.entries.last?.page == "p60")
  }

  @Test(
    "A list with a small limit follows the same rules",
    arguments: [
      (1, [.push("a"), .push("b")], "a/b", "[b]"),
      (1, [.push("a"), .push("b"), .pop], "a", "[a]"),
      (1, [.push("a"), .push("b"), .popToRoot], "", "[·]"),
      (2, [.push("a"), .push("b")], "a/b", "a [b]"),
      (2, [.push("a"), .push("b"), .push("c"), .pop(2)], "a", "[a] c"),
      (2, [.push("a"), .push("b"), .back, .push("c")], "a/c", "a [c]"),
    ] as [(Int, [Move], String, String)])
  func shortLists(_ limit: Int, _ moves: [Move], _ trail: String, _ list: String) {
    var state = StackState(backForwardLimit: limit)
    state.make(moves)
    #expect(state.trail == trail)
    #expect(state.listed == list)
  }
}
