import Testing

@testable import NavStore

@Suite("Turns that do not end")
struct UnendedTurnTests {
  /// Makes the writer check for open turns twice, because it saves a turn that is open at both
  /// checks. Waits for the commit.
  private func checkTwice(_ session: NavStore.Session<Page>) {
    for _ in 1...2 { check(session) }
  }

  private func check(_ session: NavStore.Session<Page>) {
    session.writer.checkTurns()
    session.writer.queue.sync {}
  }

  @Test("A turn that is found open twice is saved without visits")
  func saved() async throws {
    let temporary = try TemporaryStore()
    let store = temporary.store
    let session = try store.session(of: Page.self, in: "main")
    session.push("a")
    try await store.flush()
    session.change(endsTurn: false) { $0.push(contentsOf: ["b", "c"] as [Page]) }
    check(session)
    #expect(
      try temporary.number("SELECT count(*) FROM visit") == 1,
      "A turn that is found open once is not saved.")
    check(session)
    #expect(try temporary.number("SELECT count(*) FROM visit") == 3)
    #expect(try temporary.number("SELECT count(*) FROM visit WHERE time IS NOT NULL") == 1)
    #expect(session.core.withState { $0.stack.isTurnOpen })
    let relaunched = try temporary.reopenAfterKill()
    #expect(try relaunched.restore(Page.self, in: "main").path == ["a", "b", "c"])
    // Ends the turn after its changes were saved. Only at the end of the turn does the screen on
    // top become a visit in the history.
    session.core.endTurn()
    let visits = try await store.history(of: Page.self, account: nil).visits()
    #expect(visits.map(\.route) == ["c", "a"])
    #expect(session.listed == "· a [c]")
  }

  @Test("Further changes of an open turn are saved as well")
  func savedAgain() throws {
    let temporary = try TemporaryStore()
    let session = try temporary.store.session(of: Page.self, in: "main")
    for page in ["a", "b", "c"] as [Page] {
      session.change(endsTurn: false) { $0.push(page) }
      checkTwice(session)
    }
    let relaunched = try temporary.reopenAfterKill()
    #expect(try relaunched.restore(Page.self, in: "main").path == ["a", "b", "c"])
  }

  @Test("A saved open turn without a net change leaves no visit and no entry")
  func cameToNothing() async throws {
    let temporary = try TemporaryStore()
    let session = try temporary.store.session(of: Page.self, in: "main")
    session.push("a")
    session.change(endsTurn: false) { $0.push(Page("b")) }
    checkTwice(session)
    session.change(endsTurn: false) { _ = $0.pop(1) }
    session.core.endTurn()
    #expect(session.listed == "· [a]")
    let visits = try await temporary.store.history(of: Page.self, account: nil).visits()
    #expect(visits.map(\.route) == ["a"])
    let relaunched = try temporary.reopenAfterKill().session(of: Page.self, in: "main")
    #expect(relaunched.listed == "· [a]")
  }

  @Test("A failed save of an open turn is repeated, and the turn ends normally")
  func failed() async throws {
    let temporary = try TemporaryStore()
    let session = try temporary.store.session(of: Page.self, in: "main")
    session.push("a")
    try await temporary.store.flush()
    session.change(endsTurn: false) { $0.push(Page("b")) }
    try temporary.store.writer.sync { try $0.runScript(Array("PRAGMA query_only = ON".utf8)) }
    checkTwice(session)
    try temporary.store.writer.sync { try $0.runScript(Array("PRAGMA query_only = OFF".utf8)) }
    #expect(try temporary.number("SELECT count(*) FROM visit") == 1)
    temporary.store.writer.queue.sync { temporary.store.writer.commitScheduled() }
    #expect(try temporary.number("SELECT count(*) FROM visit") == 2)
    session.core.endTurn()
    let visits = try await temporary.store.history(of: Page.self, account: nil).visits()
    #expect(visits.map(\.route) == ["b", "a"])
  }

  @Test("A title set during an open turn is written with its visit")
  func title() async throws {
    let temporary = try TemporaryStore()
    let session = try temporary.store.session(of: Page.self, in: "main")
    session.change(endsTurn: false) { $0.push(Page("a")) }
    checkTwice(session)
    session.change(endsTurn: false) { $0.push(Page("b")) }
    session.setTitle("Bees")
    temporary.store.writer.queue.sync { temporary.store.writer.commitScheduled() }
    session.core.endTurn()
    let found = try await temporary.store.history(of: Page.self, account: nil).items(
      .search("bees"))
    #expect(found.map(\.route) == ["b"])
  }

  @Test("A turn open for two seconds is reported as a problem of its stack until it ends")
  func problem() throws {
    let temporary = try TemporaryStore()
    let session = try temporary.store.session(of: Page.self, in: "main")
    let other = try temporary.store.session(of: Page.self, in: "other")
    let notificationCount = Locked(0)
    session.observe(temporary) { notificationCount.withLock { $0 += 1 } }
    session.change(endsTurn: false, by: temporary) { $0.push(Page("a")) }
    for _ in 1..<Writer.checksUntilProblem { check(session) }
    #expect(session.problem == nil && notificationCount.withLock { $0 } == 0)
    check(session)
    #expect(session.problem?.reason == .noMainLoop)
    #expect(session.problem?.description.contains("NavMainLoop.use") == true)
    #expect(other.problem == nil)
    #expect(notificationCount.withLock { $0 } == 1)
    session.core.endTurn()
    #expect(session.problem == nil)
    #expect(notificationCount.withLock { $0 } == 2)
    session.change(endsTurn: false) { $0.push(Page("b")) }
    check(session)
    #expect(session.problem == nil, "The time starts again with each turn.")
  }

  // MARK: - The net change

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let moves: [Move]
    let list: String
  }

  /// The cases. The moves of a case are made in one turn, after a turn that pushed "a". The open
  /// turn is saved after every move except the last.
  static let cases: [Case] = [
    Case(testDescription: "push, push", moves: [.push("b"), .push("c")], list: "· a [c]"),
    Case(testDescription: "push, pop", moves: [.push("b"), .pop], list: "· [a]"),
    Case(
      testDescription: "push, replaceTop", moves: [.push("b"), .replaceTop("c")], list: "· a [c]"),
    Case(
      testDescription: "push, push, back", moves: [.push("b"), .push("c"), .back],
      list: "· a [b]"),
    Case(
      testDescription: "push twice at once, pop", moves: [.push("b", "c"), .pop], list: "· a [b]"),
  ]

  @Test("The list after a saved open turn contains only the net change", arguments: cases)
  func lists(_ item: Case) {
    var state = StackState(backForwardLimit: 50)
    state.make([.push("a")])
    _ = state.takePending()
    for (index, move) in item.moves.enumerated() {
      if index > 0 { _ = state.saveOpenTurn(turn: 0) }
      state.make(move)
    }
    state.endTurn(at: 100)
    #expect(state.listed == item.list)
  }

  @Test("A window's list has no entry for intermediate screens of a turn")
  func window() async throws {
    let store = NavStore.inMemory()
    let window = try store.window(in: "main")
    let session = try store.session(of: Page.self, in: "main")
    session.push("a")
    for last in ["c", "replaced"] as [Page] {
      session.change(endsTurn: false) { $0.push(Page("b")) }
      checkTwice(session)
      if last == "c" {
        session.change(endsTurn: false) { $0.push(last) }
      } else {
        session.change(endsTurn: false) { _ = $0.replaceTop(with: last) }
      }
      session.core.endTurn()
    }
    #expect(window.count == 4, "The root screen, a, c and the replacement of b.")
    #expect(window.back())
    #expect(session.path == ["a", "b", "c"])
  }
}
