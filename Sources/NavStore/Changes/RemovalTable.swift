import NavStoreSQLite

/// What is decided to go and has not been swept yet.
struct RemovalTable {
  let db: Connection

  enum List: Int64 {
    case visits = 0
    case items = 1
  }

  /// A part of what a decision takes.
  struct Portion {
    let id: Int64
    let decision: Int64
    let list: List
    let numbers: [Int64]
  }

  /// As many as are swept in a few steps: where a process ends in between, they are swept again.
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

  /// The oldest portion; nil where nothing is left to sweep.
  func next() throws -> Portion? {
    try db.first("SELECT id, decision, list, numbers FROM removal ORDER BY id LIMIT 1") { row in
      Portion(
        id: row.int(0), decision: row.int(1), list: List(rawValue: row.int(2)) ?? .visits,
        numbers: Self.numbers(row.bytes(3)))
    }
  }

  /// It is swept.
  func delete(_ portion: Portion) throws {
    try db.run("DELETE FROM removal WHERE id = ?", portion.id)
    guard try next()?.id != portion.id else { throw NavStore.Error.noEnd }
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
