import NavStoreSQLite

/// The unfinished removals: the numbers of the rows that batches have yet to remove.
struct RemovalTable {
  let db: Connection

  /// The table whose row numbers a portion of a removal has, and what is done to these rows. The
  /// raw values are part of the file format.
  enum List: Int64 {
    /// Visits to clear: their routes and times are set to NULL.
    case visits = 0

    /// Items to remove with all their routes, even routes that were added after the removal was
    /// recorded.
    case items = 1

    /// Routes to remove.
    case routes = 2

    /// Items whose visit counts and frecency are computed again from all their visits.
    case recounts = 3
  }

  /// A part of a removal: at most 1,000 numbers, stored as one row.
  struct Portion {
    let id: Int64

    /// The number of the removal.
    let request: Int64
    let list: List
    let numbers: [Int64]
  }

  private static let portionSize = 1_000

  /// Records a removal of the rows with `numbers`. Batches remove these rows later.
  ///
  /// - Returns: The number of the removal. Later removals have larger numbers.
  func record(_ numbers: [Int64], of list: List) throws -> Int64 {
    let request = (try newestRequest() ?? 0) + 1
    for start in stride(from: 0, to: numbers.count, by: Self.portionSize) {
      try insert(numbers[start...].prefix(Self.portionSize), list, request)
    }
    return request
  }

  /// Adds numbers to the newest removal.
  func add(_ numbers: [Int64], to list: List) throws {
    try insert(numbers[...], list, newestRequest() ?? 1)
  }

  private func insert(_ numbers: ArraySlice<Int64>, _ list: List, _ request: Int64) throws {
    try db.run(
      "INSERT INTO removal (request, list, numbers) VALUES (?, ?, ?)", request, list.rawValue,
      Self.bytes(numbers))
  }

  /// Returns the oldest portion of all removals with numbers up to `last`, or of all removals if
  /// `last` is `nil`. Returns `nil` if there is no such portion.
  func next(upTo last: Int64? = nil) throws -> Portion? {
    let portion = try db.first(
      "SELECT id, request, list, numbers FROM removal ORDER BY id LIMIT 1"
    ) { row in
      Portion(
        id: row.int(0), request: row.int(1), list: List(rawValue: row.int(2)) ?? .recounts,
        numbers: Self.numbers(row.bytes(3)))
    }
    return portion.flatMap { $0.request <= last ?? .max ? $0 : nil }
  }

  /// Returns whether a removal with a number up to `last` is unfinished. A dead route, whose row is
  /// not deleted yet, is unfinished only if it counts in an item, because readers skip its visits.
  ///
  /// If `last` is `nil`, returns whether any removal is unfinished or any route is dead.
  func isLeft(upTo last: Int64? = nil) throws -> Bool {
    guard try next(upTo: last) == nil else { return true }
    let dead = try RouteTable(db: db).dead()
    return last == nil ? dead != nil : dead?.item != nil
  }

  /// Replaces the numbers of a portion by `rest`, which later batches remove. Deletes the portion
  /// if `rest` is empty.
  func leave(_ rest: ArraySlice<Int64>, of portion: Portion) throws {
    if rest.isEmpty {
      try db.run("DELETE FROM removal WHERE id = ?", portion.id)
    } else {
      try db.run("UPDATE removal SET numbers = ? WHERE id = ?", Self.bytes(rest), portion.id)
    }
    guard db.changes == 1 else { throw NavStore.Error.noEnd(in: db) }
  }

  /// Returns whether an unfinished removal includes the item or route `number`.
  func takes(_ number: Int64, of list: List) throws -> Bool {
    var takes = false
    try db.each("SELECT numbers FROM removal WHERE list = ?", list.rawValue) { row in
      takes = Self.numbers(row.bytes(0)).contains(number)
      return !takes
    }
    return takes
  }

  private func newestRequest() throws -> Int64? {
    try db.first("SELECT max(request) FROM removal") { $0.optionalInt(0) } ?? nil
  }

  /// Returns numbers in the form of a stack's back/forward list, without its first byte.
  private static func bytes(_ numbers: ArraySlice<Int64>) -> [UInt8] {
    Array(BackForwardListCodec.encode(Array(numbers)).dropFirst())
  }

  /// Returns the numbers in `bytes`; none if they are garbled in a damaged file. An error would make
  /// each later save fail.
  private static func numbers(_ bytes: [UInt8]) -> [Int64] {
    BackForwardListCodec.decode([1] + bytes) ?? []
  }
}

extension NavStore.Error {
  /// Returns an error for rows that are out of order, or that a query finds after their deletion. A
  /// loop over such rows would not end. Requests a check of the file at its next opening.
  static func noEnd(in db: Connection) -> NavStore.Error {
    db.noteDamage()
    return NavStore.Error(.damaged, "Rows of the file are not where they should be.")
  }
}
