import TestSupport
import Testing

@testable import NavStore

/// A live stack notifies its observers once of a removal or replacement of routes, even if its root
/// and several screens change.
@Suite struct FollowedOnceTests {
  private let temporary: TemporaryStore
  private let session: NavStore.Session<Page>
  private let notificationCount = Locked(0)
  private let observer = Pane()

  init() async throws {
    temporary = try TemporaryStore()
    session = try temporary.store.session(of: Page.self, in: "main")
    session.replaceRoot(with: "home")
    session.push("a")
    session.push("b")
    try await temporary.store.flush()
    session.observe(observer) { [notificationCount] in notificationCount.withLock { $0 += 1 } }
  }

  private var history: NavHistory<Page> { temporary.store.history(of: Page.self, account: nil) }

  @Test("Removing the root screen and a screen above it notifies observers once")
  func removal() async throws {
    try await history.removeRoutes { ["home", "a"].contains($0.name) }
    #expect(session.path.isEmpty && session.root == nil)
    #expect(notificationCount.withLock { $0 } == 1)
  }

  @Test("Replacing the root screen and the screens above it notifies observers once")
  func replacement() async throws {
    try await history.replaceRoutes { Page("\($0.name)2") }
    #expect(session.root == "home2" && session.path == ["a2", "b2"])
    #expect(notificationCount.withLock { $0 } == 1)
  }
}
