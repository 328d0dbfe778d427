import TestSupport
import Testing

@testable import NavStore

@Suite("Deleted scenes")
struct DeletedSceneTests {
  @Test("Deleting a scene deletes its stacks, lists and values, and keeps its visits")
  func deleted() async throws {
    let temporary = try TemporaryStore()
    for scene in ["main", "other"] {
      for account in ["", "u"] {
        try temporary.store.save(
          [Page(scene)], in: NavScene(id: scene), account: account.orSignedOut)
        try temporary.store.setSceneValue(1, named: "tab", in: scene, account: account.orSignedOut)
        let session = try temporary.store.session(
          of: Page.self, in: scene, account: account.orSignedOut)
        session.pop()
        try session.setVisitState(1, named: "of the root screen")
      }
    }
    #expect(try await temporary.store.deleteScene("main"))
    #expect(try await !temporary.store.deleteScene("main"))
    for _ in 0..<2 {
      #expect(try temporary.store.scenes().map(\.id) == ["other"])
      for account in ["", "u"] { try await expectOnlyOther(account, in: temporary.store) }
      try await temporary.relaunch()
    }
    #expect(try temporary.number("SELECT count(*) FROM value WHERE kind IN (0, 2)") == 2)
    try expectValidFile(temporary)
  }

  private func expectOnlyOther(_ account: String, in store: NavStore) async throws {
    let gone = try store.session(of: Page.self, in: "main", account: account.orSignedOut)
    #expect(gone.listed == "[·]")
    #expect(gone.restoration.savedAt == nil)
    #expect(try gone.visitState(Int.self, named: "of the root screen") == nil)
    #expect(
      try store.sceneValue(Int.self, named: "tab", in: "main", account: account.orSignedOut) == nil)
    let kept = try store.session(of: Page.self, in: "other", account: account.orSignedOut)
    #expect(kept.listed == "[·] other")
    #expect(try kept.visitState(Int.self, named: "of the root screen") == 1)
    let visits = try await store.history(of: Page.self, account: account.orSignedOut).visits()
    #expect(visits.map(\.route) == ["other", "main"])
    #expect(visits.map(\.scene) == ["other", nil])
    let stack = try await store.history(of: Page.self, account: nil).path(of: visits[1])
    #expect(stack.path == ["main"])
  }

  @Test("A live session creates its deleted scene again with its next change")
  func sessionLivesOn() async throws {
    let temporary = try TemporaryStore()
    let session = try temporary.store.session(of: Page.self, in: "main")
    session.push("a")
    session.push("b")
    #expect(try await temporary.store.deleteScene("main"))
    #expect(session.trail == "a/b")
    #expect(try temporary.store.scenes().isEmpty)
    session.push("c")
    try await temporary.store.flush()
    session.popToRoot()
    try session.setVisitState(7, named: "of the root screen")
    session.push("d")
    try await temporary.store.flush()
    #expect(try temporary.store.scenes().map(\.id) == ["main"])
    let visits = try await temporary.store.history(of: Page.self, account: nil).visits()
    #expect(visits.map(\.route) == ["d", "c", "b", "a"])
    #expect(visits.map(\.scene) == ["main", "main", nil, nil])
    try await temporary.relaunch()
    let again = try temporary.store.session(of: Page.self, in: "main")
    #expect(again.listed == "· [d]")
    #expect(again.back())
    #expect(try again.visitState(Int.self, named: "of the root screen") == 7)
    try expectValidFile(temporary)
  }

  @Test("The change that creates a deleted scene again also saves its visit state")
  func recreatedWithState() async throws {
    let temporary = try TemporaryStore()
    let session = try temporary.store.session(of: Page.self, in: "main")
    session.push("a")
    #expect(try await temporary.store.deleteScene("main"))
    session.change(endsTurn: false) { _ = $0.pop(1) }
    try session.setVisitState("draft", named: "of the root screen")
    session.core.endTurn()
    session.push(contentsOf: ["b", "c"])
    try session.setVisitState("draft", named: "of c")
    try await temporary.relaunch()
    let again = try temporary.store.session(of: Page.self, in: "main")
    #expect(again.trail == "b/c")
    #expect(try again.visitState(String.self, named: "of c") == "draft")
    again.popToRoot()
    #expect(try again.visitState(String.self, named: "of the root screen") == "draft")
  }

  @Test("A scene that another process has deleted is created again")
  func deletedByAnother() async throws {
    let temporary = try TemporaryStore()
    let session = try temporary.store.session(of: Page.self, in: "main")
    session.push("a")
    try await temporary.store.flush()
    #expect(try await temporary.another().deleteScene("main"))
    session.push("b")
    try await temporary.store.flush()
    #expect(try temporary.another().restore(Page.self, in: "main").path == ["a", "b"])
    try expectValidFile(temporary)
  }

  private func expectValidFile(_ temporary: TemporaryStore) throws {
    try temporary.store.writer.sync { connection in
      let broken = try connection.all("PRAGMA foreign_key_check") { $0.text(0) }
      #expect(broken == [])
      #expect(try connection.first("PRAGMA integrity_check") { $0.text(0) } == "ok")
    }
  }
}
