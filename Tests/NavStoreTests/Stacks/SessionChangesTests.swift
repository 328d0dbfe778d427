import Foundation
import Testing

@testable import NavStore

@Suite("Changes of a session as a sequence")
struct SessionChangesTests {
  let temporary: TemporaryStore
  let session: NavStore.Session<Page>

  init() throws {
    temporary = try TemporaryStore()
    session = try temporary.store.session(of: Page.self, in: "main")
  }

  private typealias Changes = NavUpdates<NavChange<Page>>.AsyncIterator

  /// Returns the next changes as text: the kind and the resulting path, such as `edit a/b`.
  private func next(_ count: Int, of changes: inout Changes) async -> [String] {
    var texts: [String] = []
    for _ in 0..<count {
      guard let change = await changes.next() else { break }
      texts.append("\(change.kind) \(change.path.map(\.name).joined(separator: "/"))")
    }
    return texts
  }

  @Test("Each change reports its kind and the resulting path, from any caller")
  func kinds() async throws {
    session.push("before")
    session.popToRoot()
    var changes = session.changes.makeAsyncIterator()
    session.push("a")
    session.push(contentsOf: ["b", "c"])
    session.pop()
    session.back()
    session.forward()
    session.replaceTop(with: "d")
    session.set(["a", "e"])
    let other = try temporary.store.session(of: Page.self, in: "main")
    other.popToRoot()
    let router = NSObject()
    session.change(endsTurn: false, by: router) { $0.push(RouteBox(Page("f"))) }
    _ = session.go(endsTurn: false, by: router) { $0.target(by: -1) }
    #expect(
      await next(10, of: &changes) == [
        "edit a", "edit a/b/c", "edit a/b", "back a", "forward a/b",
        "edit a/d", "edit a/e", "edit ", "edit f", "back ",
      ])
    // Ends the turn of the last change, because the writer keeps a stack in memory while its turn
    // is open.
    session.core.endTurn()
  }

  @Test("Removals, rewrites, validations and erasures are changes of kind removal")
  func removed() async throws {
    let store = temporary.store
    session.push(contentsOf: ["a", "b", "c"])
    var changes = session.changes.makeAsyncIterator()
    let history = store.history(of: Page.self, account: nil)
    try await history.removeRoutes { $0 == "b" }
    try await history.replaceRoutes { $0 == "c" ? "d" : nil }
    await session.validate { _ in ["d"] }
    try await store.eraseAll(of: "")
    session.push("e")
    #expect(
      await next(5, of: &changes) == [
        "removal a/c", "removal a/d", "removal a", "removal ", "edit e",
      ])
  }

  @Test("Back and Forward in a window's list are back and forward changes of its stacks")
  func window() async throws {
    let list = try temporary.store.window(in: "main")
    session.push("a")
    session.push("b")
    var changes = session.changes.makeAsyncIterator()
    list.back()
    list.back()
    list.forward()
    #expect(await next(3, of: &changes) == ["back a", "back ", "forward a"])
  }

  @Test("Calls that keep path and root are no changes")
  func none() async throws {
    session.push("a")
    var changes = session.changes.makeAsyncIterator()
    session.setTitle("A")
    session.setShown(false)
    session.setShown(true)
    session.set(["a"])
    try session.setVisitState(1, named: "scroll")
    // The forgotten screen is still shown, so forgetting its item doesn't change the path.
    try await temporary.store.history(of: Page.self, account: nil).forget(.item("a"))
    session.replaceRoot(with: "root", keepingStack: true)
    session.replaceRoot(with: "root", keepingStack: true)
    session.push("b")
    #expect(await next(2, of: &changes) == ["edit a", "edit a/b"])
  }

  @Test("A refreshed model is a change, even if == compares only ids")
  func refreshed() async throws {
    let store = temporary.store
    let models = try store.session(of: Model.self, in: "models")
    models.push(Model(id: 1, text: "old"))
    var changes = models.changes.makeAsyncIterator()
    models.set([Model(id: 1, text: "new")])
    #expect(await changes.next()?.path.map(\.text) == ["new"])
  }

  @Test("A stored stack that replaces the one in memory is an edit")
  func restored() async throws {
    let lockable = try LockableStore()
    try lockable.prepare { try $0.save(["before"] as [Page], in: "main") }
    let store = lockable.open()
    let session = try store.session(of: Page.self, in: "main")
    #expect(session.path.isEmpty)
    var changes = session.changes.makeAsyncIterator()
    lockable.lock.unlock()
    try await store.flush()
    #expect(session.path == ["before"])
    #expect(await next(1, of: &changes) == ["edit before"])
  }

  @Test("Concurrent changes are delivered completely and in order")
  func order() async throws {
    let session = session
    var changes = session.changes.makeAsyncIterator()
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        group.addTask { for _ in 0..<10 { session.push(Page("\(number)")) } }
      }
    }
    for depth in 1...80 {
      let path = await changes.next()?.path
      #expect(path?.count == depth)
      #expect(path == Array(session.path.prefix(depth)))
    }
  }

  @Test("A busy iteration keeps the last 100 changes")
  func busy() async throws {
    var changes = session.changes.makeAsyncIterator()
    for _ in 0..<150 { session.push("a") }
    #expect(await changes.next()?.path.count == 51)
  }

  @Test("The sequence of changes ends with the store or its task, and leaves no observer")
  func ending() async throws {
    let session = session
    let task = Task { for await _ in session.changes {} }
    while session.core.withState({ $0.followers.isEmpty }) { await Task.yield() }
    task.cancel()
    await task.value
    #expect(session.core.withState { $0.followers.isEmpty })

    do { _ = session.changes.makeAsyncIterator() }
    #expect(session.core.withState { $0.followers.isEmpty })

    var changes = session.changes.makeAsyncIterator()
    let left = try temporary.store.session(of: Page.self, in: "main", account: "ada")
    var changesOfLeft = left.changes.makeAsyncIterator()
    try await temporary.store.eraseAll(of: "ada")
    left.push("in memory")
    #expect(await next(1, of: &changesOfLeft) == ["edit in memory"])
    try await temporary.store.close()
    #expect(await changes.next() == nil)
    #expect(await changesOfLeft.next() == nil)
    var late = session.changes.makeAsyncIterator()
    #expect(await late.next() == nil)
  }
}

@Suite("Paths that an app sets as Back or Forward")
struct SetAsTests {
  let temporary: TemporaryStore

  init() throws {
    temporary = try TemporaryStore()
  }

  @Test(
    "A path that is set as Back or Forward moves to its entry and keeps the others",
    arguments: [true, false])
  func back(isRelaunched: Bool) async throws {
    var session = try temporary.store.session(of: Page.self, in: "main")
    for path in [["a"], ["b", "c"], ["d"]] as [[Page]] { session.set(path) }
    if isRelaunched {
      session = try await temporary.relaunch().session(of: Page.self, in: "main")
    }
    var changes = session.changes.makeAsyncIterator()
    session.set(["b", "c"], as: .back)
    #expect(session.backForward.index == 2)
    #expect(session.backForward.entries.count == 4)
    session.set(["d"], as: .forward)
    #expect(session.backForward.index == 3)
    // An app with a menu of its own may go back or forward by several entries in one call.
    session.set(["a"], as: .back)
    #expect(session.backForward.index == 1)
    session.set([], as: .back)
    session.set(["d"], as: .forward)
    #expect(session.backForward.index == 3)
    #expect(session.backForward.entries.count == 4)
    for kind in [NavChangeKind.back, .forward, .back, .back, .forward] {
      #expect(await changes.next()?.kind == kind)
    }
    let again = try await temporary.relaunch().session(of: Page.self, in: "main")
    #expect(again.backForward.index == 3)
    #expect(again.path == ["d"])
  }

  @Test("A path without a matching entry, or of any other kind, is an ordinary change")
  func ordinary() async throws {
    let session = try temporary.store.session(of: Page.self, in: "main")
    for path in [["a"], ["b"]] as [[Page]] { session.set(path) }
    var changes = session.changes.makeAsyncIterator()
    session.set(["x"], as: .back)
    session.set(["a"], as: .forward)
    session.set(["b"], as: .removal)
    #expect(session.backForward.entries.map { $0.route?.name } == [nil, "a", "b", "x", "a", "b"])
    for _ in 0..<3 { #expect(await changes.next()?.kind == .edit) }
  }

  @Test("Setting a path as Back takes over refreshed models")
  func refreshed() async throws {
    let session = try temporary.store.session(of: Model.self, in: "main")
    session.push(Model(id: 1, text: "old"))
    session.push(Model(id: 2, text: "two"))
    session.set([Model(id: 1, text: "new")], as: .back)
    #expect(session.path.map(\.text) == ["new"])
    #expect(session.canGoForward)
    let again = try await temporary.relaunch().session(of: Model.self, in: "main")
    #expect(again.path.map(\.text) == ["new"])
    #expect(again.canGoForward)
  }

  @Test("Setting a path as Back skips entries that can't be decoded")
  func unreadable() async throws {
    var session = try temporary.store.session(of: Page.self, in: "main")
    for path in [["a"], ["damaged"], ["c"]] as [[Page]] { session.set(path) }
    try await temporary.store.flush()
    try temporary.tamper("UPDATE route SET hash = hash + 1 WHERE payload LIKE '%damaged%'")
    session = try await temporary.relaunch().session(of: Page.self, in: "main")
    session.set(["a"], as: .back)
    #expect(session.backForward.index == 1)
    #expect(session.backForward.entries.map(\.isReadable) == [true, true, false, true])
  }
}
