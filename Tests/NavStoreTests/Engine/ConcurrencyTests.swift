import Foundation
import TestSupport
import Testing

@testable import NavStore

/// Concurrent use of sessions, queries, values, scenes and suspensions of one store. Run with
/// `--sanitize=thread` to find data races, too.
@Suite struct ConcurrencyTests {
  private static let rounds =
    isSoak ? 20_000 : 200

  @Test("Concurrent sessions, queries, values, closed scenes and suspensions lose no change")
  func everythingAtOnce() async throws {
    let folder = try TemporaryFolder()
    let url = folder.store
    let store = try NavStore(url: url)
    let rounds = Self.rounds

    try await withThrowingTaskGroup(of: Void.self) { group in
      for scene in 0..<4 {
        group.addTask {
          let session = try store.session(of: Page.self, in: "scene \(scene)")
          for round in 0..<rounds {
            session.push(Page("/\(scene)/\(round)"))
            if round % 5 == 4 { session.popToRoot() }
            if round % 7 == 6 { session.back() }
            try session.setVisitState(round, named: "scroll")
          }
        }
      }
      // Changes the stack in "scene 0", which the first of the four tasks above changes, too.
      group.addTask {
        let session = try store.session(of: Page.self, in: "scene 0")
        for round in 0..<rounds {
          session.push(Page("/other/\(round)"))
          // Empties the path long before it has 10,000 screens, the limit of a stored path.
          if round % 1_000 == 999 { session.popToRoot() }
        }
      }
      group.addTask {
        for round in 0..<rounds / 10 {
          _ = try await store.history(of: Page.self, account: nil).items(.recent(limit: 5))
          _ = try await store.history(of: Page.self, account: nil).visits(limit: 5)
          try store.setSceneValue(round, named: "round", in: "scene 1")
          try store.closeScene("scene 2")
          if round % 5 == 0 { try await store.suspend() }
        }
      }
      try await group.waitForAll()
    }
    let live = try (0..<4).map { try store.session(of: Page.self, in: "scene \($0)").path }
    try await store.close()

    let again = try NavStore(url: url)
    let restored = try (0..<4).map {
      try again.restore(Page.self, in: NavScene(id: "scene \($0)")).path
    }
    // Compares the paths outside of `#expect`, whose failure message would contain all screens.
    let isSame = restored == live
    #expect(isSame, "\(restored.map(\.count)) against \(live.map(\.count))")
    let visits = try await again.history(of: Page.self, account: nil).allVisits(pageSize: 1_000)
    // Each push is a visit. Going back to a seen screen is not a visit.
    #expect(visits.count == 5 * rounds)
  }

  @Test("An in-memory store saves, restores and queries, and has no file")
  func inMemory() async throws {
    let store = NavStore.inMemory()
    #expect(store.openReport.url == nil)
    try store.save([Page("/a"), Page("/b")], in: "main")
    let recent = try await store.history(of: Page.self, account: nil).items()
    #expect(recent.map(\.route) == [Page("/b")], "A covered screen was not seen")
    try await store.suspend()
    #expect(try store.restore(Page.self, in: "main").path == [Page("/a"), Page("/b")])
    try await store.close()
    #expect(throws: NavStore.Error.self) { try store.restore(Page.self, in: "main") }
  }

  @Test("A store that is released without a close saves all changes")
  func dropped() async throws {
    let folder = try TemporaryFolder()
    let url = folder.store
    weak var writer: Writer?
    let queue: DispatchQueue
    do {
      let store = try NavStore(url: url)
      (writer, queue) = (store.writer, store.writer.queue)
      try store.session(of: Page.self, in: "main").push(Page("/late"))
    }
    // The store was released. Its `Writer` exists until the changes on the queue are written.
    queue.sync {}
    #expect(writer == nil)
    #expect(try NavStore(url: url).restore(Page.self, in: "main").path == [Page("/late")])
  }
}
