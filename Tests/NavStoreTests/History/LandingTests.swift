import Testing

@testable import NavStore

/// The screen that a stack shows after its shown screen is removed.
@Suite("Destination of a removal")
struct LandingTests {
  let temporary: TemporaryStore
  var store: NavStore { temporary.store }

  init() throws {
    temporary = try TemporaryStore { $0.limits.backForwardEntries = 4 }
  }

  private func make(_ names: String..., goingBack: Int = 0) throws -> NavStore.Session<Page> {
    let session = try store.session(of: Page.self, in: "main")
    for name in names { session.set([Page("base"), Page(name)]) }
    if goingBack > 0 { session.go(by: -goingBack) }
    return session
  }

  private func remove(_ names: String..., landing: NavRemovalDestination) async throws {
    try await store.history(of: Page.self, account: nil).removeRoutes(
      where: {
        names.contains($0.name)
      }, then: landing)
  }

  @Test("A stack whose shown screen is removed shows the parent by default")
  func parent() async throws {
    let live = try make("a", "b", "c")
    try await store.history(of: Page.self, account: nil).removeRoutes { $0 == "c" }
    try await temporary.expect("· a b [base]", "base", live)
  }

  @Test(
    "With .previousEntry, a stack shows the entry before the removed one, even if unread",
    arguments: [false, true])
  func before(relaunched: Bool) async throws {
    _ = try make("a", "b", "c")
    if relaunched { try await temporary.relaunch() }
    let live = try store.session(of: Page.self, in: "main")
    try await remove("c", landing: .previousEntry)
    try await temporary.expect("· a [b]", "base/b", live)
  }

  @Test("With .previousEntry, a stack shows the nearest remaining entry")
  func nearest() async throws {
    let live = try make("a", "b", "c")
    try await remove("b", "c", landing: .previousEntry)
    try await temporary.expect("· [a]", "base/a", live)
  }

  @Test("A stack that is not live shows the parent instead of the previous entry")
  func stored() async throws {
    _ = try make("a", "b", "c")
    try await temporary.relaunch()
    try await remove("c", landing: .previousEntry)
    try await temporary.expect("· a b [base]", "base")
  }

  @Test("If no earlier entry is left, a stack shows the next one")
  func after() async throws {
    let live = try make("a", "b", "c", "d", goingBack: 3)
    #expect(live.listed == "[a] b c d")
    try await remove("a", landing: .previousEntry)
    try await temporary.expect("[b] c d", "base/b", live)
  }

  @Test("If no entry is left, a stack shows the screen below the removed one")
  func none() async throws {
    let live = try make("a", "b", "c", "d", goingBack: 3)
    try await remove("a", "b", "c", "d", landing: .previousEntry)
    try await temporary.expect("[base]", "base", live)
  }

  @Test("Removing a covered screen doesn't change the shown screen")
  func below() async throws {
    let live = try make("a", "b")
    live.push("c")
    try await remove("b", landing: .previousEntry)
    try await temporary.expect("· a [c]", "base/c", live)
  }

  @Test(
    "The removal of a screen that is never stored also follows the destination",
    arguments: [false, true])
  func unsaved(isPrevious: Bool) async throws {
    let landing = isPrevious ? NavRemovalDestination.previousEntry : .parent
    typealias SignIn = RouteRulesTests.SignIn
    let live = try store.session(of: SignIn.self, in: "main")
    live.set([.page("A")])
    live.set([.login, .otp(code: "1")])
    try await store.history(of: SignIn.self, account: nil).removeRoutes(
      where: {
        $0 == .otp(code: "1")
      }, then: landing)
    #expect(live.path == (landing == .parent ? [.login] : [.page("A")]))
    try await store.flush()
    let next = try temporary.reopenAfterKill().restore(SignIn.self, in: "main")
    if isPrevious { #expect(next.path == [.page("A")]) }
  }

  @Test("With .previousEntry, an entry that can't be decoded is skipped")
  func unreadable() async throws {
    _ = try make("a", "b", "c")
    try await temporary.relaunch()
    try await store.writer.async { connection in
      try connection.run(
        "UPDATE route SET payload = '{}' WHERE payload LIKE '%\"b\"%'")
    }
    let live = try store.session(of: Page.self, in: "main")
    try await remove("c", landing: .previousEntry)
    #expect(live.trail == "base/a")
    try await store.flush()
    try temporary.reopenAfterKill()
    #expect(try store.session(of: Page.self, in: "main").trail == "base/a")
  }

  @Test(
    "A removal with .previousEntry keeps the window's selected stack", arguments: [false, true])
  func window(isLive: Bool) async throws {
    let list = try store.window(in: "main", selecting: "left")
    let left = try store.session(of: Page.self, in: "main", stack: "left")
    let right = try store.session(of: Page.self, in: "main", stack: "right")
    left.push("l1")
    try list.select("right")
    right.set(["r1"])
    right.set(["r2"])
    try await store.flush()
    if !isLive { try await temporary.relaunch() }
    try await remove("r2", landing: .previousEntry)
    if isLive {
      #expect(list.selectedStack == "right")
      #expect(right.trail == "r1")
    }
    try await store.flush()
    try temporary.reopenAfterKill()
    let again = try store.window(in: "main")
    #expect(again.selectedStack == "right")
    let trail = try store.session(of: Page.self, in: "main", stack: "right").trail
    #expect(trail == (isLive ? "r1" : ""))
    #expect(again.index == again.count - 1)
  }
}
