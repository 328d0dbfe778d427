/// Which item state goes because its account has more than it may: the least recently changed first.
///
/// Nobody counts along as values are written. In an idle moment of a process that has written some,
/// and once for each further ``interval``, the table is looked through, a part at a time.
struct ItemStateCap {
  /// How much an account may have: 16 MiB.
  static let bytesOfAccount: Int64 = 16_777_216

  /// After how many bytes that this process has written it is looked again.
  static let interval = 1_048_576

  /// So many values are looked at, or taken, in one step.
  private static let rowsInLook = 256
  private static let rowsInRemoval = 8

  /// More than an account may have: a file in which there seem to be more is damaged.
  private static let mostRows = 1_000_000

  private var rows: [Int64: [ItemStateTable.Row]] = [:]
  private var count = 0
  private var last: (item: Int64, name: String)? = (.min, "")
  private var doomed: [ItemStateTable.Row] = []

  /// Takes the next step, inside the transaction that the caller holds. False: that was the last.
  mutating func advance(_ table: ItemStateTable) throws -> Bool {
    if let last {
      let found = try table.rows(after: last.item, last.name, limit: Self.rowsInLook)
      for row in found { rows[row.account, default: []].append(row) }
      count += found.count
      let hasMore = found.count == Self.rowsInLook && count < Self.mostRows
      self.last = hasMore ? found.last.map { ($0.item, $0.name) } : nil
      if self.last == nil { choose() }
    } else {
      for row in doomed.suffix(Self.rowsInRemoval) { try table.drop(row) }
      doomed.removeLast(min(doomed.count, Self.rowsInRemoval))
    }
    return last != nil || !doomed.isEmpty
  }

  private mutating func choose() {
    doomed = rows.values.flatMap { Self.beyond(Self.bytesOfAccount, of: $0) }
    rows = [:]
  }

  /// Those that have to go so that the others take no more than `limit`, the newest first.
  static func beyond(
    _ limit: Int64, of rows: [ItemStateTable.Row]
  ) -> [ItemStateTable.Row] {
    var bytes = rows.reduce(Int64(0)) { $0 &+ $1.bytes }
    guard bytes > limit else { return [] }
    let oldestFirst = rows.sorted { ($0.changed, $0.item) < ($1.changed, $1.item) }
    var count = 0
    while bytes > limit, count < oldestFirst.count {
      bytes -= oldestFirst[count].bytes
      count += 1
    }
    return oldestFirst[..<count].reversed()
  }
}
