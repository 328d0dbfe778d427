import Foundation
import NavStoreSQLite
import Testing

@testable import NavStore

/// Work during which SQLite was stopped.
@Suite("Limits of work")
struct StoppedWorkTests {
  @Test("A restore that reaches the limit throws, may be tried again, and leaves the file as it is")
  func restore() async throws {
    let temporary = try TemporaryStore()
    let deep = (0..<5_000).map { Page("\($0)") }
    try temporary.store.save(deep, in: "main")
    try await temporary.comeToRest()
    try await temporary.store.close()
    let before = try temporary.bytes()[0]
    let limited = try temporary.another { $0.limits.workSteps = 0 }
    let error = #expect(throws: NavStore.Error.self) { try limited.restore(Page.self, in: "main") }
    #expect(error?.reason == .limitReached)
    #expect(error?.isRetriable == true)
    try await limited.close()
    #expect(try temporary.bytes()[0] == before)
    let next = try temporary.another()
    #expect(next.openReport.setAside == nil && !next.openReport.rebuiltIndexes)
    #expect(try next.restore(Page.self, in: "main").path == deep)
  }

  @Test("An opening that reaches the limit throws, and sets nothing aside")
  func opening() async throws {
    let temporary = try TemporaryStore()
    try temporary.store.save([Page("a")], in: "main")
    try await temporary.store.close()
    // Most of the work of opening is reading the schema.
    try HostileEditor(url: temporary.url).run(
      """
      PRAGMA writable_schema = ON;
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
      INSERT INTO sqlite_schema
        SELECT 'view', 'v' || i, 'v' || i, 0, 'CREATE VIEW v' || i || ' AS SELECT 1' FROM n;
      """)
    let before = try temporary.bytes()
    let error = #expect(throws: NavStore.Error.self) {
      try temporary.another { $0.limits.workSteps = 0 }
    }
    #expect(error?.reason == .limitReached)
    #expect(error?.isRetriable == true)
    #expect(try temporary.bytes() == before)
    let names = try FileManager.default.contentsOfDirectory(atPath: temporary.folder.path)
    #expect(!names.contains { $0.contains("corrupt") || $0.contains("repair") }, "\(names)")
  }

  @Test("A question whose task is cancelled ends, however much there is to look at")
  func cancelledQuestion() async throws {
    let temporary = try TemporaryStore { $0.limits.workSteps = .max / 2 }
    let store = temporary.store
    let task = Task { () -> NavStore.Error? in
      do {
        try await store.writer.read { connection in
          try connection.run(
            "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n")
        }
        return nil
      } catch {
        return error as? NavStore.Error
      }
    }
    task.cancel()
    #expect(await task.value?.code == .cancelled)
    try store.save([Page("a")], in: "main")
    #expect(try await store.history(of: Page.self, account: nil).items().count == 1)
  }

  @Test("An erasure whose task is cancelled is forgotten, not yet erased, and finished later")
  func cancelledErasure() async throws {
    let temporary = try TemporaryStore()
    let store = temporary.store
    let writer = store.writer
    try writer.sync { _ in writer.maintenance.isHeld = true }
    let text = String(repeating: "0123456789", count: 100)
    try store.save((0..<300).map { Page("\($0) \(text)") }, in: "main")
    try store.save([Page("secret")], in: "other")
    let task = Task { () -> NavStore.Error? in
      do {
        try await store.history(of: Page.self, account: nil).erase(.item(Page("secret")))
        return nil
      } catch {
        return error as? NavStore.Error
      }
    }
    task.cancel()
    let error = await task.value
    #expect(error?.code == .eraseUnfinished)
    #expect(try temporary.number("SELECT erase_pending FROM progress") != 0)
    try await store.finishErasing()
    #expect(try temporary.number("SELECT erase_pending FROM progress") == 0)
  }

  @Test("A flush of a cancelled task saves all the same")
  func cancelledFlush() async throws {
    let temporary = try TemporaryStore()
    let store = temporary.store
    let session = try store.session(of: Page.self, in: "main")
    session.push(contentsOf: (0..<3_000).map { Page("\($0)") })
    let task = Task { try await store.flush() }
    task.cancel()
    try await task.value
    #expect(try temporary.another().restore(Page.self, in: "main").path.count == 3_000)
  }
}
