import Foundation
import NavStore
import NavStoreTesting
import Testing

@Suite struct TemporaryStoreTests {
  @Test("A reopened store has the saved data, and the former store is closed")
  func closing() async throws {
    let temporary = try TemporaryStore()
    let first = temporary.store
    let session = try first.session(of: ShopRoute.self, in: "main")
    session.set([.cart])
    let second = try await temporary.relaunch()
    #expect(second === temporary.store && second !== first)
    #expect(try second.restore(ShopRoute.self, in: "main").path == [.cart])
    let error = #expect(throws: NavStore.Error.self) { try first.save([ShopRoute.cart], in: "x") }
    #expect(error?.code == .closed)
  }

  @Test("After a kill, a store has the committed data, and no later changes")
  func killing() async throws {
    let temporary = try TemporaryStore()
    let first = temporary.store
    try first.save([ShopRoute.category("shoes")], in: "main")
    let session = try first.session(of: ShopRoute.self, in: "main")
    let second = try await temporary.relaunch(afterCrash: true)
    session.set([.product(id: 7)])
    #expect(try second.restore(ShopRoute.self, in: "main").path == [.category("shoes")])
    #expect(FileManager.default.fileExists(atPath: temporary.url.path))

    try second.save([ShopRoute.cart], in: "main")
    let third = try await temporary.relaunch(afterCrash: true)
    #expect(try third.restore(ShopRoute.self, in: "main").path == [.cart])
    #expect(third.openReport.quarantinedFile == nil)
  }

  @Test("A kill does not close the store, so the restore guard counts the launches")
  func restoreGuard() async throws {
    let temporary = try TemporaryStore()
    try temporary.store.save([ShopRoute.cart], in: "main")
    var stacks: [[ShopRoute]] = []
    for _ in 1...3 {
      let store = try await temporary.relaunch(afterCrash: true)
      let session = try store.session(of: ShopRoute.self, in: "main")
      stacks.append(session.path)
      session.willShow()
      try await store.flush()
    }
    #expect(stacks == [[.cart], [.cart], []])
  }

  @Test("A store that the test closed itself can be opened again", arguments: [true, false])
  func closedBefore(isKilled: Bool) async throws {
    let temporary = try TemporaryStore()
    try temporary.store.save([ShopRoute.cart], in: "main")
    try await temporary.store.close()
    let store = try await temporary.relaunch(afterCrash: isKilled)
    #expect(try store.restore(ShopRoute.self, in: "main").path == [.cart])
  }

  @Test("The files are deleted with the value, and two values share no files")
  func deletion() async throws {
    var temporary: TemporaryStore? = try TemporaryStore()
    let other = try TemporaryStore()
    let url = try #require(temporary?.url)
    #expect(url != other.url)
    try await temporary?.relaunch(afterCrash: true)
    let copy = try #require(temporary?.url)
    #expect(FileManager.default.fileExists(atPath: url.path))
    #expect(FileManager.default.fileExists(atPath: copy.path))
    temporary = nil
    #expect(!FileManager.default.fileExists(atPath: url.path))
    #expect(!FileManager.default.fileExists(atPath: copy.path))
    #expect(FileManager.default.fileExists(atPath: other.url.path))
  }

  @Test("A temporary store uses its configuration at each launch")
  func configuration() async throws {
    let clock = ManualClock()
    let temporary = try TemporaryStore(clock: clock)
    clock.advance(by: .seconds(60))
    let store = try await temporary.relaunch()
    try store.save([ShopRoute.cart], in: "main")
    #expect(try store.restore(ShopRoute.self, in: "main").savedAt == clock.now)
  }
}
