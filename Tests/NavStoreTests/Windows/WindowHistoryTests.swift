import NavStoreSQLite
import Testing

@testable import NavStore

@Suite("The back/forward list of a window")
struct WindowHistoryTests {
  @Test("Changes of the selected stack change the window's list")
  func selected() throws {
    let temporary = try TemporaryStore()
    let window = try Window(temporary.store)
    let a = try window.session("a")
    a.make([.push("a1"), .push("a2"), .pop])
    #expect(window.listed == "a· [a1] a2")
    a.make([.push("a3", "a4"), .pop])
    #expect(window.listed == "a· a1 [a3] a4")
    a.replaceTop(with: "a5")
    #expect(window.listed == "a· a1 [a5] a4")
    a.forward()
    #expect(window.listed == "a· a1 a5 [a4]")
    a.back()
    #expect(window.listed == "a· a1 [a5] a4")
    #expect(window.list.canGoBack && window.list.canGoForward)
  }

  @Test("Selecting a stack adds an entry, and changes of a hidden stack add none until then")
  func selecting() throws {
    let temporary = try TemporaryStore()
    let window = try Window(temporary.store)
    try window.session("a").push("a1")
    #expect(try window.list.select("b"))
    #expect(window.list.selectedStack == "b")
    #expect(try !window.list.select("b"))
    try window.session("a").push("a2")
    #expect(window.listed == "a· a1 [b·]")
    #expect(try window.list.select("a"))
    #expect(window.listed == "a· a1 b· [a2]")
    #expect(window.list.go(by: -2))
    #expect(window.listed == "a· [a1] b· a2")
    #expect(try window.session("a").trail == "a1")
    // The step in the window's list has also moved the list of stack "a".
    #expect(try window.session("a").listed == "· [a1] a2")
    try window.list.select("c")
    #expect(window.listed == "a· a1 [c·]")
  }

  @Test("Back and Forward move stacks and select them")
  func going() throws {
    let temporary = try TemporaryStore()
    let window = try Window(temporary.store)
    try window.session("a").make([.push("a1"), .push("a2")])
    try window.list.select("b")
    try window.session("b").make([.push("b1")])
    try window.session("a").popToRoot()
    #expect(window.list.back() && window.list.selectedStack == "b")
    #expect(try window.session("b").trail == "")
    #expect(window.list.back() && window.list.selectedStack == "a")
    #expect(try window.session("a").trail == "a1/a2")
    #expect(window.list.go(to: 4))
    #expect(try window.session("b").trail == "b1")
    #expect(try window.session("a").trail == "a1/a2")
    for offset in [1, -5, .max, .min] { #expect(!window.list.go(by: offset)) }
    for index in [-1, 5] { #expect(!window.list.go(to: index)) }
    #expect(window.list.go(by: 0) && window.list.go(to: 4))
    #expect(window.listed == "a· a1 a2 b· [b1]")
  }

  @Test("Changes of an open turn are added before a selection and before a step")
  func openTurns() throws {
    let temporary = try TemporaryStore()
    let window = try Window(temporary.store)
    try window.session("a").change(endsTurn: false) { $0.push(contentsOf: [Page("a1")]) }
    try window.list.select("b")
    try window.session("b").change(endsTurn: false) { $0.push(contentsOf: [Page("b1")]) }
    #expect(window.list.back())
    #expect(window.listed == "a· a1 [b·] b1")
  }

  @Test("Unreadable entries are skipped in both directions")
  func unreadable() async throws {
    let temporary = try TemporaryStore()
    do {
      let window = try Window(temporary.store)
      try window.session("a").make([.push("a1"), .push("a2"), .push("a3")])
      try window.list.select("b")
      try await temporary.store.flush()
    }
    let connection = try temporary.rawConnection()
    try connection.run("UPDATE route SET hash = hash + 1 WHERE payload LIKE '%a2%'")
    connection.close()
    try temporary.reopenAfterKill()
    let window = try Window(temporary.store)
    _ = try window.session("a")
    #expect(window.list.back())
    #expect(try window.session("a").trail == "a1")
    #expect(window.list.selectedStack == "a")
    #expect(
      window.list.backForwardMenu.entries.map(\.isUnreadable) == [false, false, true, true, false])
    #expect(window.list.forward() && window.list.selectedStack == "b")
    #expect(window.list.back() && window.list.index == 1)
    #expect(!window.list.go(to: 2))
  }

  @Test("Screens that are never stored are entries while they exist")
  func transient() async throws {
    let temporary = try TemporaryStore()
    let list = try temporary.store.window(in: "main")
    let session = try temporary.store.session(of: Flaky.self, in: "main")
    session.push(.page(1))
    session.push(.unencodable)
    session.push(.page(2))
    #expect(list.count == 4)
    #expect(list.go(by: -2) && session.depth == 1)
    #expect(list.go(by: 2) && session.path == [.page(1), .unencodable, .page(2)])
    #expect(await code { try await temporary.store.flush() } == .codingFailed)
    try temporary.reopenAfterKill()
    let later = try temporary.store.window(in: "main")
    #expect(later.count == 2)
    #expect(try temporary.store.session(of: Flaky.self, in: "main").path == [.page(1)])
    #expect(later.back())
  }

  @Test("An imported stack is kept as an entry of the window's list")
  func adopted() async throws {
    let temporary = try TemporaryStore()
    let list = try temporary.store.window(in: "main")
    let session = try temporary.store.session(
      of: Page.self, in: "main", adopting: .custom { ["old", "older"] })
    #expect(session.trail == "old/older")
    #expect(list.count == 2)
    session.push("new")
    #expect(list.back() && session.trail == "old/older")
    try await temporary.store.flush()
    try temporary.reopenAfterKill()
    let later = try temporary.store.window(in: "main")
    #expect(later.count == 3 && later.forward())
    #expect(try temporary.store.session(of: Page.self, in: "main").trail == "old/older/new")
  }

  @Test("Two processes keep each other's entries, and each has its own current entry")
  func twoProcesses() async throws {
    let temporary = try TemporaryStore()
    let mine = try Window(temporary.store)
    try mine.session("a").push("a1")
    try await temporary.store.flush()
    let other = try temporary.another()
    let theirs = try Window(other)
    #expect(theirs.listed == "a· [a1]")
    try theirs.list.select("c")
    try theirs.session("c").push("c1")
    try await other.flush()
    try mine.session("b").push("b1")
    try mine.list.select("b")
    try await temporary.store.flush()
    #expect(mine.listed == "a· a1 c· c1 [b1]")
    #expect(mine.list.back() && mine.list.selectedStack == "c")
    #expect(try mine.session("c").trail == "c1")
    try await temporary.store.flush()
    theirs.list.back()
    try await other.flush()
    #expect(theirs.list.selectedStack == "c")
    try await other.close()
  }

  @Test("A failed write of the list is repeated by the next commit")
  func failedWrite() async throws {
    let temporary = try TemporaryStore { $0.busyTimeout = .milliseconds(1) }
    let window = try Window(temporary.store)
    try window.session("a").push("a1")
    try await temporary.store.flush()
    let blocker = try temporary.rawConnection()
    try blocker.run("BEGIN IMMEDIATE")
    try window.session("a").push("a2")
    try window.list.select("b")
    #expect(await code { try await temporary.store.flush() } == .busy)
    try blocker.run("COMMIT")
    blocker.close()
    try await temporary.store.flush()
    try temporary.reopenAfterKill()
    #expect(try Window(temporary.store).listed == "a· a1 a2 [b·]")
  }

  @Test("Invalid names throw, a closed store doesn't trap, and a scene has one list")
  func edges() async throws {
    let temporary = try TemporaryStore()
    let list = try temporary.store.window(in: "main")
    #expect(try temporary.store.window(in: "main") === list)
    #expect(try temporary.store.window(in: "other") !== list)
    let long = String(repeating: "x", count: 513)
    #expect(code { _ = try temporary.store.window(in: "") } == .invalidArgument)
    #expect(
      code { _ = try temporary.store.window(in: "main", selecting: long) } == .invalidArgument)
    #expect(code { try list.select(long) } == .invalidArgument)
    try list.select("b")
    try await temporary.store.close()
    #expect(!list.back())
    #expect(list.selectedStack == "b")
    #expect(list.backForwardMenu.back.map(\.stack) == [""])
    #expect(code { try list.select("c") } == .closed)
  }

  @Test("Observers are notified of changes")
  func observers() throws {
    let temporary = try TemporaryStore()
    let window = try Window(temporary.store)
    let counter = Locked(0)
    window.list.observe(window) { counter.withLock { $0 += 1 } }
    try window.session("a").push("a1")
    #expect(counter.withLock { $0 } == 1)
    window.list.stopObserving(ObjectIdentifier(window))
    try window.session("a").push("a2")
    #expect(counter.withLock { $0 } == 1)
  }
}
