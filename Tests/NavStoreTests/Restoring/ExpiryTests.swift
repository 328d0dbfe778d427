import Testing

@testable import NavStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct ExpiryTests {
  private static let day: Double = 86_400
  let temporary: TemporaryStore

  init() throws {
    temporary = try TemporaryStore()
  }

  private var policy: NavStore.RestorePolicy<Page> {
    var policy = NavStore.RestorePolicy<Page>()
    policy.expiresAfter = .seconds(Self.day)
    return policy
  }

  @Test("An expired scene starts at its root screen, and Forward shows the old stack")
  func expires() async throws {
    try temporary.store.save([Page("a"), Page("b")], in: "main")
    try await temporary.relaunch()
    temporary.clock.advance(by: .seconds(Self.day + 1))
    let session = try temporary.store.session(of: Page.self, in: "main", policy: policy)
    #expect(session.path.isEmpty)
    #expect(session.restoration.skippedReason == .expired)
    #expect(session.restoration.failures.isEmpty)
    #expect(session.canGoForward)
    #expect(session.forward())
    #expect(session.path == [Page("a"), Page("b")])
  }

  @Test("A scene is restored until it expires", arguments: [0, 1, day - 1, day])
  func lasts(seconds: Double) async throws {
    try temporary.store.save([Page("a")], in: "main")
    try await temporary.relaunch()
    temporary.clock.advance(by: .seconds(seconds))
    let restored = try temporary.store.restore(Page.self, in: "main", expiresAfter: .days(1))
    #expect(restored.path == [Page("a")])
    #expect(restored.skippedReason == nil)
  }

  @Test("An expired restore writes nothing, so a restore without expiry shows the stack")
  func writesNothing() async throws {
    try temporary.store.save([Page("a")], in: "main")
    try await temporary.relaunch()
    temporary.clock.advance(by: .seconds(2 * Self.day))
    #expect(try temporary.store.restore(Page.self, in: "main", expiresAfter: .days(1)).path.isEmpty)
    try await temporary.relaunch()
    #expect(try temporary.store.restore(Page.self, in: "main").path == [Page("a")])
  }

  @Test("Changes after an expired restore are saved as usual")
  func goesOn() async throws {
    try temporary.store.save([Page("a")], in: "main")
    try await temporary.relaunch()
    temporary.clock.advance(by: .seconds(2 * Self.day))
    let session = try temporary.store.session(of: Page.self, in: "main", policy: policy)
    session.push(Page("new"))
    try await temporary.relaunch()
    let again = try temporary.store.session(of: Page.self, in: "main", policy: policy)
    #expect(again.path == [Page("new")])
    let visits = try await temporary.store.history(of: Page.self, account: nil).visits()
    #expect(visits.map(\.route) == [Page("new"), Page("a")])
  }

  @Test("A recently saved stack keeps the other stacks of its scene from expiring")
  func wholeScene() async throws {
    try temporary.store.save([Page("old tab")], in: "main", stack: "one")
    temporary.clock.advance(by: .seconds(2 * Self.day))
    try temporary.store.save([Page("new tab")], in: "main", stack: "two")
    try await temporary.relaunch()
    let one = try temporary.store.restore(
      Page.self, in: "main", stack: "one", expiresAfter: .days(1))
    #expect(one.path == [Page("old tab")])
  }

  @Test("A clock that was set back or was never set expires nothing")
  func clocks() async throws {
    try temporary.store.save([Page("a")], in: "main")
    try await temporary.relaunch()
    temporary.clock.now = Date(timeIntervalSince1970: 0)
    #expect(
      try temporary.store.restore(Page.self, in: "main", expiresAfter: .days(1)).path == [Page("a")]
    )

    // The stack is saved at a time in 1970 and restored at a time in 2027, so its age is unknown.
    try temporary.store.save([Page("b")], in: "other")
    try await temporary.relaunch()
    temporary.clock.now = Date(timeIntervalSince1970: 1_800_000_000)
    let other = try temporary.store.restore(Page.self, in: "other", expiresAfter: .days(1))
    #expect(other.path == [Page("b")])
  }

  @Test("A scene at its root screen doesn't expire")
  func root() async throws {
    try temporary.store.save([Page("a")], in: "main")
    try temporary.store.save([Page](), in: "main")
    try await temporary.relaunch()
    temporary.clock.advance(by: .seconds(2 * Self.day))
    let restored = try temporary.store.restore(Page.self, in: "main", expiresAfter: .days(1))
    #expect(restored.skippedReason == nil)
  }
}
