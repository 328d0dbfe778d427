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

  @Test("Two types with the same tag are rejected in any scene")
  func duplicateTag() throws {
    let temporary = try TemporaryStore()
    try temporary.store.save([SharedTagA(number: 1)], in: "a")
    #expect(
      code { try temporary.store.save([SharedTagB(number: 1)], in: "b") } == .unsupportedRoute)
    #expect(
      code { _ = try temporary.store.restore(SharedTagB.self, in: "c") } == .unsupportedRoute)
    #expect(try temporary.store.scenes().map(\.id) == ["a"])
    // Another launch may use the other type with this tag, as after a rename of the type.
    let store = try temporary.reopenAfterKill()
    #expect(
      try store.restore(SharedTagB.self, in: "a").path == [SharedTagB(number: 1)])
  }

  @Test("A local type without a tag is rejected everywhere")
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

  @Test("A private type is rejected without a tag and accepted with one")
  func privateType() throws {
    let temporary = try TemporaryStore()
    #expect(
      code { try temporary.store.save([Hidden(number: 1)], in: "main") } == .unsupportedRoute)
    try temporary.store.save([HiddenButNamed(number: 1)], in: "main")
    let restored = try temporary.reopenAfterKill().restore(HiddenButNamed.self, in: "main")
    #expect(restored.path == [HiddenButNamed(number: 1)])
  }

  @Test("A live stack of one type is rejected for another type")
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

  @Test("Sessions of the same stack are one object, and sessions of other stacks are not")
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

  @Test("A live session is kept while many other stacks are opened")
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

  @Test("A session notifies its observers of a change, except the one that made it")
  func observers() throws {
    final class Observer {}
    let session = try NavStore.inMemory().session(of: Page.self, in: "main")
    let (one, two) = (Observer(), Observer())
    let (countOfOne, countOfTwo) = (Locked(0), Locked(0))
    session.observe(one) { countOfOne.withLock { $0 += 1 } }
    session.observe(two) { countOfTwo.withLock { $0 += 1 } }
    session.push("a")
    session.change(by: one) { $0.push(contentsOf: ["b"] as [Page]) }
    session.pop(0)
    #expect(countOfOne.withLock { $0 } == 1)
    #expect(countOfTwo.withLock { $0 } == 2)
    session.stopObserving(ObjectIdentifier(two))
    session.pop()
    #expect(countOfOne.withLock { $0 } == 2)
    #expect(countOfTwo.withLock { $0 } == 2)
  }
}
