import TestSupport
import Testing

@testable import NavStore

@Suite struct ValidationTests {
  let temporary: TemporaryStore

  init() throws {
    temporary = try TemporaryStore()
  }

  private func restored(_ names: [String]) async throws -> NavStore.Session<Page> {
    try temporary.store.save(names.map { Page($0) }, in: "main")
    try await temporary.relaunch()
    return try temporary.store.session(of: Page.self, in: "main")
  }

  @Test("Routes that a validation reports as gone are removed from stack, list and history")
  func gone() async throws {
    let session = try await restored(["a", "b", "c"])
    #expect(!session.isValidated)
    let calls = Locked([[Page]]())
    let isApplied = await session.validate { routes in
      calls.withLock { $0.append(routes) }
      return [Page("b"), Page("c"), Page("never there")]
    }
    #expect(isApplied)
    #expect(session.isValidated)
    #expect(calls.withLock { $0 } == [[Page("a"), Page("b"), Page("c")]])
    #expect(session.path == [Page("a")])
    #expect(
      try await temporary.store.history(of: Page.self, account: nil).visits().isEmpty,
      "Only c was seen, and it is removed.")
    try await temporary.relaunch()
    #expect(try temporary.store.restore(Page.self, in: "main").path == [Page("a")])
  }

  @Test("A validation past its deadline is canceled, and its result is ignored")
  func late() async throws {
    let session = try await restored(["a", "b"])
    let (wasCancelled, note) = AsyncStream.makeStream(of: Bool.self)
    let isApplied = await session.validate(within: .zero) { _ in
      // Waits until the deadline cancels the validation, so that the test doesn't depend on a
      // clock.
      let (never, end) = AsyncStream.makeStream(of: Void.self)
      defer { end.finish() }
      for await _ in never {}
      note.yield(Task.isCancelled)
      return [Page("a")]
    }
    #expect(!isApplied)
    #expect(session.isValidated)
    #expect(session.path == [Page("a"), Page("b")])
    var notes = wasCancelled.makeAsyncIterator()
    #expect(await notes.next() == true)
    #expect(session.path == [Page("a"), Page("b")])
  }

  @Test("A validation that throws leaves the stack unchanged and returns false")
  func throwing() async throws {
    struct Offline: Error {}
    let session = try await restored(["a", "b"])
    #expect(await !session.validate { _ in throw Offline() })
    #expect(session.path == [Page("a"), Page("b")])
  }

  @Test("A stack of several route types is validated and pruned like any other")
  func mixed() async throws {
    typealias Screen = AnyScreen<TwoTypes<Page, AppRoute>>
    let path: [Screen] = anyRoutes(Page("a"), AppRoute.product(id: 7, tab: nil), Page("b"))
    try temporary.store.save(path, in: "main")
    try await temporary.relaunch()
    let session = try temporary.store.session(of: Screen.self, in: "main")
    let isApplied = await session.validate { elements in
      Set(elements.filter { $0.as(AppRoute.self) != nil })
    }
    #expect(isApplied)
    #expect(session.path == anyRoutes(Page("a"), Page("b")))

    // A change of the routes of one type also changes the live mixed stack and its stored form.
    try await temporary.store.history(of: Page.self, account: nil).replaceRoutes {
      $0 == Page("b") ? Page("c") : nil
    }
    #expect(session.path.last == Screen(Page("c")))
    try await temporary.store.history(of: Page.self, account: nil).removeRoutes { $0 == Page("a") }
    #expect(session.path == [Screen(Page("c"))])
    try await temporary.relaunch()
    let again = try temporary.store.restore(Screen.self, in: "main")
    #expect(again.path == [Screen(Page("c"))])
  }

  @Test("A validation at the root screen doesn't call the closure")
  func root() async throws {
    let session = try temporary.store.session(of: Page.self, in: "main")
    let isApplied = await session.validate { _ in
      Issue.record("The closure was called.")
      return .init()
    }
    #expect(isApplied)
  }
}
