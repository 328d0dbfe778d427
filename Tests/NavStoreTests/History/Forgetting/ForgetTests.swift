import TestSupport
import Testing

@testable import NavStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("Forgetting")
struct ForgetTests {
  let temporary: TemporaryStore
  var store: NavStore { temporary.store }

  init() throws {
    temporary = try TemporaryStore()
  }

  @Test("A forgotten item is removed from history, lists and live, stored and closed stacks")
  func item() async throws {
    try store.save(["a", "x", "b"].map { Page($0) }, in: "stored")
    try store.save(["x", "c"].map { Page($0) }, in: "closed")
    try store.closeScene("closed")
    try await temporary.relaunch()
    let live = try store.session(of: Page.self, in: "live")
    for name in ["a", "x", "b", "x", "d"] { live.push(Page(name)) }
    live.back()
    live.back()
    #expect(live.trail == "a/x/b")

    #expect(try await store.history(of: Page.self, account: nil).forget(.item(Page("x"))) == 4)
    #expect(live.trail == "a/x/b" && live.lasting == "a/b", "The shown screen is kept.")
    #expect(live.listed == "· a x [b] d")
    #expect(live.forward() && live.trail == "a/x/b/d")
    live.push("e")
    try await expectConsistent(temporary)
    try await temporary.expectForgotten("x")

    try await temporary.relaunch()
    let again = try store.session(of: Page.self, in: "live")
    #expect(again.trail == "a/b/d/e")
    #expect(again.listed == "· a b d [e]")
    #expect(try store.restore(Page.self, in: "stored").path == ["a", "b"])
    #expect(try store.reopenScene("closed"))
    #expect(try store.restore(Page.self, in: "closed").path == ["c"])
    #expect(again.restoration.failures.isEmpty)
  }

  @Test("A forgotten screen stays shown in memory, and new screens are stored above its parent")
  func onScreen() async throws {
    let live = try store.session(of: Page.self, in: "main")
    for name in ["a", "x"] { live.push(Page(name)) }
    try live.setVisitState("draft", named: "draft")
    try await store.history(of: Page.self, account: nil).forget(.item(Page("x")))
    #expect(try temporary.number("SELECT count(*) FROM value") == 0)
    #expect(live.trail == "a/x")
    #expect(live.listed == "· a [x]")
    #expect(
      try store.restore(Page.self, in: "main").path == ["a"],
      "A restore omits the forgotten screen.")
    try live.setVisitState("another", named: "draft")
    live.push("b")
    #expect(live.trail == "a/x/b")
    try await expectConsistent(temporary)
    try await temporary.expectForgotten("x")
    let visits = try await store.history(of: Page.self, account: nil).visits()
    #expect(visits.map(\.route) == ["b", "a"])
    let stack = try await store.history(of: Page.self, account: nil).path(of: visits[0])
    #expect(stack.path == ["a", "b"])
    live.back()
    live.forward()
    live.back()
    #expect(live.trail == "a/x")
    try await temporary.expectForgotten("x")

    try await temporary.relaunch()
    #expect(try store.restore(Page.self, in: "main").path == ["a"])
    #expect(try temporary.number("SELECT count(*) FROM value WHERE kind IN (0, 2)") == 0)
  }

  @Test("After Back from a forgotten screen, new screens are stored as usual")
  func leavingTheScreen() async throws {
    let live = try store.session(of: Page.self, in: "main")
    for name in ["a", "x"] { live.push(Page(name)) }
    try await store.history(of: Page.self, account: nil).forget(.item(Page("x")))
    live.pop()
    live.push("b")
    try await temporary.relaunch()
    let again = try store.session(of: Page.self, in: "main")
    #expect(again.trail == "a/b")
    #expect(again.listed == "· a [b]")
    #expect(again.restoration.path == ["a", "b"])
  }

  @Test("A visit to a forgotten item is a new item, even while the forgotten screen is shown")
  func visitedAgain() async throws {
    let live = try store.session(of: Page.self, in: "main")
    for name in ["x", "x"] { live.push(Page(name)) }
    let last = try await store.history(of: Page.self, account: nil).visits().first
    try await store.history(of: Page.self, account: nil).forget(.item(Page("x")))
    #expect(live.trail == "x/x")
    live.push("x")
    let visits = try await store.history(of: Page.self, account: nil).visits()
    #expect(visits.count == 1)
    #expect(try #require(visits.first).id > (try #require(last)).id)
    try await expectConsistent(temporary)
  }

  @Test("A session's restoration no longer contains a forgotten route")
  func restoration() async throws {
    try store.save(["a", "x", "b", "y"].map { Page($0) }, in: "main")
    try await temporary.relaunch()
    let live = try store.session(of: Page.self, in: "main")
    live.popToRoot()
    live.push("c")
    try await store.history(of: Page.self, account: nil).forget(.item(Page("x")))
    #expect(live.restoration.path == ["a", "b", "y"])
    try await store.history(of: Page.self, account: nil).forget(.all)
    #expect(live.restoration.path == [])
  }

  @Test("An item can be forgotten by its key and through a stack of several types")
  func forms() async throws {
    let session = try store.session(of: AppRoute.self, in: "main")
    for route in [AppRoute.product(id: 1, tab: nil), .product(id: 1, tab: "r"), .settings, .home] {
      session.push(route)
    }
    let history = store.history(of: AppRoute.self, account: nil)
    let recent = try await history.items()
    let key = try #require(recent.first { $0.route == .settings }).id
    #expect(try await store.history(of: Page.self, account: nil).forget(.item(key: key)) == 1)
    let product = AppRoute.product(id: 1, tab: "whatever")
    let mixed = store.history(of: AnyScreen<OneType<AppRoute>>.self, account: nil)
    #expect(try await mixed.forget(.item(AnyScreen(product))) == 2)
    #expect(try await history.forget(.item(product)) == 0)
    #expect(try await history.items().map(\.route) == [.home])
    try await expectConsistent(temporary)
  }

  @Test("Forgetting a kind deletes its items, its visits and its name")
  func kind() async throws {
    let session = try store.session(of: AppRoute.self, in: "main")
    for number in 0..<60 { session.push(.make(number)) }
    session.push(.home)
    let visits = try await store.history(of: Page.self, account: nil).forget(.kind("product"))
    #expect(visits > 0)
    #expect(try temporary.number("SELECT count(*) FROM kind WHERE name = 'product'") == 0)
    #expect(
      try store.restore(AppRoute.self, in: "main").path
        .allSatisfy { if case .product = $0 { false } else { true } })
    try await expectConsistent(temporary)
    let history = store.history(of: AppRoute.self, account: nil)
    #expect(try await history.forget(.kind("book")) > 0)
    #expect(try temporary.number("SELECT count(*) FROM kind WHERE name = 'book'") == 0)
    try await expectConsistent(temporary)
  }

  @Test("A predicate sees route, key, kind, title, visit count and last visit")
  func predicate() async throws {
    let session = try store.session(of: AppRoute.self, in: "main")
    for number in 0..<60 { session.push(.make(number)) }
    try await store.flush()
    try store.writer.sync { connection in
      try store.writer.countAll(on: connection)
      try connection.run("UPDATE item SET title = 'secret' WHERE key LIKE '%category%'")
    }
    let items = try temporary.number("SELECT count(*) FROM item")
    try await store.history(of: AppRoute.self, account: nil).forget(
      .items { $0.title == "secret" || $0.visitCount > 5 })
    #expect(try temporary.number("SELECT count(*) FROM item") == items.map { $0 - (9 + 2) })
    let left = try await store.history(of: AppRoute.self, account: nil).items(.recent(limit: 100))
    #expect(left.allSatisfy { $0.title == nil && $0.visitCount <= 5 })
    #expect(!left.isEmpty)
    try await expectConsistent(temporary)
  }

  @Test("Forgetting and erasing affect only the given account, in every scene")
  func accounts() async throws {
    for account in ["", "ada"] {
      for scene in ["one", "two"] {
        let session = try store.session(of: Page.self, in: scene, account: account.orSignedOut)
        for name in ["a", "x", "b"] { session.push(Page(name)) }
        try store.setSceneValue("tab", named: "tab", in: scene, account: account.orSignedOut)
      }
    }
    #expect(try await store.history(of: Page.self, account: "ada").forget(.item(Page("x"))) == 2)
    #expect(try store.session(of: Page.self, in: "two", account: "ada").lasting == "a/b")
    #expect(try store.session(of: Page.self, in: "two").trail == "a/x/b")
    try await expectConsistent(temporary)

    #expect(try await store.eraseAccount("ada") == 0)
    let session = try store.session(of: Page.self, in: "one", account: "ada")
    #expect(session.trail == "", "Erasing an account also removes shown screens.")
    session.push("c")
    try await expectConsistent(temporary)
    #expect(try await store.history(of: Page.self, account: "ada").visits().map(\.route) == ["c"])
    #expect(try await store.history(of: Page.self, account: nil).visits().count == 6)
    try await temporary.relaunch()
    #expect(try store.restore(Page.self, in: "two").path == ["a", "x", "b"])
    #expect(try store.restore(Page.self, in: "one", account: "ada").path == ["c"])
    #expect(try store.sceneValue(String.self, named: "tab", in: "one", account: "ada") == nil)
    #expect(try store.sceneValue(String.self, named: "tab", in: "one") == "tab")
    #expect(try await store.eraseAccount("never seen") == 0)
  }

  @Test("Forgetting all deletes an account's visits, routes, visit state and kind names")
  func everything() async throws {
    let live = try store.session(of: AppRoute.self, in: "main")
    for number in 0..<300 { live.push(.make(number)) }
    live.pop(10)
    try live.setVisitState("draft", named: "draft")
    live.popToRoot()
    try live.setVisitState("root", named: "draft")
    live.push(contentsOf: [.settings, .home])
    try store.setSceneValue("tab", named: "tab", in: "main")
    try await store.history(of: AppRoute.self, account: nil).forget(.item(AppRoute.settings))
    let before = try temporary.number("SELECT max(id) FROM visit") ?? 0

    let removal = try await store.history(of: Page.self, account: nil).forget(.all)
    #expect(live.path == [.settings, .home])
    #expect(live.backForward.entries.count == 2)
    #expect(removal > 0)
    try await store.writer.sweepAll()
    for table: StaticString in [
      "SELECT count(*) FROM visit WHERE route IS NOT NULL", "SELECT count(*) FROM route",
      "SELECT count(*) FROM item", "SELECT count(*) FROM kind",
      "SELECT count(*) FROM value WHERE kind = 0",
    ] {
      #expect(try temporary.number(table) == 0, "\(table)")
    }
    #expect(try temporary.number("PRAGMA secure_delete") == 1)
    #expect(try temporary.number("PRAGMA foreign_keys") == 1)
    live.push(.category("new"))
    try await expectConsistent(temporary)
    try await store.prune()
    #expect(try temporary.number("SELECT min(id) FROM visit") ?? 0 > before)
    try await temporary.relaunch()
    #expect(try store.restore(AppRoute.self, in: "main").path == [.category("new")])
    #expect(try store.sceneValue(String.self, named: "tab", in: "main") == "tab")
    #expect(
      try await store.history(of: AppRoute.self, account: nil).items().map(\.route) == [
        .category("new")
      ])
  }

  @Test("A pending save doesn't store a forgotten item again")
  func onItsWay() async throws {
    let session = try store.session(of: Page.self, in: "main")
    session.push("a")
    session.change(endsTurn: false) { $0.push(contentsOf: [Page("x"), Page("b")]) }
    try await store.history(of: Page.self, account: nil).forget(.item(Page("x")))
    #expect(session.trail == "a/x/b" && session.lasting == "a/b")
    try await store.flush()
    try await temporary.expectForgotten("x")
    try await expectConsistent(temporary)
    try await temporary.relaunch()
    #expect(try store.restore(Page.self, in: "main").path == ["a", "b"])
  }

  @Test("Nothing is forgotten if the pending changes can't be saved")
  func failedCommit() async throws {
    let temporary = try TemporaryStore { $0.busyTimeout = .zero }
    let store = temporary.store
    let session = try store.session(of: Page.self, in: "main")
    for name in ["a", "x", "b"] { session.push(Page(name)) }
    try await store.flush()
    let blocker = try temporary.rawConnection()
    try blocker.run("BEGIN IMMEDIATE")
    session.push("c")
    let history = store.history(of: Page.self, account: nil)
    #expect(await code { try await history.forget(.item("x")) } == .busy)
    #expect(await code { try await history.forget(.all) } == .busy)
    #expect(await code { try await store.eraseSignedOut() } == .busy)
    #expect(await code { try await store.eraseEverything() } == .busy)
    #expect(session.trail == "a/x/b/c")
    #expect(try temporary.number("PRAGMA secure_delete") == 1)
    try blocker.run("ROLLBACK")
    #expect(
      try await store.history(of: Page.self, account: nil).visits().map(\.route) == [
        "c", "b", "x", "a",
      ])
    try await expectConsistent(temporary)
  }

  @Test("Invalid keys and unencodable routes throw")
  func badInput() async throws {
    let long = String(repeating: "k", count: 513)
    #expect(await code { try await store.eraseAccount(long) } == .invalidArgument)
    #expect(
      await code { try await store.history(of: Page.self, account: long).forget(.item(Page("x"))) }
        == .invalidArgument)
    #expect(
      await code {
        try await store.history(of: Flaky.self, account: nil).forget(.item(Flaky.unencodable))
      }
        == .codingFailed)
  }
}
