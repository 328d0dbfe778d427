import Testing

@testable import NavStore

@Suite("Net change of a turn")
struct StackStateTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let before: [Move]
    let turn: [Move]
    let trail: String
    let list: String
    let written: [String]

    init(
      _ name: String, after before: [Move] = [], turn: [Move], gives trail: String, _ list: String,
      writes written: [String]
    ) {
      testDescription = name
      self.before = before
      self.turn = turn
      self.trail = trail
      self.list = list
      self.written = written
    }
  }

  /// The cases. In each of them, the tested turn ends at time 100.
  static let cases: [Case] = [
    Case("A push is a visit", turn: [.push("a")], gives: "a", "· [a]", writes: ["a@100"]),
    Case(
      "A pop and a push of an equal route is nothing",
      after: [.push("a"), .push("b")], turn: [.pop, .push("b")],
      gives: "a/b", "· a [b]", writes: []),
    Case(
      "A stack emptied and built up again is nothing",
      after: [.push("a"), .push("b")], turn: [.popToRoot, .push("a"), .push("b")],
      gives: "a/b", "· a [b]", writes: []),
    Case(
      "Unwound to one and pushed: one new entry, no screens on the way",
      after: [.push("a"), .push("b"), .push("c")], turn: [.pop, .pop, .push("x")],
      gives: "a/x", "· a b c [x]", writes: ["x@100"]),
    Case(
      "A push and a pop is nothing", after: [.push("a")], turn: [.push("b"), .pop],
      gives: "a", "· [a]", writes: []),
    Case(
      "Two pushes are one entry, and only the last is seen",
      turn: [.push("a"), .push("b")], gives: "a/b", "· [b]", writes: ["a@-", "b@100"]),
    Case(
      "A pop of two in two calls is one move",
      after: [.push("a"), .push("b"), .push("c")], turn: [.pop, .pop],
      gives: "a", "· [a] b c", writes: []),
    Case(
      "A push and back: the pushed screen is an unseen forward entry",
      after: [.push("a")], turn: [.push("b"), .back], gives: "a", "· [a] b", writes: ["b@-"]),
    Case(
      "A push and back and a push: the screen in between is not written",
      after: [.push("a")], turn: [.push("b"), .back, .push("c")],
      gives: "a/c", "· a [c]", writes: ["c@100"]),
    Case(
      "replaceTop is a visit that replaces the entry",
      after: [.push("a")], turn: [.replaceTop("x")], gives: "x", "· [x]", writes: ["x@100"]),
    Case(
      "replaceTop twice: only the last is a visit",
      after: [.push("a")], turn: [.replaceTop("x"), .replaceTop("y")],
      gives: "y", "· [y]", writes: ["y@100"]),
    Case(
      "replaceTop of a screen pushed in the turn is a push of the new screen",
      after: [.push("a")], turn: [.push("b"), .replaceTop("x")],
      gives: "a/x", "· a [x]", writes: ["x@100"]),
    Case(
      "A pop and replaceTop replace the entry below and keep the forward part",
      after: [.push("a"), .push("b")], turn: [.pop, .replaceTop("x")],
      gives: "x", "· [x] b", writes: ["x@100"]),
    Case(
      "replaceTop and a push", after: [.push("a")], turn: [.replaceTop("x"), .push("y")],
      gives: "x/y", "· x [y]", writes: ["x@-", "y@100"]),
    Case(
      "The last of several whole paths wins",
      after: [.push("a")], turn: [.update("x/y"), .update("a/b/c"), .update("a/b")],
      gives: "a/b", "· a [b]", writes: ["b@100"]),
    Case(
      "A path and back to the old one is nothing",
      after: [.push("a"), .push("b")], turn: [.update("x"), .update("a/b")],
      gives: "a/b", "· a [b]", writes: []),
    Case(
      "A covered screen is seen when it is uncovered",
      after: [.push("a", "b")], turn: [.pop], gives: "a", "· [a] b", writes: ["+a@100"]),
    Case(
      "A screen that was seen is not seen again",
      after: [.push("a"), .push("b")], turn: [.pop], gives: "a", "· [a] b", writes: []),
    Case(
      "The root screen is never a visit",
      after: [.push("a", "b")], turn: [.popToRoot], gives: "", "[·] b", writes: []),
    Case(
      "Going back is no visit",
      after: [.push("a"), .push("b")], turn: [.back], gives: "a", "· [a] b", writes: []),
  ]

  @Test("A turn writes its net change", arguments: cases)
  func netChange(_ item: Case) {
    var state = StackState(backForwardLimit: 50)
    state.make(item.before)
    _ = state.takePending()
    state.make([.turn(item.turn)], from: 100)
    #expect(state.trail == item.trail)
    #expect(state.listed == item.list)
    let written = state.written()
    #expect(written == item.written)
  }

  @Test("The path within a turn includes all calls so far")
  func pathWithinTurn() {
    var state = StackState(backForwardLimit: 50)
    state.make([.push("a"), .push("b")])
    _ = state.takePending()
    state.make(.pop)
    #expect(state.trail == "a")
    #expect(state.depth == 1)
    state.make(.push("x", "y"))
    #expect(state.trail == "a/x/y")
    #expect(state.depth == 3)
    state.make(.replaceTop("z"))
    #expect(state.trail == "a/x/z")
    #expect(state.isTurnOpen)
    let early = state.written()
    #expect(early == [], "Nothing is written before the turn ends.")
    state.endTurn(at: 9)
    #expect(!state.isTurnOpen)
    let written = state.written()
    #expect(written == ["x@-", "z@9"])
  }

  @Test("A covered screen is visited once uncovered, unless its turn has no net change")
  func coveredIsSeenOnce() {
    var state = StackState(backForwardLimit: 50)
    state.make([.push("a", "b", "c")])
    let first = state.written()
    #expect(first == ["a@-", "b@-", "c@1"])
    state.make([.pop], from: 2)
    state.make([.forward, .back, .pop, .forward], from: 3)
    let later = state.written()
    #expect(later == ["+b@2", "+a@5"])
    #expect(state.trail == "a/b")
  }

  @Test("Equal routes with changed contents are refreshed in their visits")
  func refreshed() {
    var state = StackState(backForwardLimit: 50)
    state.push(contentsOf: [Model(id: 1, text: "a"), Model(id: 2, text: "b")].map { RouteBox($0) })
    state.endTurn(at: 1)
    _ = state.takePending()
    state.update(
      to: [Model(id: 1, text: "new"), Model(id: 2, text: "b"), Model(id: 3, text: "c")])
    state.endTurn(at: 2)
    #expect(state.path.unboxed(as: Model.self).map(\.text) == ["new", "b", "c"])
    let entries = state.takePending()?.entries ?? []
    #expect(entries.count == 2)
    guard case .refreshed = entries.first?.kind, case .made = entries.last?.kind else {
      Issue.record("Expected a refreshed visit and a new one, got \(entries)")
      return
    }
    #expect(entries[0].node.route?.unboxed(as: Model.self).text == "new")
    #expect(entries[1].node.parent?.parent === entries[0].node)
  }

  @Test("A pop and a push of a refreshed model refresh the visit")
  func refreshedByPush() {
    var state = StackState(backForwardLimit: 50)
    state.push(contentsOf: [Model(id: 1, text: "a")].map { RouteBox($0) })
    state.endTurn(at: 1)
    _ = state.takePending()
    _ = state.pop(1)
    state.push(contentsOf: [Model(id: 1, text: "new")].map { RouteBox($0) })
    state.endTurn(at: 2)
    #expect(state.path.unboxed(as: Model.self).map(\.text) == ["new"])
    #expect(state.list.entries.count == 2)
    let entries = state.takePending()?.entries ?? []
    guard entries.count == 1, case .refreshed = entries[0].kind else {
      Issue.record("Expected one refreshed visit, got \(entries)")
      return
    }
  }

  @Test("Changes that could not be written come before newer ones, and newer values win")
  func putBack() throws {
    var state = StackState(backForwardLimit: 50)
    state.make([.push("a")])
    let tip = state.tip
    state.setValue(.json(.init([1])), named: "scroll", of: tip)
    state.setValue(.json(.init([1])), named: "draft", of: tip)
    let taken = state.takePending()
    let failed = try #require(taken)
    let again = state.takePending()
    #expect(again == nil, "Taken changes are not returned again.")
    state.setValue(.json(.init([2])), named: "scroll", of: tip)
    state.make([.push("b")], from: 2)
    state.putBack(failed)
    let both = state.takePending()
    let unwritten = try #require(both)
    #expect(unwritten.isDirty)
    #expect(unwritten.values[ValueKey(node: tip, name: "scroll")] == .json(.init([2])))
    #expect(unwritten.values[ValueKey(node: tip, name: "draft")] == .json(.init([1])))
    state.putBack(unwritten)
    let written = state.written()
    #expect(written == ["a@1", "b@2"])
  }

  @Test("A change that is put back marks the stack's row as changed")
  func putBackIsDirty() throws {
    var state = StackState(backForwardLimit: 50)
    state.make([.push("a"), .push("b")])
    _ = state.takePending()
    state.make([.pop], from: 3)
    let taken = state.takePending()
    let failed = try #require(taken)
    #expect(failed.entries.isEmpty && failed.isDirty)
    state.putBack(failed)
    let again = state.takePending()
    #expect(again?.isDirty == true)
  }

  @Test("A chain of 100,000 visits is released without a stack overflow")
  func deepChain() {
    weak var bottom: VisitNode?
    do {
      var tip = VisitNode.root()
      bottom = tip
      for number in 0..<100_000 { tip = VisitNode(RouteBox(number), on: tip, replaced: false) }
      #expect(tip.depth == 100_000)
    }
    #expect(bottom == nil)
  }
}
