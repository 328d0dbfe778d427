import Testing

@testable import NavStore

@Suite("Scene values and visit state")
struct SceneValueTests {
  enum Tab: String, Codable {
    case home, search
  }

  @Test("A scene value belongs to its scene, account and name, and survives a relaunch")
  func sceneValue() throws {
    let temporary = try TemporaryStore()
    let store = temporary.store
    try store.setSceneValue(Tab.search, named: "tab", in: "main")
    try store.setSceneValue(Tab.home, named: "tab", in: "main", account: "u")
    try store.setSceneValue([1, 2], named: "columns", in: "main")
    try store.setSceneValue("x", named: "tab", in: "other")
    let again = try temporary.reopenAfterKill()
    #expect(try again.sceneValue(Tab.self, named: "tab", in: "main") == .search)
    #expect(try again.sceneValue(Tab.self, named: "tab", in: "main", account: "u") == .home)
    #expect(try again.sceneValue([Int].self, named: "columns", in: "main") == [1, 2])
    #expect(try again.sceneValue(String.self, named: "tab", in: "other") == "x")
    #expect(try again.sceneValue([Int].self, named: "columns", in: "main", account: "u") == nil)
    #expect(try again.sceneValue(Tab.self, named: "tab", in: "none", account: "none") == nil)
  }

  @Test("The last scene value is kept, and nil removes it")
  func overwriteAndRemove() throws {
    let temporary = try TemporaryStore()
    let store = temporary.store
    try store.setSceneValue(nil as Int?, named: "tab", in: "main")
    #expect(try store.scenes().isEmpty)
    for number in 1...3 { try store.setSceneValue(number, named: "tab", in: "main") }
    #expect(try store.sceneValue(Int.self, named: "tab", in: "main") == 3)
    try store.setSceneValue(nil as Int?, named: "tab", in: "main")
    #expect(try store.sceneValue(Int.self, named: "tab", in: "main") == nil)
    #expect(try temporary.number("SELECT count(*) FROM value WHERE kind = 3") == 0)
  }

  @Test("Reading a value as another type throws and keeps the value")
  func wrongType() throws {
    let temporary = try TemporaryStore()
    let store = temporary.store
    try store.setSceneValue("text", named: "v", in: "main")
    #expect(
      code { _ = try store.sceneValue(Int.self, named: "v", in: "main") } == .codingFailed)
    #expect(try store.sceneValue(String.self, named: "v", in: "main") == "text")
    let session = try store.session(of: Page.self, in: "main")
    session.push("a")
    try session.setVisitState("text", named: "v")
    #expect(code { _ = try session.visitState(Int.self, named: "v") } == .codingFailed)
    #expect(try session.visitState(String.self, named: "v") == "text")
  }

  @Test("Visit state belongs to its visit through pushes, pops, Back and a relaunch")
  func visitState() async throws {
    let temporary = try TemporaryStore()
    func scroll(_ session: NavStore.Session<Page>) throws -> Int? {
      try session.visitState(Int.self, named: "scroll")
    }
    let session = try temporary.store.session(of: Page.self, in: "main")
    try session.setVisitState(0, named: "scroll")
    session.push("a")
    #expect(try scroll(session) == nil)
    try session.setVisitState(1, named: "scroll")
    session.push("a")
    #expect(try scroll(session) == nil, "A second visit of the route has no state.")
    try session.setVisitState(2, named: "scroll")
    try session.setVisitState("draft", named: "text")
    session.pop()
    #expect(try scroll(session) == 1)
    session.forward()
    #expect(try scroll(session) == 2)
    try session.setVisitState(3, named: "scroll")
    session.popToRoot()
    #expect(try scroll(session) == 0)
    let again = try await temporary.relaunch().session(of: Page.self, in: "main")
    #expect(try scroll(again) == 0)
    again.forward()
    #expect(try scroll(again) == 1)
    again.forward()
    #expect(try scroll(again) == 3)
    #expect(try again.visitState(String.self, named: "text") == "draft")
    #expect(
      try temporary.number("SELECT count(*) FROM visit") == 2, "Setting state records no visit.")
  }

  @Test("Nil removes visit state, saved or not")
  func removeVisitState() async throws {
    let temporary = try TemporaryStore()
    let session = try temporary.store.session(of: Page.self, in: "main")
    session.push("a")
    try session.setVisitState(1, named: "v")
    try session.setVisitState(nil as Int?, named: "v")
    #expect(try session.visitState(Int.self, named: "v") == nil)
    try session.setVisitState(2, named: "v")
    try await temporary.store.flush()
    try session.setVisitState(nil as Int?, named: "v")
    #expect(try session.visitState(Int.self, named: "v") == nil)
    try await temporary.store.flush()
    #expect(try session.visitState(Int.self, named: "v") == nil)
    #expect(try temporary.number("SELECT count(*) FROM value WHERE kind IN (0, 2)") == 0)
  }

  @Test("The root screen of each stack has visit state, even in a scene that was never saved")
  func rootScreen() async throws {
    let temporary = try TemporaryStore()
    for name in ["", "tab"] {
      try temporary.store.session(of: Page.self, in: "main", stack: name)
        .setVisitState("of \(name)", named: "v")
    }
    try await temporary.relaunch()
    for name in ["", "tab"] {
      let session = try temporary.store.session(of: Page.self, in: "main", stack: name)
      #expect(try session.visitState(String.self, named: "v") == "of \(name)")
      #expect(session.restoration.savedAt == nil, "The stack itself was never saved.")
    }
  }

  @Test("State of an intermediate screen of a turn doesn't move to another screen")
  func passedThrough() async throws {
    let temporary = try TemporaryStore()
    let session = try temporary.store.session(of: Page.self, in: "main")
    session.push("a")
    session.change(endsTurn: false) { $0.push(contentsOf: ["x"] as [Page]) }
    try session.setVisitState("of x", named: "v")
    session.turn { state in
      _ = state.pop(1)
      state.push(contentsOf: ["b"] as [Page])
    }
    try await temporary.store.flush()
    #expect(try session.visitState(String.self, named: "v") == nil)
    session.pop()
    #expect(try session.visitState(String.self, named: "v") == nil)
  }
}
