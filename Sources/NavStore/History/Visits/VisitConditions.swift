import NavStoreSQLite

/// A filter whose names were looked up in a file. Needs no database.
struct VisitConditions: Equatable {
  let account: Int64
  var item: Int64?

  /// Whether checking each visit of the item is quicker than finding the days of a range.
  var isItemRare = false
  var kinds: [Int64]?
  var stacks: [Int64]?

  /// Milliseconds since 1970.
  var times: Range<Int64>?

  /// Measured: checking a visit takes 7 µs, finding ten years of days 5 ms.
  private static let rareVisits = 512

  func match(_ visit: VisitTable.RouteVisit) -> Bool {
    visit.account == account
      && item.map { $0 == visit.item } != false
      && kinds.map { $0.contains(visit.kind) } != false
      && stacks.map { $0.contains(visit.stack) } != false
      && times.map { visit.time.map($0.contains) ?? false } != false
  }

  /// The lists of the visits that match, the shorter ones first as far as that is known; empty if
  /// there is no condition. The first and the last day of a range have more visits than the range.
  var lists: [PostingLists] {
    var lists: [PostingLists] = []
    func these(_ list: PostingTable.List, _ keys: [Int64]) {
      lists.append(.these(keys.map { .init(account: account, list: list, key: $0) }))
    }
    if let item { these(.item, [item]) }
    if let stacks { these(.stack, stacks) }
    if let kinds { these(.kind, kinds) }
    if let times, let last = times.last, !isItemRare {
      lists.append(
        .all(
          .day, of: account,
          keys: PostingTable.day(of: times.lowerBound)...PostingTable.day(of: last)))
    }
    return lists
  }
}

extension VisitConditions {
  /// `nil` if nothing can match: the account or the scene doesn't exist, or the range is empty.
  init?<R>(
    _ filter: VisitFilter, account: String, _ codec: RouteCodec<R>, in db: Connection
  ) throws {
    guard let account = try AccountTable(db: db).find(account) else { return nil }
    self.init(account: account)
    if let key = filter.item {
      let items = ItemTable(db: db)
      guard let found = try items.find(key, account: account) else { return nil }
      item = found
      isItemRare = try items.counters(of: found)?.visits ?? 0 <= Self.rareVisits
    }
    if let asked = filter.kind {
      let found = try KindTable(db: db).all().filter { kind in
        codec.tags.keys.contains { codec.currentKind(kind.name, $0).hasBytes(of: asked) }
      }.map(\.id)
      guard !found.isEmpty else { return nil }
      kinds = found
    }
    if let scene = filter.scene {
      let found = try StackTable(db: db).stacks(
        ofScene: scene, account: account, name: filter.stack)
      guard !found.isEmpty else { return nil }
      stacks = found
    }
    times = filter.times
    if times?.isEmpty == true { return nil }
  }
}
