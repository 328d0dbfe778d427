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
    var cache = StatementCache(capacity: 4)
    var prepared = 0
    for _ in 0..<10 {
      _ = try cache.statement("SELECT 1") {
        prepared += 1
        return try Statement($0, on: connection.handle)
      }
    }
    #expect(prepared == 1)
    #expect(cache.count == 1)

    let before = connection.cache.count
    for id in 0..<10 { try connection.run("INSERT INTO item (id) VALUES (?)", id) }
    #expect(connection.cache.count == before + 1)
  }

  @Test("The cache never exceeds its capacity")
  func bounded() throws {
    var cache = StatementCache(capacity: 2)
    for sql in ["SELECT 1", "SELECT 2", "SELECT 3", "SELECT 4"] as [StaticString] {
      _ = try cache.statement(sql, prepare: prepare)
      #expect(cache.count <= 2)
    }
    #expect(cache.count == 2)
  }

  @Test("The least recently used statement is evicted first")
  func leastRecentlyUsed() throws {
    let one: StaticString = "SELECT 1"
    let two: StaticString = "SELECT 2"
    let three: StaticString = "SELECT 3"
    var cache = StatementCache(capacity: 2)
    let first = try cache.statement(one, prepare: prepare)
    let second = try cache.statement(two, prepare: prepare)
    // Uses `one` again, so that `two` is the least recently used statement.
    #expect(try cache.statement(one, prepare: prepare) === first)
    let third = try cache.statement(three, prepare: prepare)
    #expect(try cache.statement(one, prepare: prepare) === first)
    #expect(try cache.statement(three, prepare: prepare) === third)
    #expect(try cache.statement(two, prepare: prepare) !== second)
  }

  @Test("A running statement is not evicted, even if it is the least recently used one")
  func runningStays() throws {
    let one: StaticString = "SELECT 1"
    var cache = StatementCache(capacity: 2)
    let running = try cache.statement(one, prepare: prepare)
    running.begin()
    for sql in ["SELECT 2", "SELECT 3", "SELECT 4"] as [StaticString] {
      _ = try cache.statement(sql, prepare: prepare)
    }
    running.end()
    #expect(cache.count == 2)
    #expect(try cache.statement(one, prepare: prepare) === running)
  }

  @Test("A running statement is not returned again, and is kept in the cache")
  func runningIsNotShared() throws {
    let one: StaticString = "SELECT 1"
    var cache = StatementCache(capacity: 2)
    let running = try cache.statement(one, prepare: prepare)
    running.begin()
    let another = try cache.statement(one, prepare: prepare)
    #expect(another !== running)
    running.end()
    #expect(cache.count == 1)
    #expect(try cache.statement(one, prepare: prepare) === running)
  }

  @Test("A statement that can't be prepared does not evict another one")
  func failedPreparation() throws {
    var cache = StatementCache(capacity: 1)
    let one: StaticString = "SELECT 1"
    let kept = try cache.statement(one, prepare: prepare)
    #expect(throws: SQLiteError.self) { try cache.statement("SELECT", prepare: prepare) }
    #expect(try cache.statement(one, prepare: prepare) === kept)
  }

  private func prepare(_ sql: StaticString) throws -> Statement {
    try Statement(sql, on: connection.handle)
  }
}
