/// The prepared statements of a connection, by the address of their SQL, at most `capacity`.
///
/// SQL is always a literal, so its address is its identity and nothing has to be hashed. When the
/// cache is full, the least recently used statement is finalized.
struct StatementCache {
  let capacity: Int
  private var statements: [UnsafeRawPointer: Statement] = [:]
  private var clock: UInt64 = 0

  /// Each slot has the last used statement of all statements whose SQL addresses map to the slot. A
  /// statement that is found in a slot needs no hashing.
  private var recent: [Statement?]
  private static let recentCount = 64

  init(capacity: Int) {
    precondition(capacity > 0)
    self.capacity = capacity
    recent = Array(repeating: nil, count: Self.recentCount)
  }

  var count: Int { statements.count }

  /// Returns the cached statement for `sql`, or the one that `prepare` makes.
  ///
  /// A running statement (the caller is in its row closure) is not shared. The caller gets a new
  /// one, which is not cached.
  mutating func statement(
    _ sql: StaticString, prepare: (StaticString) throws -> Statement
  ) throws -> Statement {
    clock += 1
    let place = Self.place(of: sql)
    if let statement = recent[place], statement.sql.utf8Start == sql.utf8Start {
      return try handOut(statement, or: prepare)
    }
    let key = UnsafeRawPointer(sql.utf8Start)
    if let cached = statements[key] {
      recent[place] = cached
      return try handOut(cached, or: prepare)
    }
    let statement = try prepare(sql)
    statement.lastUse = clock
    if statements.count >= capacity { evictOne() }
    statements[key] = statement
    recent[place] = statement
    return statement
  }

  private func handOut(
    _ statement: Statement, or prepare: (StaticString) throws -> Statement
  ) throws -> Statement {
    guard !statement.isRunning else { return try prepare(statement.sql) }
    statement.lastUse = clock
    return statement
  }

  private static func place(of sql: StaticString) -> Int {
    let address = UInt(bitPattern: sql.utf8Start)
    return Int((address ^ address >> 6 ^ address >> 12) % UInt(recentCount))
  }

  /// The number of rows that the cached statements have stepped over without an index.
  var fullScanSteps: Int {
    statements.values.reduce(0) { $0 + $1.fullScanSteps }
  }

  mutating func removeAll() {
    statements.removeAll()
    recent = Array(repeating: nil, count: Self.recentCount)
  }

  private mutating func evictOne() {
    let idle = statements.lazy.filter { !$0.value.isRunning }
    guard let oldest = idle.min(by: { $0.value.lastUse < $1.value.lastUse }) else { return }
    let place = Self.place(of: oldest.value.sql)
    if recent[place] === oldest.value { recent[place] = nil }
    statements[oldest.key] = nil
  }
}
