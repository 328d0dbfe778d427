/// The prepared statements of a connection, by the address of their SQL.
///
/// SQL is always a literal, so its address is its identity, and the program's text limits the number
/// of statements to some two hundred.
struct StatementCache {
  /// The latest statement in each slot. It refers to the others.
  private var slots: [Statement?] = []
  private static let slotCount = 64

  var all: [Statement] {
    slots.flatMap { sequence(first: $0) { $0?.next }.compactMap { $0 } }
  }

  /// Returns the cached statement for `sql`, or the one that `prepare` makes.
  ///
  /// A running statement (the caller is in its row closure) is not shared. The caller gets a new
  /// one, which is not cached.
  mutating func statement(
    _ sql: StaticString, prepare: (StaticString) throws -> Statement
  ) throws -> Statement {
    if slots.isEmpty { slots = Array(repeating: nil, count: Self.slotCount) }
    let address = UInt(bitPattern: sql.utf8Start)
    let slot = Int((address ^ address >> 8) % UInt(Self.slotCount))
    var next = slots[slot]
    while let cached = next {
      if cached.sql.utf8Start == sql.utf8Start {
        return cached.isRunning ? try prepare(sql) : cached
      }
      next = cached.next
    }
    let statement = try prepare(sql)
    statement.next = slots[slot]
    slots[slot] = statement
    return statement
  }

  mutating func removeAll() { slots = [] }
}
