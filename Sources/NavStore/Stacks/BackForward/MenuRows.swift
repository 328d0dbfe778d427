import NavStoreSQLite

/// The titles and kinds of the stored visits in back/forward lists, and the results of comparing
/// neighboring stacks. The menus of the lists are made from them.
///
/// The first menu of a list reads the rows of the list's visits from the file. After that, each
/// commit reads the rows of new visits of all live lists, and a commit of another process makes this
/// process read all their rows again. So a view that makes a later menu in its body runs no SQL
/// statement.
struct MenuRows {
  /// Whether no rows were read. While this is `true`, commits read no rows.
  var isEmpty: Bool { rows.isEmpty }

  /// The rows by the number of the visit; `nil` for a visit that was removed.
  private var rows: [Int64: Row?] = [:]

  /// Whether two stacks have equal routes, by the numbers of the top visits of the first and the
  /// second stack.
  private var comparisons: [Int64: [Int64: Bool]] = [:]

  /// The item of a visit: its title, key and kind.
  struct Row: Equatable {
    let title: String?
    let key: String
    let kind: String

    /// The tag of the visit's route.
    let tag: String
  }

  /// An entry of a back/forward list, with its route and title if they are in memory.
  struct Entry {
    let place: Place
    var number: Int64
    var route: ErasedRoute?

    /// The title that was set for the entry and is not in the file yet.
    var title: StoredTitle?
    var isUnreadable = false
  }

  func row(of visit: Int64) -> Row? { rows[visit] ?? nil }

  /// Returns the title of the item with a key; `nil` if these rows have no visit of the item, or
  /// the item has no title.
  func title(ofKey key: String) -> String? {
    rows.values.lazy.compactMap(\.self).first { $0.key.hasBytes(of: key) }?.title
  }

  /// Whether the stacks with the top visits `a` and `b` have equal routes. Stacks that were not
  /// compared count as different.
  func areEqual(_ a: Int64, _ b: Int64) -> Bool {
    comparisons[a]?[b] ?? comparisons[b]?[a] ?? (a == b)
  }

  /// Whether the rows of all stored visits of a list were read, and its neighboring stacks were
  /// compared.
  func contains(_ list: [Entry]) -> Bool {
    list.allSatisfy { $0.number <= 0 || rows[$0.number] != nil }
      && Self.pairs(of: list).allSatisfy { comparisons[$0]?[$1] != nil }
  }

  /// Returns the pairs of neighboring stacks that are compared in the file.
  private static func pairs(of list: [Entry]) -> [(Int64, Int64)] {
    zip(list, list.dropFirst()).filter { a, b in
      a.place.key == b.place.key && (a.route == nil || b.route == nil)
        && a.number >= 0 && b.number >= 0
    }.map { ($0.number, $1.number) }
  }

  /// Reads the rows of the entries in `lists`, and compares neighboring stacks.
  ///
  /// - Parameters:
  ///   - old: The rows that were read before. Their comparisons are kept.
  ///   - keepsRows: Whether rows of `old` are also kept, instead of being read again.
  init(
    of lists: [[Entry]], knowing old: MenuRows, keepsRows: Bool = false, in db: Connection
  ) throws {
    var visits: Set<Int64> = []
    for entry in lists.joined() where entry.number > 0 {
      if keepsRows, let row = old.rows[entry.number] {
        rows.updateValue(row, forKey: entry.number)
      } else {
        visits.insert(entry.number)
      }
    }
    for visit in visits { rows.updateValue(nil, forKey: visit) }
    for visit in try VisitTable(db: db).visits(Array(visits), withPayloads: false) {
      guard !visit.isForgotten, let key = visit.item, let kind = visit.kind else { continue }
      rows[visit.id] = Row(title: visit.title, key: key, kind: kind, tag: visit.route?.tag ?? "")
    }
    for (a, b) in lists.flatMap(Self.pairs) {
      comparisons[a, default: [:]][b] =
        try old.comparisons[a]?[b] ?? VisitTable(db: db).haveEqualRoutes(a, b)
    }
  }

  init() {}

  /// Adds the rows of a list.
  mutating func add(_ list: MenuRows) {
    for (id, row) in list.rows { rows.updateValue(row, forKey: id) }
    for (a, others) in list.comparisons { comparisons[a, default: [:]].merge(others) { $1 } }
  }

  /// Returns the numbers of the visits whose rows differ from their rows in `old`.
  func changed(since old: MenuRows) -> Set<Int64> {
    Set(rows.lazy.filter { id, row in old.rows[id].map { $0 != row } ?? false }.map(\.key))
  }
}
