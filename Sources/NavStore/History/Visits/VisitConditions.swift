import NavStorePlatform
import NavStoreSQLite

/// A filter, its words looked up in a file. Pure: what is left to do needs no database.
struct VisitConditions: Equatable {
  let account: Int64
  var item: Int64?

  /// Whether looking at each visit of the item is quicker than finding the days of a range.
  var isItemRare = false
  var kinds: [Int64]?
  var stacks: [Int64]?

  /// Milliseconds since 1970.
  var times: Range<Int64>?

  /// Measured: a visit looked at is 7 µs, ten years of days are 5 ms.
  private static let rareVisits = 512

  func match(_ visit: VisitTable.RouteVisit) -> Bool {
    visit.account == account
      && item.map { $0 == visit.item } != false
      && kinds.map { $0.contains(visit.kind) } != false
      && stacks.map { $0.contains(visit.stack) } != false
      && times.map { visit.time.map($0.contains) ?? false } != false
  }

  /// The lists that hold what matches, those that are likely to be rare first; none if there is
  /// no condition. The first and the last day of a range hold more than the range.
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
  /// Nil if nothing can match: nobody of that name, no such scene, an empty range.
  init?<R>(
    _ filter: NavStore.VisitFilter, account: String, _ codec: RouteCodec<R>, in db: Connection
  ) throws {
    guard let account = try AccountTable(db: db).find(account) else { return nil }
    self.init(account: account)
    if let key = filter.itemKey {
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
    if filter.from != nil || filter.to != nil {
      let from = filter.from?.storedBound ?? .min
      let to = filter.to?.storedBound ?? .max
      guard from < to else { return nil }
      times = from..<to
    }
  }
}

extension Date {
  /// The first stored time that is not before this date, in milliseconds.
  ///
  /// A `Date` holds a time of today to a ten-thousandth of a millisecond: what is nearer than a
  /// thousandth to a whole one is that one, so that a visit's own date is a bound that holds it.
  var storedBound: Int64 {
    let exact = timeIntervalSince1970 * 1_000
    let nearest = exact.rounded()
    let bound = abs(exact - nearest) < 0.001 ? nearest : exact.rounded(.up)
    if let bound = Int64(exactly: bound) { return bound }
    return bound > 0 ? .max : .min
  }
}
