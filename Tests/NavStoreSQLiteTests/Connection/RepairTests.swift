import TestSupport
import Testing

@testable import NavStoreSQLite

@Suite struct RepairTests {
  @Test("Indexes that cannot be built anew in time are no damage, whatever their names are")
  func outOfTime() throws {
    let folder = try TemporaryFolder()
    let path = folder.url.appendingPathComponent("numbers.sqlite").path
    let connection = try Connection(path: path, flags: 0x6, busyTimeoutMilliseconds: 100)
    defer { connection.close() }
    try connection.run("CREATE TABLE number (value INTEGER, word TEXT)")
    try connection.run("CREATE INDEX number_word ON number (word)")
    try connection.run("CREATE INDEX \"an \"\"odd\"\" name\" ON number (value)")
    try connection.run(
      """
      INSERT INTO number
      WITH RECURSIVE numbers (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM numbers LIMIT 50000)
      SELECT n, hex(n * 7919 % 50021) FROM numbers
      """)
    let past = ContinuousClock.now - .seconds(1)
    #expect(try connection.rebuildIndexes(until: past) == .unfinished)
    #expect(try connection.checkIntegrity(until: past) == .unfinished)
    #expect(try connection.checkIntegrity(until: .now + .seconds(60)) == .sound)
    #expect(try connection.rebuildIndexes(until: .now + .seconds(60)) == .sound)
  }
}
