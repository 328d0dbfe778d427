import NavStoreSQLite

/// The work that removals have left.
struct RemovalTable {
  let db: Connection

  /// The kind of the numbers of a portion. The raw values are part of the file.
  enum List: Int64 {
    /// Visits that are cleared.
    case visits = 0

    /// Items that are removed with all their routes, also those that were added since the removal was decided.
    case items = 1

    /// Routes that are removed.
    case routes = 2

    /// Items that are counted from scratch.
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
  /// - Returns: The number of the removal. Later removals have larger ones.
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

  /// Whether the removals up to a number, or all of them, have something left to do.
  func isLeft(upTo last: Int64? = nil) throws -> Bool {
    try next(upTo: last) != nil || RouteTable(db: db).dead() != nil
  }

  /// Leaves the rest of a portion to later batches.
  func leave(_ rest: ArraySlice<Int64>, of portion: Portion) throws {
    if rest.isEmpty {
      try db.run("DELETE FROM removal WHERE id = ?", portion.id)
    } else {
      try db.run("UPDATE removal SET numbers = ? WHERE id = ?", Self.bytes(rest), portion.id)
    }
    guard db.changes == 1 else { throw NavStore.Error.noEnd(in: db) }
  }

  /// Whether an item or a route is to be removed.
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
  /// Rows are not in their order, or were deleted and are still there, so that a loop over them would not end. The file
  /// is checked when it is opened next.
  static func noEnd(in db: Connection) -> NavStore.Error {
    db.noteDamage()
    return NavStore.Error(.damaged, "Rows of the file are not where they should be.")
  }
}
