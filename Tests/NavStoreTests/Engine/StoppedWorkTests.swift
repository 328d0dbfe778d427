import Foundation
import NavStoreSQLite
import Testing

@testable import NavStore

/// Calls whose work in SQLite is stopped at the work limit, or because their task is canceled.
@Suite("Limits of work")
struct StoppedWorkTests {
  @Test("A restore that reaches the work limit throws, and a retry finds the file unchanged")
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
    #expect(next.openReport.quarantinedFile == nil && !next.openReport.rebuiltIndexes)
    #expect(try next.restore(Page.self, in: "main").path == deep)
  }

  @Test("Opening a store that reaches the work limit throws, and quarantines no file")
  func opening() async throws {
    let temporary = try TemporaryStore()
    try temporary.store.save([Page("a")], in: "main")
    try await temporary.store.close()
    // Adds 5,000 views to the schema. Most of the work of opening a store is to read its schema, so
    // opening this one takes many steps.
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

  @Test("A query of a canceled task throws, however many rows it would read")
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

  @Test("Canceling an erasure's task throws eraseUnfinished, and the erasure can be finished later")
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

  @Test("A flush of a canceled task still saves all changes")
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
