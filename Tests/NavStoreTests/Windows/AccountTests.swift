import TestSupport
import Testing

@testable import NavStore

@Suite struct AccountTests {
  let temporary: TemporaryStore

  init() throws {
    temporary = try TemporaryStore()
  }

  @Test("Each account of a window has its own stacks and values across relaunches")
  func switching() async throws {
    let store = temporary.store
    for account in ["", "ada", "bob"] {
      try store.save([Page("home of \(account)")], in: "main", account: account.orSignedOut)
      try store.save(
        [Page("tab of \(account)")], in: "main", stack: "tab", account: account.orSignedOut)
      try store.setSceneValue(
        "value of \(account)", named: "tab", in: "main", account: account.orSignedOut)
    }
    let again = try await temporary.relaunch()
    #expect(try again.scenes().map(\.id) == ["main"])
    for account in ["bob", "", "ada"] {
      let home = try again.restore(Page.self, in: "main", account: account.orSignedOut)
      #expect(home.path == [Page("home of \(account)")])
      let tab = try again.restore(Page.self, in: "main", stack: "tab", account: account.orSignedOut)
      #expect(tab.path == [Page("tab of \(account)")])
      let value = try again.sceneValue(
        String.self, named: "tab", in: "main", account: account.orSignedOut)
      #expect(value == "value of \(account)")
      let recent = try await again.history(of: Page.self, account: account.orSignedOut).items()
      #expect(recent.map(\.route.name) == ["tab of \(account)", "home of \(account)"])
    }
  }

  @Test("Erasing an account deletes all its data, and keeps other accounts and the window")
  func erase() async throws {
    let store = temporary.store
    for account in ["", "ada", "bob"] {
      let session = try store.session(of: Page.self, in: "main", account: account.orSignedOut)
      for number in 0..<40 { session.push(Page("secret-\(account)-\(number)")) }
      try session.setVisitState("draft-\(account)", named: "draft")
      try store.setSceneValue(
        "value-\(account)", named: "tab", in: "main", account: account.orSignedOut)
      session.popToRoot()
      try session.setVisitState("root-\(account)", named: "draft")
    }
    try await store.flush()
    for account in ["ada", "ada", "never seen"] {
      #expect(try await store.eraseAccount(account) == 0)
    }

    let again = try await temporary.relaunch()
    #expect(try again.restore(Page.self, in: "main", account: "ada").savedAt == nil)
    #expect(try again.sceneValue(String.self, named: "tab", in: "main", account: "ada") == nil)
    #expect(try await again.history(of: Page.self, account: "ada").items().isEmpty)
    #expect(try await again.history(of: Page.self, account: "ada").visits().isEmpty)
    for account in ["", "bob"] {
      let visits = try await again.history(of: Page.self, account: account.orSignedOut).visits(
        limit: 100)
      #expect(visits.count == 40)
      let session = try again.session(of: Page.self, in: "main", account: account.orSignedOut)
      #expect(try session.visitState(String.self, named: "draft") == "root-\(account)")
      #expect(session.go(by: 40))
      #expect(session.depth == 40)
      #expect(try session.visitState(String.self, named: "draft") == "draft-\(account)")
    }
    #expect(try again.scenes().map(\.id) == ["main"])
    // The erasure leaves no row that mentions the account, in any table.
    let leftovers = try temporary.number(
      """
      SELECT (SELECT count(*) FROM item WHERE key LIKE '%secret-ada%')
        + (SELECT count(*) FROM route WHERE payload LIKE '%secret-ada%')
        + (SELECT count(*) FROM value WHERE value LIKE '%-ada%')
        + (SELECT count(*) FROM account WHERE key = 'ada')
        + (SELECT count(*) FROM visit WHERE stack NOT IN (SELECT id FROM stack))
      """)
    #expect(leftovers == 0)
  }

  @Test("A pending save doesn't restore an erased account")
  func onItsWay() async throws {
    let store = temporary.store
    let session = try store.session(of: Page.self, in: "main", account: "ada")
    session.push(Page("saved"))
    try await store.flush()
    // Erases the account while this push is pending and its turn has not ended.
    session.change(endsTurn: false) { $0.push(contentsOf: [Page("on its way")]) }
    try await store.eraseAll(of: "ada")
    #expect(session.path.isEmpty)
    #expect(!session.canGoBack)
    try await store.flush()

    let again = try await temporary.relaunch()
    #expect(try again.restore(Page.self, in: "main", account: "ada").path.isEmpty)
    #expect(try await again.history(of: Page.self, account: "ada").visits().isEmpty)
  }

  @Test("An erased account starts empty, and its visit numbers are not reused")
  func afresh() async throws {
    let store = temporary.store
    let stale = try store.session(of: Page.self, in: "main", account: "ada")
    for number in 0..<5 { stale.push(Page("\(number)")) }
    let before = try await store.history(of: Page.self, account: "ada").visits().first?.id
    try await store.eraseAll(of: "ada")
    let session = try store.session(of: Page.self, in: "main", account: "ada")
    #expect(session !== stale)
    stale.push(Page("stale"))
    session.push(Page("new"))
    let visits = try await store.history(of: Page.self, account: "ada").visits()
    #expect(visits.map(\.route) == [Page("new")])
    let (old, new) = (try #require(before), try #require(visits.first?.id))
    #expect(new > old)
    #expect(session.backForward.entries.map(\.route) == [nil, Page("new")])
  }

  @Test("No table contains data of an erased account")
  func allOfIt() async throws {
    for isAccount in [true, false] {
      let store = temporary.store
      for scene in ["main", "closed"] {
        let session = try store.session(of: Page.self, in: scene, account: "ada")
        let list = try store.window(in: scene, account: "ada")
        session.push(contentsOf: [Page("a"), Page("b")])
        session.pop()
        try session.setVisitState(1, named: "scroll")
        try list.select("other")
        try store.setSceneValue(1, named: "tab", in: scene, account: "ada")
      }
      try await store.flush()
      try store.closeScene("closed")
      try await store.eraseAll(of: isAccount ? "ada" : nil)
      #expect(try store.closedScenes().isEmpty != isAccount)
      try await store.flush()
      let left = try temporary.number(
        """
        SELECT (SELECT count(*) FROM account WHERE key IS NOT '') + (SELECT count(*) FROM stack)
          + (SELECT count(*) FROM window)
          + (SELECT count(*) FROM item) + (SELECT count(*) FROM route)
          + (SELECT count(*) FROM visit) + (SELECT count(*) FROM value)
          + (SELECT count(*) FROM kind)
        """)
      #expect(left == 0)
      #expect(
        try store.scenes().map(\.id).sorted() == (isAccount ? ["closed", "main"] : ["main"]))
    }
  }

  @Test("A session or list of an erased account works in memory and doesn't affect later ones")
  func liveObjects() async throws {
    let store = temporary.store
    let old = try store.session(of: Page.self, in: "main", account: "ada")
    let oldList = try store.window(in: "main", account: "ada")
    old.push("a")
    try await store.eraseAccount("ada")
    let new = try store.session(of: Page.self, in: "main", account: "ada")
    let newList = try store.window(in: "main", account: "ada")
    new.push("new")
    old.push(contentsOf: ["b", "c"])
    _ = oldList.back()
    _ = try? oldList.select("other")
    try await store.flush()
    #expect(old.path == ["b", "c"])
    #expect(new.trail == "new")
    #expect(newList.count == 2)
    #expect(newList.selectedStack == "")
    let again = try temporary.another()
    #expect(try again.restore(Page.self, in: "main", account: "ada").path == ["new"])
    let visits = try await again.history(of: Page.self, account: "ada").visits()
    #expect(visits.map(\.route) == ["new"])
  }
}
