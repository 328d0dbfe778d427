import Testing

@testable import NavStore

/// Screens of a live stack that were forgotten while they were shown or covered by other screens.
@Suite("Forgotten screens")
struct ForgottenScreenTests {
  let temporary: TemporaryStore
  var store: NavStore { temporary.store }

  init() throws {
    temporary = try TemporaryStore()
  }

  /// Checks the path of the stack in the scene "main", as `restore` returns it in this process.
  /// Then checks the path that a launch after a kill loads.
  private func expectRestored(
    _ trail: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let here = try store.restore(Page.self, in: "main").path.map(\.name)
    #expect(here.joined(separator: "/") == trail, sourceLocation: sourceLocation)
    try await store.flush()
    try await expectConsistent(temporary)
    try temporary.reopenAfterKill()
    let next = try store.session(of: Page.self, in: "main")
    #expect(next.trail == trail, sourceLocation: sourceLocation)
    #expect(next.restoration.failures.isEmpty, sourceLocation: sourceLocation)
  }

  @Test("A screen pushed on a forgotten one is restored above the remaining screens")
  func top() async throws {
    let live = try store.session(of: Page.self, in: "main")
    live.push("a")
    live.push("b")
    try await store.history(of: Page.self, account: nil).forget(.item(Page("b")))
    live.push("c")
    #expect(live.trail == "a/b/c")
    try await expectRestored("a/c")
    try await temporary.expectForgotten("b")
  }

  @Test("A screen pushed after everything was erased is restored")
  func everything() async throws {
    let live = try store.session(of: Page.self, in: "main")
    live.push("a")
    live.push("b")
    try await store.history(of: Page.self, account: nil).erase(.all)
    live.push("c")
    #expect(live.trail == "a/b/c")
    try await expectRestored("c")
  }

  @Test("A screen pushed after a covered one was forgotten is restored above the remaining ones")
  func below() async throws {
    let live = try store.session(of: Page.self, in: "main")
    for name in ["a", "b", "c"] { live.push(Page(name)) }
    try await store.history(of: Page.self, account: nil).forget(.item(Page("b")))
    live.push("d")
    #expect(live.trail == "a/b/c/d")
    try await expectRestored("a/c/d")
  }

  @Test("Setting a path that still contains a forgotten screen doesn't record the screen again")
  func mirrored() async throws {
    let live = try store.session(of: Page.self, in: "main")
    live.set(["a", "b", "c"])
    try await store.history(of: Page.self, account: nil).forget(.item(Page("b")))
    live.set(["a", "b", "c", "d"])
    try await temporary.expectForgotten("b")
    try await expectRestored("a/c/d")
  }

  @Test("Back shows a forgotten screen as long as it is on the stack")
  func back() async throws {
    let live = try store.session(of: Page.self, in: "main")
    for name in ["a", "b"] { live.push(Page(name)) }
    try await store.history(of: Page.self, account: nil).forget(.item(Page("b")))
    live.push("c")
    #expect(live.listed == "· a b [c]")
    #expect(live.back() && live.trail == "a/b")
    #expect(live.forward() && live.trail == "a/b/c")
    #expect(live.go(by: -2) && live.trail == "a")
    // `go(by: -2)` has removed the forgotten screen "b" from the list. The screen "c", which was
    // above "b", is now above "a".
    #expect(live.listed == "· [a] c")
    #expect(live.forward() && live.trail == "a/c")
    try await expectRestored("a/c")
  }

  @Test("The stored list has no entry for a forgotten screen, before or after the current entry")
  func list() async throws {
    let live = try store.session(of: Page.self, in: "main")
    live.push(contentsOf: ["x", "a"])
    live.push("b")
    live.push("c")
    live.back()
    try await store.history(of: Page.self, account: nil).forget(.item(Page("a")))
    live.push("d")
    #expect(live.listed == "· a b [d]")
    try await store.flush()
    try temporary.reopenAfterKill()
    let next = try store.session(of: Page.self, in: "main")
    #expect(next.listed == "· b [d]", "x was never shown.")
    #expect(next.trail == "x/b/d")
  }

  @Test("A forgotten screen that is still shown stores no visit, title or state")
  func written() async throws {
    let live = try store.session(of: Page.self, in: "main")
    live.push("a")
    live.push("b")
    try await store.history(of: Page.self, account: nil).erase(.item(Page("b")))
    try live.setVisitState("secret", named: "draft")
    live.setTitle("secret")
    live.push("c")
    try live.setVisitState("seen", named: "draft")
    live.pop()
    #expect(
      try live.visitState(String.self, named: "draft") == "secret", "The screen is still shown.")
    live.push("d")
    try await temporary.expectForgotten("b")
    #expect(try temporary.number("SELECT count(*) FROM value WHERE kind IN (0, 2)") == 1)
    #expect(try temporary.number("SELECT count(*) FROM item WHERE title IS NOT NULL") == 0)
    #expect(
      try await store.history(of: Page.self, account: nil).visits().map(\.route) == ["d", "c", "a"])
  }

  @Test("A route that is never stored ends the stored stack, even with forgotten screens above it")
  func transient() async throws {
    let live = try store.session(of: RouteRulesTests.SignIn.self, in: "main")
    live.push(.page("A"))
    live.push(.otp(code: "1"))
    live.push(.page("B"))
    try await store.history(of: RouteRulesTests.SignIn.self, account: nil).forget(
      .item(RouteRulesTests.SignIn.page("B")))
    live.push(.page("C"))
    try await store.flush()
    let next = try temporary.reopenAfterKill().restore(RouteRulesTests.SignIn.self, in: "main")
    #expect(next.path == [.page("A")])
  }

  @Test("A window's list keeps a forgotten screen while it is shown, and the stored list doesn't")
  func window() async throws {
    let list = try store.window(in: "main", selecting: "left")
    let left = try store.session(of: Page.self, in: "main", stack: "left")
    for name in ["a", "b"] { left.push(Page(name)) }
    try await store.history(of: Page.self, account: nil).forget(.item(Page("b")))
    left.push("c")
    #expect(list.count == 4)
    #expect(list.back() && left.trail == "a/b")
    #expect(list.forward() && left.trail == "a/b/c")
    try await store.flush()
    try temporary.reopenAfterKill()
    let next = try store.window(in: "main")
    #expect(next.count == 3)
    #expect(next.back())
    #expect(try store.session(of: Page.self, in: "main", stack: "left").trail == "a")
  }

  @Test("After everything is forgotten, a window's list continues from the shown screen")
  func windowAfterEverything() async throws {
    let list = try store.window(in: "main", selecting: "left")
    let left = try store.session(of: Page.self, in: "main", stack: "left")
    for name in ["a", "b"] { left.push(Page(name)) }
    try await store.history(of: Page.self, account: nil).forget(.all)
    left.push("c")
    #expect(list.back() && left.trail == "a/b")
    #expect(list.forward() && left.trail == "a/b/c")
    try await store.flush()
    try temporary.reopenAfterKill()
    #expect(try store.session(of: Page.self, in: "main", stack: "left").trail == "c")
  }

  @Test("A forgotten screen that isn't shown is not restored, even during an idle step")
  func unshown() async throws {
    try store.session(of: Page.self, in: "main").push("a")
    try await store.history(of: Page.self, account: nil).forget(.all)
    // Retains the live stacks and begins long work, as idle work does. During long work, restores
    // read on a connection of their own.
    let read = store.writer.live.all
    store.writer.beginLongWork()
    defer { store.writer.endLongWork() }
    #expect(try store.session(of: Page.self, in: "main").trail == "")
    withExtendedLifetime(read) {}
  }

  @Test("The depth of list entries doesn't count a forgotten screen below them")
  func depth() async throws {
    let live = try store.session(of: Page.self, in: "main")
    for name in ["a", "b", "c"] { live.push(Page(name)) }
    live.popToRoot()
    try await store.history(of: Page.self, account: nil).forget(.item(Page("a")))
    #expect(live.backForward.entries.map(\.route) == [nil, "b", "c"])
    #expect(live.backForward.entries.map(\.depth) == [0, 1, 2])
    #expect(live.go(by: 2) && live.path == ["b", "c"])
  }
}
