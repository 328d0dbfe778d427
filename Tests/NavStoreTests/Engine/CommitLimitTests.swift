import NavStoreSQLite
import Testing

@testable import NavStore

@Suite("Limits of work that commits first")
struct CommitLimitTests {
  @Test("Whoever commits what waits, and then does something larger, has its own limit for that")
  func ownLimit() async throws {
    let temporary = try TemporaryStore { $0.idleMilliseconds = 3_600_000 }
    let writer = temporary.store.writer
    let session = try temporary.store.session(Page.self, for: "main")
    let found = try await writer.async { connection in
      // Here, where nobody else can commit it.
      session.push("a")
      let before = connection.workLimit
      let waits = writer.waiting.withLock { !$0.isEmpty }
      try writer.commitWaiting(on: connection, endingTurns: true)
      return (before: before, after: connection.workLimit, waits: waits)
    }
    #expect(found.waits)
    #expect(found.after == found.before)
    #expect(
      found.before.milliseconds > WorkLimit.short(temporary.configuration.limits).milliseconds)
  }
}
