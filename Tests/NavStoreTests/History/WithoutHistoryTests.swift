import Foundation
import NavStoreSQLite
import TestSupport
import Testing

@testable import NavStore

@Suite("A store without a history")
struct WithoutHistoryTests {
  private func store(_ folder: TemporaryFolder, recordsHistory: Bool) throws -> NavStore {
    var configuration = NavStore.Configuration(folder: .url(folder.url))
    configuration.recordsHistory = recordsHistory
    configuration.idleMilliseconds = 3_600_000
    return try NavStore(configuration)
  }

  @Test("Stacks, lists and values are restored, and nothing is recorded")
  func places() async throws {
    let folder = try TemporaryFolder()
    let store = try store(folder, recordsHistory: false)
    let session = try store.session(of: Page.self, in: "main")
    for name in ["a", "b", "c"] { session.push(Page(name)) }
    try session.setVisitState("middle", named: "scroll")
    session.pop()
    try await store.flush()
    let history = store.history(of: Page.self, account: nil)
    try await history.setTitle("Secret", for: "a")
    #expect(try await history.visits().isEmpty)
    #expect(try await history.items(.recent()).isEmpty)
    #expect(try await history.items(.search("secret")).isEmpty)
    #expect(try await history.forget(.dates(.distantPast..<(.distantFuture))) == 0)
    try store.writer.sync { connection in
      try store.writer.comeToRest(on: connection)
      let recorded = try connection.first(
        """
        SELECT (SELECT count(*) FROM visit WHERE time IS NOT NULL OR counted = 1)
          + (SELECT count(*) FROM item WHERE visits > 0 OR title IS NOT NULL)
        """
      ) { $0.int(0) }
      #expect(recorded == 0)
    }
    try await store.close()

    let next = try self.store(folder, recordsHistory: false)
    let restored = try next.session(of: Page.self, in: "main")
    #expect(restored.trail == "a/b")
    #expect(restored.forward())
    #expect(restored.trail == "a/b/c")
    #expect(try restored.visitState(String.self, named: "scroll") == "middle")
    try await next.close()
  }

  @Test("Switching the history off erases it, and keeps stacks, lists and values")
  func switchedOff() async throws {
    let folder = try TemporaryFolder()
    let before = try store(folder, recordsHistory: true)
    let session = try before.session(of: Page.self, in: "main")
    session.push("left-behind-4711")
    session.popToRoot()
    for number in 0..<600 { session.push(Page("a\(number % 30)")) }
    session.popToRoot()
    session.push("kept")
    try before.setSceneValue("tab", named: "tab", in: "main")
    try await before.history(of: Page.self, account: nil).setTitle("title-0815", for: "kept")
    try await before.flush()
    #expect(try await before.history(of: Page.self, account: nil).visits(limit: 1_000).count == 602)
    try await before.close()
    #expect(try Self.has("title-0815", in: folder) && Self.has("left-behind-4711", in: folder))

    let store = try store(folder, recordsHistory: false)
    let history = store.history(of: Page.self, account: nil)
    #expect(try await history.visits().isEmpty, "The history is empty at once.")
    let shown = try store.session(of: Page.self, in: "main")
    #expect(shown.trail == "kept")
    let entries = shown.backForward.entries.map(\.route)
    try store.writer.finishIdleWork()
    try store.writer.sync { connection in
      let recorded = try connection.first(
        """
        SELECT (SELECT count(*) FROM visit WHERE time IS NOT NULL OR counted = 1)
          + (SELECT count(*) FROM item WHERE visits > 0 OR last IS NOT NULL OR title IS NOT NULL)
        """
      ) { $0.int(0) }
      #expect(recorded == 0)
      let pending = try connection.first("SELECT erase_pending FROM progress") { $0.int(0) }
      #expect(pending == 0, "The bytes are erased.")
    }
    try await store.close()
    #expect(try !Self.has("title-0815", in: folder))
    #expect(try !Self.has("left-behind-4711", in: folder))

    let again = try self.store(folder, recordsHistory: true)
    #expect(try await again.history(of: Page.self, account: nil).visits().isEmpty)
    let restored = try again.session(of: Page.self, in: "main")
    #expect(restored.trail == "kept")
    #expect(restored.backForward.entries.map(\.route) == entries)
    #expect(try again.sceneValue(String.self, named: "tab", in: "main") == "tab")
    restored.push("recorded")
    try await again.flush()
    #expect(
      try await again.history(of: Page.self, account: nil).visits().map(\.route) == ["recorded"])
    try await again.close()
  }

  private static func has(_ text: String, in folder: TemporaryFolder) throws -> Bool {
    try FileManager.default.contentsOfDirectory(atPath: folder.url.path).contains { name in
      let data = try Data(contentsOf: folder.url.appendingPathComponent(name))
      return data.range(of: Data(text.utf8)) != nil
    }
  }
}
