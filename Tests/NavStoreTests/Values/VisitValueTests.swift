import Testing

@testable import NavStore

/// A route that runs a closure when a commit reads its traits. The route 0 is never stored.
struct WatchedRoute: NavRoute {
  static let hook = Locked<(@Sendable () -> Void)?>(nil)
  let id: Int

  var routeTraits: NavRouteTraits {
    Self.hook.withLock { $0 }?()
    return NavRouteTraits(isStored: id > 0)
  }
}

@Suite("Values of visits")
struct VisitValueTests {
  @Test("A value of a screen that is never stored can be read while its commit runs")
  func duringCommit() async throws {
    let store = try TemporaryStore().store
    let session = try store.session(of: WatchedRoute.self, in: "main")
    session.push(WatchedRoute(id: 1))
    session.push(WatchedRoute(id: 0))
    try await store.flush()
    let found = Locked<[String?]>([])
    // During long work, a read doesn't wait for the commit, but uses another connection.
    store.writer.beginLongWork()
    WatchedRoute.hook.withLock {
      $0 = {
        let value = try? session.visitState(
          String.self, named: "text", of: WatchedRoute(id: 0), atDepth: 2)
        found.withLock { $0.append(value) }
      }
    }
    store.writer.queue.suspend()
    try session.setVisitState("draft", named: "text", of: WatchedRoute(id: 0), atDepth: 2)
    session.push(WatchedRoute(id: 2))
    store.writer.queue.resume()
    try await store.flush()
    WatchedRoute.hook.withLock { $0 = nil }
    store.writer.endLongWork()
    #expect(found.withLock { !$0.isEmpty && $0.allSatisfy { $0 == "draft" } })
  }
}
