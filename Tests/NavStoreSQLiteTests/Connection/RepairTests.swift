import TestSupport
import Testing

@testable import NavStoreSQLite

@Suite struct RepairTests {
  private let folder: TemporaryFolder
  private let connection: Connection

  init() throws {
    folder = try TemporaryFolder()
    let path = folder.url.appendingPathComponent("numbers.sqlite").path
    connection = try Connection(path: path, flags: 0x6, busyTimeoutMilliseconds: 100)
    try connection.run("CREATE TABLE number (value INTEGER, word TEXT)")
    try connection.run("CREATE INDEX number_word ON number (word)")
    try connection.run("CREATE INDEX number_value ON number (value)")
    try connection.run(
      """
      INSERT INTO number
      WITH RECURSIVE numbers (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM numbers LIMIT 50000)
      SELECT n, hex(n * 7919 % 50021) FROM numbers
      """)
  }

  private func damage(_ index: String, by statement: StaticString) throws {
    try connection.run("CREATE TABLE kept AS SELECT * FROM sqlite_schema WHERE name = ?", index)
    try connection.run("PRAGMA writable_schema = ON")
    try connection.run("DELETE FROM sqlite_schema WHERE name = ?", index)
    try connection.run("PRAGMA writable_schema = RESET")
    try connection.run(statement)
    try connection.run("PRAGMA writable_schema = ON")
    try connection.run("INSERT INTO sqlite_schema SELECT * FROM kept")
    try connection.run("PRAGMA writable_schema = RESET")
    try connection.run("DROP TABLE kept")
  }

  private let budget = Duration.seconds(60)

  @Test("A check or rebuild of indexes past its deadline is unfinished, but not damage")
  func outOfTime() throws {
    #expect(try connection.repairIndexes(within: .seconds(-1)) == .unfinished)
    #expect(try connection.repairIndexes(within: budget) == .intact)
    connection.close()
  }

  @Test("Only damaged indexes are rebuilt")
  func damagedOnly() throws {
    try damage("number_value", by: "UPDATE number SET value = 0 WHERE rowid = 7")
    _ = try connection.first("PRAGMA journal_mode = WAL") { $0.text(0) }
    let pages = try #require(try connection.first("PRAGMA page_count") { Int($0.int(0)) })
    #expect(try connection.repairIndexes(within: budget) == .repaired)
    // The table and its two indexes have about equal sizes, so a rebuild of one index writes less
    // than half of the pages.
    #expect(connection.walFrames > 0 && connection.walFrames < pages / 2)
    #expect(try connection.repairIndexes(within: budget) == .intact)
    connection.close()
  }
}
