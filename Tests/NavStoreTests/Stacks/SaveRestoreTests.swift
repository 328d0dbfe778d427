import NavStoreSQLite
import TestSupport
import Testing

@testable import NavStore

@Suite("Saving and restoring in a file")
struct SaveRestoreTests {
  @Test("Every route is restored exactly, after a normal exit and after a kill")
  func relaunch() async throws {
    let temporary = try TemporaryStore()
    let routes = AppRoute.make(count: 20)
    try temporary.store.save(routes, in: "main")
    #expect(try temporary.reopenAfterKill().restore(AppRoute.self, in: "main").path == routes)
    let restored = try await temporary.relaunch().restore(AppRoute.self, in: "main")
    #expect(restored.path == routes)
    #expect(restored.failures.isEmpty)
    #expect(restored.savedAt == temporary.clock.now)
  }

  @Test("Numbers without a JSON form are restored")
  func notANumber() throws {
    struct Reading: NavRoute {
      static let coding: NavCoding<Self> = .codable(name: "Reading")
      var value: Double
    }
    let temporary = try TemporaryStore()
    let values = [Double.infinity, -.infinity, .nan, -0.0, .leastNonzeroMagnitude, 0.1]
    try temporary.store.save(values.map(Reading.init), in: "main")
    let restored = try temporary.reopenAfterKill().restore(Reading.self, in: "main").path
    #expect(restored.map { "\($0.value)" } == values.map { "\($0)" })
  }

  @Test("A stack that was never saved restores as the root screen, without a save date")
  func nothingSaved() throws {
    let temporary = try TemporaryStore()
    let restored = try temporary.store.restore(Page.self, in: "main")
    #expect(restored.path.isEmpty)
    #expect(restored.failures.isEmpty)
    #expect(restored.savedAt == nil)
    #expect(try temporary.store.scenes().isEmpty, "Restoring creates no scene.")
  }

  @Test("Scenes, accounts and named stacks are separate")
  func separation() throws {
    let temporary = try TemporaryStore()
    let keys = ["a", "b", "aa", "é", "e", "A", "a\u{0}b", "🧭", " "]
    let names = [""] + keys
    for scene in keys {
      for account in names {
        for stack in names where (scene + account + stack).count % 3 != 0 {
          try temporary.store.save(
            [Page("\(scene)|\(account)|\(stack)")], in: NavScene(id: scene), stack: stack,
            account: account.orSignedOut)
        }
      }
    }
    let store = try temporary.reopenAfterKill()
    for scene in keys {
      for account in names {
        for stack in names {
          let restored = try store.restore(
            Page.self, in: NavScene(id: scene), stack: stack, account: account.orSignedOut)
          let isSaved = (scene + account + stack).count % 3 != 0
          #expect(restored.path == (isSaved ? [Page("\(scene)|\(account)|\(stack)")] : []))
        }
      }
    }
  }

  @Test("The list is restored with its position, and every entry can be shown")
  func listComesBack() async throws {
    let temporary = try TemporaryStore()
    let session = try temporary.store.session(of: Page.self, in: "main")
    session.push("a")
    session.push("b")
    session.push(contentsOf: ["c", "d"])
    session.back()
    #expect(session.listed == "· a [b] d")
    let again = try await temporary.relaunch().session(of: Page.self, in: "main")
    #expect(again.trail == "a/b")
    #expect(again.canGoBack && again.canGoForward)
    #expect(again.forward())
    #expect(again.trail == "a/b/c/d")
    #expect(!again.forward())
    #expect(again.go(by: -2))
    #expect(again.trail == "a")
    #expect(again.go(to: 2))
    #expect(again.trail == "a/b")
    #expect(again.listed == "· a [b] d")
    #expect(!again.go(by: -3))
    #expect(!again.go(to: 4))
    #expect(!again.go(to: -1))
    #expect(again.go(to: 2))
    #expect(again.go(by: 0))
    #expect(again.trail == "a/b")
  }

  @Test("The history is restored")
  func historyComesBack() async throws {
    let temporary = try TemporaryStore()
    let session = try temporary.store.session(of: Page.self, in: "main")
    session.push("a")
    temporary.clock.advance(by: .seconds(60))
    session.push("b")
    session.pop()
    session.push("b")
    let store = try await temporary.relaunch()
    let recents = try await store.history(of: Page.self, account: nil).items()
    #expect(recents.map(\.route) == ["b", "a"])
    #expect(recents.map(\.visitCount) == [2, 1])
    #expect(recents.first?.lastVisitedAt == temporary.clock.now)
    let visits = try await store.history(of: Page.self, account: nil).visits()
    #expect(visits.map(\.route) == ["b", "b", "a"])
    #expect(visits.map(\.scene) == ["main", "main", "main"])
  }

  @Test("The exact payload is restored, even if two payloads are one item")
  func exactPayload() async throws {
    let temporary = try TemporaryStore()
    let routes: [AppRoute] = [
      .product(id: 7, tab: nil), .product(id: 7, tab: "reviews"), .product(id: 7, tab: ""),
      .book(Book(id: "b", title: "one")), .book(Book(id: "b", title: "two")),
    ]
    let session = try temporary.store.session(of: AppRoute.self, in: "main")
    for route in routes { session.push(route) }
    let store = try await temporary.relaunch()
    #expect(try store.restore(AppRoute.self, in: "main").path == routes)
    let recents = try await store.history(of: AppRoute.self, account: nil).items()
    #expect(recents.map(\.route) == [routes[4], routes[2]])
    #expect(recents.map(\.visitCount) == [2, 3])
  }

  @Test("A refreshed model is saved, even if it equals the old one")
  func refreshedModel() async throws {
    let temporary = try TemporaryStore()
    try temporary.store.save([Model(id: 1, text: "old"), Model(id: 2, text: "b")], in: "main")
    try temporary.store.save([Model(id: 1, text: "new"), Model(id: 2, text: "b")], in: "main")
    let restored = try await temporary.relaunch().restore(Model.self, in: "main").path
    #expect(restored.map(\.text) == ["new", "b"])
    #expect(try await temporary.store.history(of: Model.self, account: nil).visits().count == 1)
  }

  @Test("Opening and restoring write nothing, after a normal exit and after a kill")
  func restoringWritesNothing() async throws {
    let temporary = try TemporaryStore()
    let session = try temporary.store.session(of: Page.self, in: "main")
    for name in ["a", "b", "c"] { session.push(Page(name)) }
    session.push(contentsOf: ["d", "e"])
    try temporary.store.setSceneValue(3, named: "tab", in: "main")
    try await temporary.comeToRest()
    // Makes one commit after the checkpoint, so that the WAL isn't empty.
    session.back()
    try await temporary.store.flush()
    for isKilled in [true, false] {
      if !isKilled { try await temporary.store.close() }
      let before = try temporary.bytes()
      #expect(before[1].isEmpty != isKilled, "Only a kill leaves a WAL.")
      let store = try temporary.reopenAfterKill()
      let again = try store.session(of: Page.self, in: "main")
      #expect(again.trail == "a/b/c")
      #expect(again.listed == "· a b [c] e")
      _ = try store.sceneValue(Int.self, named: "tab", in: "main")
      _ = try store.scenes()
      _ = try await store.history(of: Page.self, account: nil).items()
      try await store.flush()
      #expect(try store.writer.sync { $0.walFrames } == 0, "This connection commits nothing.")
      let after = try temporary.bytes()
      #expect(after == before)
    }
  }

  @Test("Calls without an effect record nothing")
  func noChange() async throws {
    let temporary = try TemporaryStore()
    let routes: [Page] = ["a", "b"]
    try temporary.store.save(routes, in: "main")
    let session = try temporary.store.session(of: Page.self, in: "main")
    try await temporary.comeToRest()
    let frames = try temporary.store.writer.sync { $0.walFrames }
    temporary.clock.advance(by: .seconds(60))
    try temporary.store.save(routes, in: "main")
    session.set(routes)
    session.replaceTop(with: "b")
    session.push(contentsOf: [])
    session.pop(0)
    session.go(by: 0)
    session.go(by: 5)
    session.forward()
    session.turn { state in
      _ = state.pop(2)
      state.push(contentsOf: routes)
    }
    try await temporary.store.flush()
    #expect(try temporary.store.writer.sync { $0.walFrames } == frames)
    #expect(try temporary.number("SELECT count(*) FROM visit") == 2)
    #expect(session.listed == "· [b]")
  }

  @Test(
    "Stacks are saved and restored at any clock time",
    arguments: [Double.nan, .infinity, -1e300, 0, -86_400, 4e12])
  func anyClock(_ seconds: Double) async throws {
    let temporary = try TemporaryStore()
    temporary.clock.now = .init(timeIntervalSince1970: seconds)
    let session = try temporary.store.session(of: Page.self, in: "main")
    session.push("a")
    session.push("b")
    try await temporary.relaunch()
    #expect(try temporary.store.restore(Page.self, in: "main").path == ["a", "b"])
    let visits = try await temporary.store.history(of: Page.self, account: nil).visits()
    #expect(visits.map(\.route) == ["b", "a"])
  }

  @Test("An in-memory store saves and restores, and its content ends with it")
  func inMemory() async throws {
    let store = NavStore.inMemory()
    try store.save(["a", "b"] as [Page], in: "main")
    let session = try store.session(of: Page.self, in: "main")
    session.back()
    try await store.suspend()
    #expect(try store.restore(Page.self, in: "main").path == [])
    #expect(session.listed == "[·] b")
    #expect(try await store.history(of: Page.self, account: nil).items().map(\.route) == ["b"])
    #expect(try NavStore.inMemory().restore(Page.self, in: "main").path == [])
  }
}
