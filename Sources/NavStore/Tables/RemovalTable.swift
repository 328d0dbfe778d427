import NavStoreSQLite

/// What is decided and has not been swept yet.
struct RemovalTable {
  let db: Connection

  /// What the numbers are of. They are part of the file.
  enum List: Int64 {
    /// Visits that go.
    case visits = 0

    /// Items that lose the routes that no visit has any more, and go if none is left.
    case items = 1

    /// Items that go completely. A new visit to one of them makes a new item, so that the old title
    /// and the old state are never seen again.
    case wholeItems = 2

    /// Routes of ``items`` that were used again since the decision. They stay, whatever the sweep has
    /// found out before.
    case usedRoutes = 3

    /// Items that are counted from scratch.
    case counts = 5
  }

  /// A part of what a decision takes.
  struct Portion {
    let id: Int64
    let decision: Int64
    let list: List
    let numbers: [Int64]

    /// As they are stored. A number may be given out again once another process has swept all.
    fileprivate let bytes: [UInt8]
  }

  /// As many as are swept in a few steps: if a process ends in between, they are swept again.
  private static let portionSize = 1_000

  /// Notes what is to go; gives the decision's number.
  func decide(_ numbers: [(list: List, numbers: [Int64])]) throws -> Int64 {
    let decision = (try newestDecision() ?? 0) + 1
    for (list, numbers) in numbers {
      var rest = numbers[...]
      while !rest.isEmpty {
        try insert(rest.prefix(Self.portionSize), list, decision)
        rest = rest.dropFirst(Self.portionSize)
      }
    }
    return decision
  }

  /// Adds to what the newest decision left to sweep.
  func add(_ numbers: [Int64], to list: List) throws {
    try insert(numbers[...], list, newestDecision() ?? 1)
  }

  private func insert(_ numbers: ArraySlice<Int64>, _ list: List, _ decision: Int64) throws {
    var bytes: [UInt8] = []
    var last: Int64 = 0
    for number in numbers {
      Varint.appendZigzag(number &- last, to: &bytes)
      last = number
    }
    try db.run(
      "INSERT INTO removal (decision, list, numbers) VALUES (?, ?, ?)", decision, list.rawValue,
      bytes)
  }

  /// The oldest portion; nil if nothing is left to sweep.
  func next() throws -> Portion? {
    try db.first("SELECT id, decision, list, numbers FROM removal ORDER BY id LIMIT 1") { row in
      Portion(
        id: row.int(0), decision: row.int(1), list: List(rawValue: row.int(2)) ?? .usedRoutes,
        numbers: Self.numbers(row.bytes(3)), bytes: row.bytes(3))
    }
  }

  /// It is swept.
  func delete(_ portion: Portion) throws {
    try db.run(
      "DELETE FROM removal WHERE id = ? AND decision = ? AND list = ? AND numbers = ?", portion.id,
      portion.decision, portion.list.rawValue, portion.bytes)
    guard let next = try next() else { return }
    guard next.id != portion.id || next.bytes != portion.bytes else { throw NavStore.Error.noEnd }
  }

  var isEmpty: Bool {
    get throws { try db.first("SELECT 1 FROM removal LIMIT 1") { _ in true } == nil }
  }

  /// Those of some visits that are to go.
  func doomed(among visits: Set<Int64>) throws -> Set<Int64> {
    var doomed: Set<Int64> = []
    try db.each("SELECT numbers FROM removal WHERE list = ?", List.visits.rawValue) { row in
      doomed.formUnion(Self.numbers(row.bytes(0)).lazy.filter(visits.contains))
      return true
    }
    return doomed
  }

  /// Whether an item is to go with all that there was of it.
  func takesWhole(_ item: Int64) throws -> Bool {
    try lists(of: item).contains(.wholeItems)
  }

  /// Before an item that was found by its key is used again, by `route` if one was found too. False
  /// if all of it is to go: from then on nobody finds it, and the caller makes another.
  func mayUse(_ item: Int64, by route: Int64? = nil) throws -> Bool {
    let lists = try lists(of: item)
    if lists.contains(.wholeItems) {
      try db.run("UPDATE item SET hash = 0 WHERE id = ?", item)
      return false
    }
    if let route, lists.contains(.items) { try add([route], to: .usedRoutes) }
    return true
  }

  /// Which lists say that an item may go.
  private func lists(of item: Int64) throws -> Set<List> {
    var lists: Set<List> = []
    try db.each(
      "SELECT list, numbers FROM removal WHERE list BETWEEN ? AND ?", List.items.rawValue,
      List.wholeItems.rawValue
    ) { row in
      guard let list = List(rawValue: row.int(0)), !lists.contains(list) else { return true }
      if Self.numbers(row.bytes(1)).contains(item) { lists.insert(list) }
      return true
    }
    return lists
  }

  /// See ``List/usedRoutes``.
  func usedRoutes() throws -> Set<Int64> {
    var routes: Set<Int64> = []
    try db.each("SELECT numbers FROM removal WHERE list = ?", List.usedRoutes.rawValue) { row in
      routes.formUnion(Self.numbers(row.bytes(0)))
      return true
    }
    return routes
  }

  private func newestDecision() throws -> Int64? {
    try db.first("SELECT max(decision) FROM removal") { $0.optionalInt(0) } ?? nil
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
  /// What was deleted is still there.
  static let noEnd = NavStore.Error(.damaged, "What is left of a removal cannot be deleted.")
}
