import Foundation
import Testing

@testable import NavStore

@Suite struct ClosedSceneTests {

  @Test("A reopened scene has its stacks, lists, values and visit state")
  func reopen() async throws {
    let temporary = try TemporaryStore()
    let store = temporary.store
    let session = try store.session(of: Page.self, in: "second")
    for name in ["a", "b", "c"] { session.push(Page(name)) }
    session.back()
    try session.setVisitState(7, named: "scroll")
    try store.save([Page("tab")], in: "second", stack: "tab")
    try store.setSceneValue(2, named: "tab", in: "second")
    #expect(try store.closeScene("second"))

    let again = try await temporary.relaunch()
    #expect(try again.closedScenes().map(\.id) == ["second"])
    #expect(try again.reopenScene("second"))
    #expect(try again.closedScenes().isEmpty)
    #expect(try again.scenes().map(\.isOpen) == [true])
    let restored = try again.session(of: Page.self, in: "second")
    #expect(restored.path == [Page("a"), Page("b")])
    #expect(restored.backForward.entries.count == 4)
    #expect(try restored.visitState(Int.self, named: "scroll") == 7)
    #expect(restored.forward())
    #expect(try again.restore(Page.self, in: "second", stack: "tab").path == [Page("tab")])
    #expect(try again.sceneValue(Int.self, named: "tab", in: "second") == 2)
  }

  @Test("Only a closed scene can be reopened")
  func notClosed() throws {
    let store = try TemporaryStore().store
    try store.save([Page("a")], in: "main")
    try store.closeScene("main")
    #expect(try !store.reopenScene("other"))
    #expect(try store.reopenScene("main"))
    #expect(try !store.reopenScene("main"), "The scene is open already.")
  }

  @Test("The last closed scene is first, even if the clock was set back")
  func order() throws {
    let temporary = try TemporaryStore()
    for key in ["a", "b", "c"] {
      try temporary.store.save([Page(key)], in: NavScene(id: key))
      try temporary.store.closeScene(key)
      temporary.clock.advance(by: .seconds(-3_600))
    }
    #expect(try temporary.store.closedScenes().map(\.id) == ["c", "b", "a"])
    #expect(try temporary.store.closedScenes(limit: 2).map(\.id) == ["c", "b"])
    #expect(try temporary.store.closedScenes(limit: 0).isEmpty)
    let error = #expect(throws: NavStore.Error.self) {
      try temporary.store.closedScenes(limit: -1)
    }
    #expect(error?.code == .invalidArgument)
  }

  @Test("Closed scenes over the count or the age are deleted, and their visits are kept")
  func limits() async throws {
    let temporary = try TemporaryStore { configuration in
      configuration.closedScenes.count = 3
      configuration.closedScenes.age = .seconds(60)
    }
    let store = temporary.store
    for key in ["a", "b", "c", "d", "e"] {
      try store.save([Page(key)], in: NavScene(id: key))
      try store.closeScene(key)
    }
    #expect(try store.closedScenes().map(\.id) == ["e", "d", "c"])
    try store.save([Page("f")], in: "f")
    temporary.clock.advance(by: .seconds(61))
    try store.closeScene("f")
    #expect(try store.closedScenes().map(\.id) == ["f"])
    #expect(try store.scenes().count == 1)
    #expect(try await store.history(of: Page.self, account: nil).visits().count == 6)
  }

  @Test("Without limits for age and count, all closed scenes are kept")
  func unlimited() throws {
    let temporary = try TemporaryStore { $0.closedScenes = .unlimited }
    for number in 0..<40 {
      try temporary.store.save([Page("a")], in: NavScene(id: "scene-\(number)"))
      try temporary.store.closeScene("scene-\(number)")
      temporary.clock.advance(by: .seconds(365 * 86_400))
    }
    #expect(try temporary.store.closedScenes(limit: 100).count == 40)
  }
}
