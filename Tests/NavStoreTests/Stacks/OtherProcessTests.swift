import Foundation
import NavStoreInspection
import TestSupport
import Testing

@testable import NavStore

@Suite struct OtherProcessTests {
  @Test("A restore returns the latest save of another process, unless the stack is shown")
  func restoreAfterChange() throws {
    let folder = try TemporaryFolder()
    let url = folder.store
    // Two stores on one file share no data in memory, so they behave like two processes.
    let here = try NavStore(url: url)
    let there = try NavStore(url: url)
    try there.save([Page("/w1")], in: "work")
    #expect(try here.restore(Page.self, in: "work").path == [Page("/w1")])
    try there.save([Page("/w1"), Page("/w2")], in: "work")
    #expect(try here.restore(Page.self, in: "work").path == [Page("/w1"), Page("/w2")])

    // The stack of a session that the test holds counts as shown. A restore therefore returns the
    // session's path, not the newer save.
    let held = try here.session(of: Page.self, in: "work")
    try there.save([Page](), in: "work")
    #expect(try here.restore(Page.self, in: "work").path == [Page("/w1"), Page("/w2")])
    #expect(held.path == [Page("/w1"), Page("/w2")])
  }

  @Test("A save doesn't use a visit that another process has deleted as a parent")
  func saveAfterForgetting() async throws {
    let folder = try TemporaryFolder()
    let url = folder.store
    let here = try NavStore(url: url)
    let there = try NavStore(url: url)
    try here.save([Page("/a")], in: "work")
    try here.save([Page("/a"), Page("/b")], in: "work")
    #expect(try await there.history(of: Page.self, account: nil).forget(.item(Page("/a"))) == 1)
    try here.save([Page("/a"), Page("/c")], in: "work")
    let found = try NavStore(url: url).restore(Page.self, in: "work")
    #expect(found.path == [Page("/a"), Page("/c")])
    #expect(found.failures == [])
  }

  @Test("A session of an account that another process has erased saves nothing more")
  func erasedAccount() async throws {
    let temporary = try TemporaryStore()
    let here = temporary.store
    let there = try temporary.another()
    let ada = try there.session(of: Page.self, in: "main", account: "ada")
    ada.push("secret 1")
    try await there.flush()

    try await here.eraseAll(of: "ada")
    try here.save([Page("b")], in: "main", account: "bob")
    ada.push("secret 2")
    try await there.flush()

    #expect(try await here.history(of: Page.self, account: "bob").visits().map(\.route) == ["b"])
    #expect(try await here.history(of: Page.self, account: "ada").visits().isEmpty)
    #expect(ada.path == [] && ada.core.hasEnded)
    let next = try temporary.another()
    let bob = try next.restore(Page.self, in: "main", account: "bob")
    #expect(bob.path == ["b"] && bob.failures.isEmpty)
    #expect(try next.restore(Page.self, in: "main", account: "ada").path == [])

    let later = try there.session(of: Page.self, in: "main", account: "ada")
    later.push("public")
    ada.push("secret 3")
    try await there.flush()
    #expect(
      try await here.history(of: Page.self, account: "ada").visits().map(\.route) == ["public"])
    #expect(ada.path == ["secret 3"], "The session continues in memory.")
    try await expectConsistent(temporary)
  }

  @Test("An account that another process has erased is empty and can be saved again")
  func erasedElsewhere() async throws {
    let temporary = try TemporaryStore()
    let (store, other) = (temporary.store, try temporary.another())
    let calls: [(String, () throws -> Void)] = [
      ("restore", { _ = try other.restore(Page.self, in: "main", account: "ada") }),
      ("another", { _ = try other.restore(Page.self, in: "else", account: "ada") }),
      ("save", { try other.save([Page("b")], in: "main", account: "ada") }),
      ("save another", { try other.save([Page("b")], in: "else", account: "ada") }),
      ("value", { try other.setSceneValue(2, named: "tab", in: "main", account: "ada") }),
      ("list", { _ = try other.window(in: "main", account: "ada") }),
    ]
    for (name, call) in calls {
      for hasLongWork in [false, true] {
        try other.save([Page("a")], in: "main", account: "ada")
        try other.setSceneValue(1, named: "tab", in: "main", account: "ada")
        #expect(try other.restore(Page.self, in: "main", account: "ada").path == [Page("a")])
        try await store.eraseAccount("ada")
        if hasLongWork { other.writer.beginLongWork() }
        defer { if hasLongWork { other.writer.endLongWork() } }
        do {
          try call()
        } catch {
          Issue.record(error, "\(name), \(hasLongWork)")
        }
      }
    }
    #expect(try store.restore(Page.self, in: "main", account: "ada").path == [])
    try other.save([Page("c")], in: "main", account: "ada")
    #expect(try store.restore(Page.self, in: "main", account: "ada").path == [Page("c")])
  }

  @Test("Numbers of accounts, stacks, items, routes and visits are never reused")
  func numbers() async throws {
    let temporary = try TemporaryStore()
    let store = temporary.store
    func newest() throws -> [Int64?] {
      try [
        temporary.number("SELECT max(id) FROM account"),
        temporary.number("SELECT max(id) FROM stack"),
        temporary.number("SELECT max(id) FROM item"),
        temporary.number("SELECT max(id) FROM route"),
        temporary.number("SELECT max(id) FROM visit"),
      ]
    }
    for round in 0..<6 {
      try store.save([Page("a \(round)"), Page("b")], in: "main", account: "ada")
      let before = try newest().compactMap { $0 }
      switch round % 3 {
      case 0: try await store.eraseAll(of: "ada")
      case 1:
        try await store.history(of: Page.self, account: "ada").removeRoutes { _ in true }
        try await store.eraseAll(of: "ada")
      default:
        try await store.history(of: Page.self, account: nil).erase(.all)
        try await store.eraseAll(of: "ada")
      }
      try store.save([Page("c \(round)")], in: "main", account: "bob \(round)")
      let after = try newest().compactMap { $0 }
      #expect(before.count == 5 && after.count == 5)
      #expect(zip(before, after).allSatisfy { $0 < $1 }, "\(round): \(before), \(after)")
    }
    try await expectConsistent(temporary)
  }

  @Test("A push on a visit that another process has forgotten loses no other screen")
  func parentGone() async throws {
    let temporary = try TemporaryStore()
    let here = temporary.store
    let there = try temporary.another()
    let live = try there.session(of: Page.self, in: "main")
    for name in ["a", "b"] { live.push(Page(name)) }
    try await there.flush()
    try await here.history(of: Page.self, account: nil).forget(.item(Page("b")))
    // Pruning keeps the visit of "b", because it deletes only visits that no stack or list uses.
    _ = try await here.prune()
    #expect(try temporary.number("SELECT count(*) FROM visit") == 2)

    // Makes both pushes on the writer's queue, so that nothing is committed between them and one
    // transaction saves both.
    there.writer.queue.sync { for name in ["c", "d"] { live.push(Page(name)) } }
    try await there.flush()
    #expect(live.trail == "a/b/c/d")
    let next = try temporary.another().session(of: Page.self, in: "main")
    #expect(next.trail == "a/c/d")
    #expect(next.restoration.failures.isEmpty)
    #expect(!next.backForward.entries.contains { !$0.isReadable })
    #expect(next.listed == "· a c [d]")
    try await expectConsistent(temporary)
  }

  @Test("A screen that another process has forgotten stores no state and no title")
  func stateOfForgotten() async throws {
    let temporary = try TemporaryStore()
    let there = try temporary.another()
    let live = try there.session(of: Page.self, in: "main")
    for name in ["a", "b"] { live.push(Page(name)) }
    try await there.flush()
    try await temporary.store.history(of: Page.self, account: nil).erase(.item(Page("b")))
    try live.setVisitState("secret", named: "draft")
    live.setTitle("secret")
    try await there.flush()
    #expect(try temporary.number("SELECT count(*) FROM value WHERE kind IN (0, 2)") == 0)
    #expect(try temporary.number("SELECT count(*) FROM item WHERE title IS NOT NULL") == 0)
    live.push("c")
    try await there.flush()
    #expect(try temporary.another().restore(Page.self, in: "main").path == ["a", "c"])
  }

  @Test("A change of a scene that another process has closed opens the scene again")
  func closedScene() async throws {
    let temporary = try TemporaryStore()
    let (here, there) = (temporary.store, try temporary.another())
    let session = try here.session(of: Page.self, in: "main")
    session.push("a")
    try await here.flush()
    #expect(try there.closeScene("main"))
    #expect(try here.openScenes().isEmpty)
    session.push("b")
    try await here.flush()
    #expect(try there.openScenes().map(\.id) == ["main"])
  }

  @Test("A chain whose lowest visit is missing is restored above it")
  func missingParent() async throws {
    let temporary = try TemporaryStore()
    try temporary.store.save([Page("a"), Page("b"), Page("c")], in: "main")
    try await temporary.store.close()
    let raw = try temporary.rawConnection()
    try raw.run("DELETE FROM visit WHERE parent = 0")
    raw.close()
    let next = try NavStore(url: temporary.url)
    let restored = try next.restore(Page.self, in: "main")
    #expect(restored.path == ["b", "c"] && restored.failures.isEmpty)
  }
}
