import Testing

@testable import NavStore

@Suite("Listing and closing scenes")
struct SceneTests {
  @Test("Scenes are listed in the order in which they were first saved")
  func listed() throws {
    let temporary = try TemporaryStore()
    let start = temporary.clock.now
    try temporary.store.save(["a"] as [Page], in: "two")
    temporary.clock.advance(by: .seconds(10))
    try temporary.store.setSceneValue(1, named: "tab", in: "one")
    try temporary.store.save(["b"] as [Page], in: "two", stack: "another", account: "u")
    let scenes = try temporary.reopenAfterKill().scenes()
    #expect(scenes.map(\.id) == ["two", "one"])
    #expect(scenes.map(\.openedAt) == [start, temporary.clock.now])
    #expect(scenes.map(\.savedAt) == [temporary.clock.now, nil])
    #expect(scenes.allSatisfy { $0.isOpen })
  }

  @Test("A closed scene keeps its data, and closing it again does nothing")
  func closed() async throws {
    let temporary = try TemporaryStore()
    try temporary.store.save(["a"] as [Page], in: "main")
    try temporary.store.setSceneValue(1, named: "tab", in: "main")
    temporary.clock.advance(by: .seconds(10))
    #expect(try temporary.store.closeScene("main"))
    #expect(try !temporary.store.closeScene("main"))
    #expect(try !temporary.store.closeScene("nothing"))
    let store = try await temporary.relaunch()
    #expect(try store.scenes().map(\.closedAt) == [temporary.clock.now])
    #expect(try store.restore(Page.self, in: "main").path == ["a"])
    #expect(try store.sceneValue(Int.self, named: "tab", in: "main") == 1)
    #expect(try store.scenes().map(\.isOpen) == [false], "Reading doesn't reopen the scene.")
  }

  @Test("Saving into a closed scene reopens it, in the same launch or a later one")
  func reopened() async throws {
    let temporary = try TemporaryStore()
    try temporary.store.save(["a"] as [Page], in: "main")
    let session = try temporary.store.session(of: Page.self, in: "main")
    for round in 0..<2 {
      #expect(try temporary.store.closeScene("main"))
      session.push(Page("\(round)"))
      try await temporary.store.flush()
      #expect(try temporary.store.scenes().map(\.isOpen) == [true])
    }
    #expect(try temporary.store.closeScene("main"))
    try temporary.store.setSceneValue(1, named: "tab", in: "main")
    #expect(try temporary.store.scenes().map(\.isOpen) == [true])
    #expect(try temporary.store.closeScene("main"))
    try temporary.reopenAfterKill().save(["b"] as [Page], in: "main")
    #expect(try temporary.store.scenes().map(\.isOpen) == [true])
    #expect(try temporary.store.closeScene("main"))
    try temporary.reopenAfterKill().save(["b"] as [Page], in: "main", stack: "new")
    #expect(try temporary.store.scenes().map(\.isOpen) == [true])
  }
}
