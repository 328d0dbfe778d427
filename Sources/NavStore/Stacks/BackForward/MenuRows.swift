import NavStoreSQLite

/// What menus show of visits that are in the file, and which neighbors in a list are equal stacks.
///
/// Read for all live lists when a menu is first asked for, and again after each commit. So a menu that a view makes in
/// its body runs no statement.
struct MenuRows {
  /// `nil` for a visit that was removed.
  private var rows: [Int64: EntryTable.Row?] = [:]
  private var comparisons: [Pair: Bool] = [:]

  private struct Pair: Hashable {
    let a: Int64
    let b: Int64
  }

  /// An entry of a list, and what memory has of it.
  struct Entry {
    let place: Place
    var number: Int64
    var route: ErasedRoute?

    /// A title that is not written yet.
    var title: StoredTitle?
    var isReadable: Bool?
  }

  func row(of visit: Int64) -> EntryTable.Row? { rows[visit] ?? nil }

  /// The title of an item, if a visit of it is in one of the lists.
  func title(ofKey key: String) -> String? {
    rows.values.lazy.compactMap(\.self).first { $0.key.hasBytes(of: key) }?.title
  }

  /// Whether the stacks on two visits are of the same routes. Those that were not compared yet are different.
  func areEqual(_ a: Int64, _ b: Int64) -> Bool {
    comparisons[Pair(a: a, b: b)] ?? comparisons[Pair(a: b, b: a)] ?? (a == b)
  }

  /// Whether nothing is known of an entry.
  func lacks(_ entry: Entry) -> Bool {
    entry.route == nil && entry.number > 0 && rows[entry.number] == nil
  }

  /// Reads the rows of some lists.
  ///
  /// - Parameter old: The comparisons that need not be made again.
  init(of lists: [[Entry]], knowing old: MenuRows, in db: Connection) throws {
    let visits = Set(lists.joined().lazy.map(\.number).filter { $0 > 0 })
    let found = try EntryTable(db: db).rows(of: visits)
    for visit in visits { rows.updateValue(found[visit], forKey: visit) }
    for (a, b) in lists.flatMap({ zip($0, $0.dropFirst()) })
    where a.place.key == b.place.key && (a.route == nil || b.route == nil)
      && a.number >= 0 && b.number >= 0
    {
      let pair = Pair(a: a.number, b: b.number)
      comparisons[pair] =
        try old.comparisons[pair] ?? VisitTable(db: db).haveEqualRoutes(pair.a, pair.b)
    }
  }

  init() {}

  /// Adds what is not known yet.
  mutating func merge(_ other: MenuRows) {
    rows.merge(other.rows) { known, _ in known }
    comparisons.merge(other.comparisons) { known, _ in known }
  }

  /// The visits whose rows differ from those that were known before.
  func changed(since old: MenuRows) -> Set<Int64> {
    Set(rows.lazy.filter { id, row in old.rows[id].map { $0 != row } ?? false }.map(\.key))
  }
}

extension LiveStack {
  /// What memory has of an entry of a list.
  fileprivate func menuEntry(_ place: Place) -> MenuRows.Entry {
    withState { state in
      guard let node = place.node else { return MenuRows.Entry(place: place, number: place.number) }
      return MenuRows.Entry(
        place: place, number: node.id, route: node.route,
        title: state.stack.unwrittenTitle(of: node)
          ?? state.inFlight?.pending.titles[ObjectIdentifier(node)]?.title,
        isReadable: node.isUnreadable ? false : node.isLoaded ? true : nil)
    }
  }

  /// The list as it will be at the end of the turn.
  var listed: BackForwardList<Place> {
    withState { state in
      let list = state.stack.settled.list
      return BackForwardList(
        entries: list.entries.map { Place(key, $0) }, index: list.index, limit: list.limit)
    }
  }
}

extension Writer {
  /// The menu of a list. Reads the file only if an entry isn't in memory and no menu has shown it yet. If the file can't
  /// be read, entries have no titles.
  func menu(of list: BackForwardList<Place>) -> NavStore.BackForwardMenu {
    let entries = readMissing(of: list)
    let rows = menuRows.withLock { $0 } ?? MenuRows()
    let shown = list.shown(areEqual: areEqual)
    return NavStore.BackForwardMenu(
      entries: shown.map { menuEntry(entries[$0], at: $0, rows) },
      index: shown.firstIndex(of: list.index) ?? 0)
  }

  private func menuEntry(
    _ entry: MenuRows.Entry, at index: Int, _ rows: MenuRows
  ) -> NavStore.BackForwardMenu.Entry {
    let session = live.find(entry.place.key)
    let row = rows.row(of: entry.number)
    // Encoding runs code of the app, so only what isn't in the file yet is encoded.
    let stored =
      row == nil ? entry.route.flatMap { try? session?.codec.encode($0) } : nil
    let written = row?.title ?? stored.flatMap { rows.title(ofKey: $0.historyKey) }
    let title = row == nil && stored == nil ? nil : entry.title.map(\.text) ?? written
    return NavStore.BackForwardMenu.Entry(
      index: index, stack: entry.place.key.name, title: title,
      itemKey: row?.key ?? stored?.historyKey,
      kind: row.map { session?.kind(of: $0) ?? $0.kind } ?? stored?.historyKind,
      isRoot: entry.number == 0, isReadable: entry.isReadable)
  }

  private func menuEntries(of list: BackForwardList<Place>) -> [MenuRows.Entry] {
    list.entries.map { place in
      var entry =
        live.find(place.key)?.menuEntry(place) ?? .init(place: place, number: place.number)
      if place.isUnreadable { entry.isReadable = false }
      if entry.number == 0 { entry.isReadable = true }
      return entry
    }
  }

  /// Reads the rows of a list if an entry of it isn't in memory and is in no list that was read. Returns its entries.
  @discardableResult
  func readMissing(of list: BackForwardList<Place>) -> [MenuRows.Entry] {
    let entries = menuEntries(of: list)
    guard menuRows.withLock({ $0.map { entries.contains(where: $0.lacks) } ?? true }) else {
      return entries
    }
    let found = try? readSync { try MenuRows(of: [entries], knowing: MenuRows(), in: $0) }
    menuRows.withLock { rows in
      var all = rows ?? MenuRows()
      if let found { all.merge(found) }
      rows = all
    }
    return entries
  }

  /// Whether two neighbors in a list are stacks of equal routes. Going from one to the other would show nothing else.
  func areEqual(_ a: Place, _ b: Place) -> Bool {
    func compare() -> Bool {
      Place.haveEqualRoutes(a, b) { a, b in
        self.menuRows.withLock { $0?.areEqual(a, b) } ?? (a == b)
      }
    }
    return live.find(a.key)?.withState { _ in compare() } ?? compare()
  }

  /// On the queue, after a commit: reads the rows of all live lists again if menus are in use, and tells views of titles
  /// that have changed. After a removal or replacement, stacks are compared again.
  func refreshMenus(on connection: Connection, comparing: Bool = false) {
    guard let old = menuRows.withLock({ $0 }) else { return }
    let (stacks, lists) = (live.all, live.sceneLists)
    let entries =
      stacks.map { menuEntries(of: $0.listed) }
      + lists.map { list in menuEntries(of: list.withState { $0.list }) }
    // What can't be read now is read when it is next shown.
    let new = try? MenuRows(of: entries, knowing: comparing ? MenuRows() : old, in: connection)
    menuRows.withLock { $0 = new ?? MenuRows() }
    guard let changed = new?.changed(since: old), !changed.isEmpty else { return }
    let tells: [() -> Void] =
      stacks.map { stack in { stack.tellObservers() } }
      + lists.map { list in { list.announce(isWritten: false) } }
    for (entries, tell) in zip(entries, tells)
    where entries.contains(where: { changed.contains($0.number) }) { tell() }
  }
}
