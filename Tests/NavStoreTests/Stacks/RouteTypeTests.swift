import Testing

@testable import NavStore

@Suite("Route types and their sessions")
struct RouteTypeTests {
  struct SharedTagA: NavRoute {
    static let coding: NavCoding<Self> = .codable(name: "Shared")
    var number: Int
  }

  struct SharedTagB: NavRoute {
    static let coding: NavCoding<Self> = .codable(name: "Shared")
    var number: Int
  }

  private struct Hidden: NavRoute {
    var number: Int
  }

  private struct HiddenButNamed: NavRoute {
    static let coding: NavCoding<Self> = .codable(name: "Hidden")
    var number: Int
  }

  @Test("Two types under one tag are refused, in whatever scene")
  func duplicateTag() throws {
    let temporary = try TemporaryStore()
    try temporary.store.save([SharedTagA(number: 1)], in: "a")
    #expect(
      code { try temporary.store.save([SharedTagB(number: 1)], in: "b") } == .unsupportedRoute)
    #expect(
      code { _ = try temporary.store.restore(SharedTagB.self, in: "c") } == .unsupportedRoute)
    #expect(try temporary.store.scenes().map(\.id) == ["a"])
    // Another launch may use the other type, as after a rename.
    let store = try temporary.reopenAfterKill()
    #expect(
      try store.restore(SharedTagB.self, in: "a").path == [SharedTagB(number: 1)])
  }

  @Test("A local type without a tag of its own is refused everywhere")
  func localType() async throws {
    struct Local: NavRoute {
      var number: Int
    }
    let store = NavStore.inMemory()
    #expect(code { try store.save([Local(number: 1)], in: "main") } == .unsupportedRoute)
    #expect(code { _ = try store.restore(Local.self, in: "main") } == .unsupportedRoute)
    #expect(code { _ = try store.session(of: Local.self, in: "main") } == .unsupportedRoute)
    #expect(
      await code { _ = try await store.history(of: Local.self, account: nil).items() }
        == .unsupportedRoute)
  }

  @Test("A private type is refused without a tag, and taken with one")
  func privateType() throws {
    let temporary = try TemporaryStore()
    #expect(
      code { try temporary.store.save([Hidden(number: 1)], in: "main") } == .unsupportedRoute)
    try temporary.store.save([HiddenButNamed(number: 1)], in: "main")
    let restored = try temporary.reopenAfterKill().restore(HiddenButNamed.self, in: "main")
    #expect(restored.path == [HiddenButNamed(number: 1)])
  }

  @Test("A stack that lives with one type is refused to another")
  func typeMismatch() throws {
    let temporary = try TemporaryStore()
    let session = try temporary.store.session(of: Page.self, in: "main")
    #expect {
      _ = try temporary.store.session(of: AppRoute.self, in: "main")
    } throws: { error in
      let error = error as? NavStore.Error
      return error?.code == .unsupportedRoute
        && "\(error!)".contains("with routes of Page: give one")
    }
    #expect(code { try temporary.store.save([AppRoute.home], in: "main") } == .unsupportedRoute)
    #expect(session.path.isEmpty)
    try temporary.store.save([AppRoute.home], in: "main", stack: "another")
  }

  @Test("Two sessions of one stack are the same object, and of others are not")
  func sharedSession() throws {
    let store = NavStore.inMemory()
    let session = try store.session(of: Page.self, in: "main", stack: "s", account: "a")
    #expect(try store.session(of: Page.self, in: "main", stack: "s", account: "a") === session)
    for other in [
      try store.session(of: Page.self, in: "main", stack: "a", account: "s"),
      try store.session(of: Page.self, in: "main", stack: "s"),
      try store.session(of: Page.self, in: "main", account: "a"),
      try store.session(of: Page.self, in: "other", stack: "s", account: "a"),
    ] { #expect(other !== session) }
    #expect(session.scene == "main")
    #expect(session.name == "s")
    #expect(session.account == "a")
  }

  @Test("A live session stays the one session, however many others are opened and let go")
  func sessionsComeAndGo() throws {
    let temporary = try TemporaryStore()
    let session = try temporary.store.session(of: Page.self, in: "main")
    session.push("a")
    for number in 0..<200 {
      try temporary.store.save([Page("\(number)")], in: NavScene(id: "scene \(number)"))
    }
    #expect(try temporary.store.session(of: Page.self, in: "main") === session)
    for number in 0..<200 {
      let restored = try temporary.store.restore(Page.self, in: NavScene(id: "scene \(number)"))
      #expect(restored.path == [Page("\(number)")])
    }
  }

  @Test("A session tells its other faces of a change, and the one that made it not")
  func observers() throws {
    final class Face {}
    let session = try NavStore.inMemory().session(of: Page.self, in: "main")
    let (one, two) = (Face(), Face())
    let (told, toldToo) = (Locked(0), Locked(0))
    session.observe(one) { told.withLock { $0 += 1 } }
    session.observe(two) { toldToo.withLock { $0 += 1 } }
    session.push("a")
    session.change(by: one) { $0.push(contentsOf: ["b"] as [Page]) }
    session.pop(0)
    #expect(told.withLock { $0 } == 1)
    #expect(toldToo.withLock { $0 } == 2)
    session.stopObserving(ObjectIdentifier(two))
    session.pop()
    #expect(told.withLock { $0 } == 2)
    #expect(toldToo.withLock { $0 } == 2)
  }
}
