/// The prepared statements of a connection, by the address of their SQL.
///
/// SQL is always a literal, so its address is its identity, and the program's text limits the number
/// of statements to some two hundred.
struct StatementCache {
  private var slots: [[Statement]] = []
  private static let slotCount = 64

  var count: Int { slots.reduce(0) { $0 + $1.count } }

  /// Returns the cached statement for `sql`, or the one that `prepare` makes.
  ///
  /// A running statement (the caller is in its row closure) is not shared. The caller gets a new
  /// one, which is not cached.
  mutating func statement(
    _ sql: StaticString, prepare: (StaticString) throws -> Statement
  ) throws -> Statement {
    if slots.isEmpty { slots = Array(repeating: [], count: Self.slotCount) }
    let address = UInt(bitPattern: sql.utf8Start)
    let slot = Int((address ^ address >> 8) % UInt(Self.slotCount))
    for cached in slots[slot] where cached.sql.utf8Start == sql.utf8Start {
      return cached.isRunning ? try prepare(sql) : cached
    }
    let statement = try prepare(sql)
    slots[slot].append(statement)
    return statement
  }

  mutating func removeAll() { slots = [] }
}
