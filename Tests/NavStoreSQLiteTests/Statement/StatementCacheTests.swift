import Testing

@testable import NavStoreSQLite

@Suite("The statement cache")
struct StatementCacheTests {
  private let connection: Connection

  init() throws {
    connection = try Connection.make()
  }

  @Test("The same literal in a loop is prepared once")
  func preparedOnce() throws {
    var cache = StatementCache()
    var prepared = 0
    for _ in 0..<10 {
      _ = try cache.statement("SELECT 1") {
        prepared += 1
        return try Statement($0, on: connection)
      }
    }
    #expect(prepared == 1)
    #expect(cache.count == 1)

    let before = connection.cache.count
    for id in 0..<10 { try connection.run("INSERT INTO item (id) VALUES (?)", id) }
    #expect(connection.cache.count == before + 1)
  }

  @Test("A running statement is not returned again, and is kept in the cache")
  func runningIsNotShared() throws {
    let one: StaticString = "SELECT 1"
    var cache = StatementCache()
    let running = try cache.statement(one, prepare: prepare)
    running.begin()
    let another = try cache.statement(one, prepare: prepare)
    #expect(another !== running)
    running.end()
    #expect(cache.count == 1)
    #expect(try cache.statement(one, prepare: prepare) === running)
  }

  @Test("A statement that can't be prepared is not cached")
  func failedPreparation() throws {
    var cache = StatementCache()
    let one: StaticString = "SELECT 1"
    let kept = try cache.statement(one, prepare: prepare)
    #expect(throws: SQLiteError.self) { try cache.statement("SELECT", prepare: prepare) }
    #expect(try cache.statement(one, prepare: prepare) === kept)
    #expect(cache.count == 1)
  }

  private func prepare(_ sql: StaticString) throws -> Statement {
    try Statement(sql, on: connection)
  }
}
