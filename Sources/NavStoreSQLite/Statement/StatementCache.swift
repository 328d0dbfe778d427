/// The prepared statements of a connection, by the address of their SQL, at most `capacity`.
///
/// SQL is always a literal, so its address is its identity and nothing has to be hashed. When the
/// cache is full, the one not used for longest is finalized.
struct StatementCache {
  let capacity: Int
  private var statements: [UnsafeRawPointer: Statement] = [:]
  private var last: Statement?
  private var clock: UInt64 = 0

  init(capacity: Int) {
    precondition(capacity > 0)
    self.capacity = capacity
  }

  var count: Int { statements.count }

  /// The cached statement for `sql`, or the one that `prepare` makes.
  ///
  /// One that is running (the caller stands in its row closure) is not shared: the caller gets a
  /// fresh one, which is not cached.
  mutating func statement(
    _ sql: StaticString, prepare: (StaticString) throws -> Statement
  ) throws -> Statement {
    clock += 1
    let key = UnsafeRawPointer(sql.utf8Start)
    // The last one again: a walk asks for the same each time.
    if let last, last.sql.utf8Start == sql.utf8Start, !last.isRunning { return last }
    if let cached = statements[key] {
      guard !cached.isRunning else { return try prepare(sql) }
      cached.lastUse = clock
      last = cached
      return cached
    }
    let statement = try prepare(sql)
    statement.lastUse = clock
    if statements.count >= capacity { evictOne() }
    statements[key] = statement
    last = statement
    return statement
  }

  /// Rows that the cached statements have stepped over without an index.
  var fullScanSteps: Int {
    statements.values.reduce(0) { $0 + $1.fullScanSteps }
  }

  mutating func removeAll() {
    statements.removeAll()
    last = nil
  }

  private mutating func evictOne() {
    let idle = statements.lazy.filter { !$0.value.isRunning }
    guard let oldest = idle.min(by: { $0.value.lastUse < $1.value.lastUse }) else { return }
    if last === oldest.value { last = nil }
    statements[oldest.key] = nil
  }
}
