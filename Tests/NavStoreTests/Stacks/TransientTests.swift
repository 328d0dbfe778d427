import Testing

@testable import NavStore

@Suite("Routes that can't be stored")
struct TransientTests {
  @Test("A session keeps an unstorable route in memory, and the stored stack ends below it")
  func storedStackEndsBelow() async throws {
    let temporary = try TemporaryStore()
    let session = try temporary.store.session(of: Flaky.self, in: "main")
    session.push(.page(1))
    session.push(.unencodable)
    session.push(.page(2))
    #expect(await code { try await temporary.store.flush() } == .codingFailed)
    #expect(session.path == [.page(1), .unencodable, .page(2)])
    #expect(session.backForward.entries.count == 4)
    let restored = try temporary.reopenAfterKill().restore(Flaky.self, in: "main")
    #expect(restored.path == [.page(1)])
    #expect(restored.failures.isEmpty)
    let again = try temporary.store.session(of: Flaky.self, in: "main")
    #expect(again.backForward.entries.map(\.depth) == [0, 1])
    #expect(again.backForward.index == 1)
  }

  @Test("Screens above an unstorable route are history above the nearest stored visit")
  func aboveIsHistory() async throws {
    let temporary = try TemporaryStore()
    let session = try temporary.store.session(of: Flaky.self, in: "main")
    session.push(.page(1))
    session.push(.unencodable)
    session.push(.page(2))
    session.push(.unencodable)
    session.push(.page(3))
    let visits = try await temporary.store.history(of: Flaky.self, account: nil).visits()
    #expect(visits.map(\.route) == [.page(3), .page(2), .page(1)])
    let stack = try await temporary.store.history(of: Flaky.self, account: nil).path(of: visits[0])
    #expect(stack.path == [.page(1), .page(2), .page(3)])
  }

  @Test("After the unstorable route is replaced, the whole stack is stored again")
  func backBelow() async throws {
    let temporary = try TemporaryStore()
    let session = try temporary.store.session(of: Flaky.self, in: "main")
    session.push(.page(1))
    session.push(.unencodable)
    #expect(await code { try await temporary.store.flush() } == .codingFailed)
    session.replaceTop(with: .page(2))
    session.push(.page(3))
    try await temporary.relaunch()
    #expect(
      try temporary.store.restore(Flaky.self, in: "main").path == [.page(1), .page(2), .page(3)])
  }

  @Test("With an unstorable first screen, the stored stack is the root screen")
  func onTheRootScreen() async throws {
    let temporary = try TemporaryStore()
    let session = try temporary.store.session(of: Flaky.self, in: "main")
    session.push(contentsOf: [.unencodable, .page(1)])
    session.push(.page(2))
    try await temporary.relaunch()
    let again = try temporary.store.session(of: Flaky.self, in: "main")
    #expect(again.path == [])
    #expect(again.backForward.entries.count == 1)
    #expect(
      try await temporary.store.history(of: Flaky.self, account: nil).visits().map(\.route) == [
        .page(2), .page(1),
      ])
  }

  @Test("Saving an unstorable route throws and changes nothing")
  func saveThrows() async throws {
    let temporary = try TemporaryStore()
    try temporary.store.save([Flaky.page(1)], in: "main")
    let error = #expect(throws: NavStore.Error.self) {
      try temporary.store.save([Flaky.page(2), .unencodable], in: "main")
    }
    #expect(error?.code == .codingFailed)
    #expect(try temporary.store.restore(Flaky.self, in: "main").path == [.page(1)])
    try await temporary.relaunch()
    #expect(try temporary.store.restore(Flaky.self, in: "main").path == [.page(1)])
    #expect(try await temporary.store.history(of: Flaky.self, account: nil).visits().count == 1)
  }

  @Test("Visit state of an unstorable screen is not stored with the screen below")
  func visitStateStays() async throws {
    let temporary = try TemporaryStore()
    let session = try temporary.store.session(of: Flaky.self, in: "main")
    session.push(.page(1))
    try session.setVisitState("of page 1", named: "draft")
    for _ in 0..<2 {
      session.push(.unencodable)
      try session.setVisitState("of a transient", named: "draft")
      #expect(await code { try await temporary.store.flush() } == .codingFailed)
    }
    #expect(session.pop(2) == 2)
    #expect(try session.visitState(String.self, named: "draft") == "of page 1")
    try await temporary.relaunch()
    let again = try temporary.store.session(of: Flaky.self, in: "main")
    #expect(try again.visitState(String.self, named: "draft") == "of page 1")
  }

  @Test("A session keeps a payload over the limit in memory")
  func tooLargeInSession() async throws {
    let temporary = try TemporaryStore { $0.limits.payloadBytes = 100 }
    let session = try temporary.store.session(of: Blob.self, in: "main")
    session.push(.make(payloadBytes: 100))
    session.push(.make(payloadBytes: 101))
    #expect(await code { try await temporary.store.flush() } == .invalidArgument)
    #expect(session.depth == 2)
    #expect(try temporary.reopenAfterKill().restore(Blob.self, in: "main").path.count == 1)
  }

  @Test("A session keeps a stack over the depth limit in memory and stores it up to the limit")
  func tooDeepInSession() async throws {
    let temporary = try TemporaryStore { $0.limits.stackDepth = 3 }
    let session = try temporary.store.session(of: Page.self, in: "main")
    session.push(contentsOf: ["a", "b", "c", "d", "e"])
    #expect(await code { try await temporary.store.flush() } == .invalidArgument)
    #expect(session.trail == "a/b/c/d/e")
    let again = try temporary.reopenAfterKill().session(of: Page.self, in: "main")
    #expect(again.trail == "a/b/c")
    #expect(session.pop(3) == 3)
    session.push("x")
    try await temporary.store.flush()
    #expect(session.trail == "a/b/x")
  }

  @Test("Visit state of an unstorable screen stays in memory until the screen is removed")
  func visitState() async throws {
    let temporary = try TemporaryStore { $0.limits.payloadBytes = 100 }
    let large = String(repeating: "x", count: 200)
    let page = try temporary.store.session(of: Page.self, in: "page")
    page.push(Page(large))
    try page.setVisitState("draft", named: "text")
    let live = try temporary.store.session(of: RouteRulesTests.SignIn.self, in: "main")
    live.push(.otp(code: "1"))
    try live.setVisitState(1, named: "scroll")
    func flush() async {
      #expect(await code { try await temporary.store.flush() } == .invalidArgument)
    }
    for round in 2...3 {
      await flush()
      #expect(try page.visitState(String.self, named: "text") == "draft")
      #expect(try live.visitState(Int.self, named: "scroll") == round - 1)
      try live.setVisitState(round, named: "scroll")
      live.push(.page("A"))
      await flush()
      live.pop()
    }
    try live.setVisitState(Int?.none, named: "scroll")
    await flush()
    #expect(try live.visitState(Int.self, named: "scroll") == nil)
    live.pop()
    live.push(.otp(code: "1"))
    #expect(try live.visitState(Int.self, named: "scroll") == nil, "The new visit has no state.")
    #expect(try temporary.number("SELECT count(*) FROM value WHERE kind IN (0, 2)") == 0)
  }
}
