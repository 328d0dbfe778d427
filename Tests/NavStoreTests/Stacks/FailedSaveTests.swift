import NavStoreSQLite
import Testing

@testable import NavStore

/// Saves during which another connection keeps the file locked, so that every commit fails.
@Suite("Failed saves")
struct FailedSaveTests {
  private let temporary: TemporaryStore
  private let other: Connection

  init() throws {
    temporary = try TemporaryStore { $0.busyTimeout = .zero }
    other = try temporary.rawConnection()
  }

  private func lock() throws { try other.run("BEGIN IMMEDIATE") }
  private func unlock() throws { try other.run("ROLLBACK") }

  @Test("After a failed save, memory keeps all changes, and the next flush saves them in order")
  func isTriedAgain() async throws {
    let session = try temporary.store.session(of: Page.self, in: "main")
    session.push("a")
    let history = temporary.store.history(of: Page.self, account: nil)
    // This query counts the visit before `lock()` locks the file, because a query can't count
    // visits in a locked file.
    #expect(try await history.visits().map(\.route) == ["a"])
    try lock()
    session.push("b")
    session.push(contentsOf: ["c", "d"])
    try session.setVisitState(40, named: "scroll")
    #expect(await code { try await temporary.store.flush() } == .busy)
    session.pop()
    #expect(await code { try await temporary.store.flush() } == .busy)
    #expect(session.trail == "a/b/c")
    #expect(try await history.visits().map(\.route) == ["a"])
    try unlock()
    try await temporary.store.flush()
    try temporary.reopenAfterKill()
    let again = try temporary.store.session(of: Page.self, in: "main")
    #expect(again.listed == "· a b [c] d")
    again.forward()
    #expect(try again.visitState(Int.self, named: "scroll") == 40)
    let visits = try await temporary.store.history(of: Page.self, account: nil).visits()
    #expect(visits.map(\.route) == ["c", "d", "b", "a"])
  }

  @Test("A failed synchronous save throws a retriable error and is saved with the next save")
  func saveSaysSo() async throws {
    try lock()
    let error = #expect(throws: NavStore.Error.self) {
      try temporary.store.save(["a"] as [Page], in: "main")
    }
    #expect(error?.code == .busy)
    #expect(error?.isRetriable == true)
    #expect(error?.sqliteCode != nil)
    #expect(code { try temporary.store.setSceneValue(1, named: "v", in: "main") } == .busy)
    try unlock()
    try temporary.store.save(["x"] as [Page], in: "other")
    try temporary.reopenAfterKill()
    #expect(try temporary.store.restore(Page.self, in: "main").path == ["a"])
    #expect(try temporary.store.sceneValue(Int.self, named: "v", in: "main") == 1)
  }

  @Test("A refreshed model is saved after a failed save")
  func refreshedIsTriedAgain() async throws {
    try temporary.store.save([Model(id: 1, text: "old")], in: "main")
    try lock()
    #expect(
      code { try temporary.store.save([Model(id: 1, text: "new")], in: "main") } == .busy)
    try unlock()
    try await temporary.store.flush()
    try temporary.reopenAfterKill()
    #expect(try temporary.store.restore(Model.self, in: "main").path.map(\.text) == ["new"])
  }

  @Test("A retry doesn't store a route that can't be encoded")
  func transientIsTriedAgain() async throws {
    let session = try temporary.store.session(of: Flaky.self, in: "main")
    try lock()
    session.push(contentsOf: [.page(1), .unencodable, .page(2)])
    #expect(await code { try await temporary.store.flush() } == .busy)
    session.push(.page(3))
    #expect(await code { try await temporary.store.flush() } == .busy)
    try unlock()
    #expect(await code { try await temporary.store.flush() } == .codingFailed)
    #expect(session.path == [.page(1), .unencodable, .page(2), .page(3)])
    try temporary.reopenAfterKill()
    #expect(try temporary.store.restore(Flaky.self, in: "main").path == [.page(1)])
  }

  @Test("A flush after a failed save saves the changes of all sessions")
  func othersAreSaved() async throws {
    let sessions = try ["a", "b", "c"].map { try temporary.store.session(of: Page.self, in: $0) }
    try lock()
    for session in sessions { session.push("x") }
    #expect(await code { try await temporary.store.flush() } == .busy)
    try unlock()
    sessions[1].push("y")
    try await temporary.store.flush()
    try temporary.reopenAfterKill()
    let trails = try ["a", "b", "c"].map {
      try temporary.store.session(of: Page.self, in: $0).trail
    }
    #expect(trails == ["x", "x/y", "x"])
  }
}
