import NavStoreSQLite

/// The unfinished work of removals.
struct RemovalTable {
  let db: Connection

  /// The kind of the numbers in a portion. The raw values are part of the file format.
  enum List: Int64 {
    /// Visits to clear.
    case visits = 0

    /// Items to remove with all their routes, even routes that were added after the removal was
    /// decided.
    case items = 1

    /// Routes to remove.
    case routes = 2

    /// Items to count from scratch.
    case recounts = 3
  }

  /// A part of a removal.
  struct Portion {
    let id: Int64
    let decision: Int64
    let list: List
    let numbers: [Int64]
  }

  private static let portionSize = 1_000

  /// Saves a removal.
  ///
  /// - Returns: The number of the removal. Later removals have larger numbers.
  func decide(_ numbers: [Int64], of list: List) throws -> Int64 {
    let decision = (try newestDecision() ?? 0) + 1
    var rest = numbers[...]
    while !rest.isEmpty {
      try insert(rest.prefix(Self.portionSize), list, decision)
      rest = rest.dropFirst(Self.portionSize)
    }
    return decision
  }

  /// Adds numbers to the newest removal.
  func add(_ numbers: [Int64], to list: List) throws {
    try insert(numbers[...], list, newestDecision() ?? 1)
  }

  private func insert(_ numbers: ArraySlice<Int64>, _ list: List, _ decision: Int64) throws {
    try db.run(
      "INSERT INTO removal (decision, list, numbers) VALUES (?, ?, ?)", decision, list.rawValue,
      Self.bytes(numbers))
  }

  /// Returns the oldest portion of the removals up to a number, or of all; `nil` if there is none.
  func next(upTo last: Int64? = nil) throws -> Portion? {
    let portion = try db.first(
      "SELECT id, decision, list, numbers FROM removal ORDER BY id LIMIT 1"
    ) { row in
      Portion(
        id: row.int(0), decision: row.int(1), list: List(rawValue: row.int(2)) ?? .recounts,
        numbers: Self.numbers(row.bytes(3)))
    }
    return portion.flatMap { $0.decision <= last ?? .max ? $0 : nil }
  }

  /// Returns whether the removals up to a number, or all of them, are unfinished.
  func isLeft(upTo last: Int64? = nil) throws -> Bool {
    try next(upTo: last) != nil || RouteTable(db: db).dead() != nil
  }

  /// Leaves the rest of a portion to later batches, or deletes the portion if nothing is left.
  func leave(_ rest: ArraySlice<Int64>, of portion: Portion) throws {
    if rest.isEmpty {
      try db.run("DELETE FROM removal WHERE id = ?", portion.id)
    } else {
      try db.run("UPDATE removal SET numbers = ? WHERE id = ?", Self.bytes(rest), portion.id)
    }
    guard db.changes == 1 else { throw NavStore.Error.noEnd(in: db) }
  }

  /// Returns whether an item or a route is to be removed.
  func takes(_ number: Int64, of list: List) throws -> Bool {
    var takes = false
    try db.each("SELECT numbers FROM removal WHERE list = ?", list.rawValue) { row in
      takes = Self.numbers(row.bytes(0)).contains(number)
      return !takes
    }
    return takes
  }

  private func newestDecision() throws -> Int64? {
    try db.first("SELECT max(decision) FROM removal") { $0.optionalInt(0) } ?? nil
  }

  private static func bytes(_ numbers: ArraySlice<Int64>) -> [UInt8] {
    var bytes: [UInt8] = []
    var last: Int64 = 0
    for number in numbers {
      Varint.appendZigzag(number &- last, to: &bytes)
      last = number
    }
    return bytes
  }

  private static func numbers(_ bytes: [UInt8]) -> [Int64] {
    var numbers: [Int64] = []
    var position = 0
    var number: Int64 = 0
    while position < bytes.count, let step = Varint.readZigzag(bytes, at: &position) {
      number &+= step
      numbers.append(number)
    }
    return numbers
  }
}

extension NavStore.Error {
  /// Reports rows that are out of order, or are still there after they were deleted. A loop over
  /// such rows would not end. The file is checked when it is next opened.
  static func noEnd(in db: Connection) -> NavStore.Error {
    db.noteDamage()
    return NavStore.Error(.damaged, "Rows of the file are not where they should be.")
  }
}
