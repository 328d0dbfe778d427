import NavStoreSQLite
import Testing

@testable import NavStore

@Suite("A refresh after a salvage")
struct SalvagedRefreshTests {
  @Test("A refreshed model below undecodable routes is saved, and the routes above it are kept")
  func refreshKeepsTheOldTip() async throws {
    let temporary = try TemporaryStore()
    let session = try temporary.store.session(of: Model.self, in: "main")
    session.push(Model(id: 1, text: "old"))
    session.push(Model(id: 2, text: "b"))
    try await temporary.store.flush()
    try temporary.rawConnection().run("UPDATE route SET tag = 'Gone' WHERE id = 2")
    let salvaged = try temporary.reopenAfterKill().session(of: Model.self, in: "main")
    #expect(salvaged.path.map(\.text) == ["old"])
    salvaged.set([Model(id: 1, text: "new")])
    try await temporary.store.flush()
    try temporary.rawConnection().run("UPDATE route SET tag = 'Model' WHERE id = 2")
    let later = try temporary.reopenAfterKill().session(of: Model.self, in: "main")
    #expect(later.path.map(\.text) == ["new", "b"])
    #expect(later.backForward.entries.map(\.depth) == [0, 1, 2])
    #expect(later.backForward.index == 2)
  }

  @Test("Saving equal routes in other memory writes nothing")
  func equalInOtherMemory() async throws {
    let temporary = try TemporaryStore()
    func make() -> [Page] { [Page(String(repeating: "long enough for the heap ", count: 3))] }
    try temporary.store.save(make(), in: "main")
    let saved = temporary.clock.now
    try await temporary.comeToRest()
    let frames = try temporary.store.writer.sync { $0.walFrames }
    temporary.clock.advance(by: .seconds(60))
    try temporary.store.save(make(), in: "main")
    #expect(try temporary.store.writer.sync { $0.walFrames } == frames)
    #expect(try temporary.store.restore(Page.self, in: "main").savedAt == saved)
    #expect(try temporary.reopenAfterKill().restore(Page.self, in: "main").savedAt == saved)
  }
}
