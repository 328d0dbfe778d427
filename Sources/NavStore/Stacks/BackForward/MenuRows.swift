import NavStoreSQLite

/// The titles and kinds of the stored visits in back/forward lists, and the results of comparing
/// neighboring stacks. The menus of the lists are made from them.
///
/// The first menu of a list reads the rows of the list's visits from the file. After that, each
/// commit reads the rows of new visits of all live lists. So a view that makes a later menu in its
/// body runs no SQL statement.
struct MenuRows {
  /// Whether the rows of any list were read. While this is `false`, commits read no rows.
  private(set) var isUsed = false

  /// A number that increases when another process commits, and when rows can't be read. The next
  /// menu of each list then reads the list's rows again.
  private var generation = 1

  /// The rows by the number of the visit; `nil` for a visit that was removed.
  private var rows: [Int64: Row?] = [:]
  private var comparisons: [Pair: Bool] = [:]

  private struct Pair: Hashable {
    let a: Int64
    let b: Int64
  }

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
    var isReadable: Bool?
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
    comparisons[Pair(a: a, b: b)] ?? comparisons[Pair(a: b, b: a)] ?? (a == b)
  }

  /// Whether the route of an entry isn't in memory, and the row of its visit isn't in these rows.
  func lacks(_ entry: Entry) -> Bool {
    entry.route == nil && entry.number > 0 && rows[entry.number] == nil
  }

  /// Whether a list was read in the current generation. `generation` is the generation of the
  /// list's last read, and is set to the current one.
  func isRead(_ generation: inout Int) -> Bool {
    defer { generation = self.generation }
    return generation == self.generation
  }

  /// Begins a new generation after a commit of another process, if rows were read before.
  mutating func noteOtherProcess() {
    if isUsed { generation += 1 }
  }

  /// Replaces all rows by `all`, the rows of the live lists; `nil` means that they could not be
  /// read.
  mutating func replace(by all: MenuRows?) {
    if all == nil { generation += 1 }
    (rows, comparisons) = (all?.rows ?? [:], all?.comparisons ?? [:])
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

  /// Adds the rows of a list; `nil` means that they could not be read.
  mutating func add(_ list: MenuRows?) {
    isUsed = true
    guard let list else { return generation += 1 }
    rows.merge(list.rows) { _, new in new }
    comparisons.merge(list.comparisons) { _, new in new }
  }

  /// Returns the numbers of the visits whose rows differ from their rows in `old`.
  func changed(since old: MenuRows) -> Set<Int64> {
    Set(rows.lazy.filter { id, row in old.rows[id].map { $0 != row } ?? false }.map(\.key))
  }
}

extension LiveStack {
  /// Returns an entry of a back/forward list, with its route and title if they are in memory.
  fileprivate func menuEntry(_ place: Place) -> MenuRows.Entry {
    withState { state in
      guard let node = place.node else { return MenuRows.Entry(place: place, number: place.number) }
      return MenuRows.Entry(
        place: place, number: node.id, route: node.route,
        title: state.stack.unwrittenTitle(of: node)
          ?? state.inFlight.map { $0.pending.titles }?[ObjectIdentifier(node)]?.title,
        isReadable: node.isUnreadable ? false : node.isLoaded ? true : nil)
    }
  }

  /// The stack's back/forward list, including the changes of the open turn.
  private var listed: BackForwardList<Place> {
    withState { state in
      let list = state.stack.settled.list
      return BackForwardList(
        entries: list.entries.map { Place(key, $0) }, index: list.index, limit: list.limit)
    }
  }

  /// The menu of the stack's back/forward list, including the changes of the open turn: see
  /// ``Writer/menu(of:in:isRead:)``.
  var backForwardMenu: NavStore.BackForwardMenu {
    writer.menu(of: listed, in: self, isRead: isMenuRead)
  }

  /// Whether the rows of the stack's list were read, and no other process has committed after that.
  /// Marks the list as read.
  private var isMenuRead: Bool {
    withState { state in writer.menuRows.withLock { $0.isRead(&state.menuGeneration) } }
  }

  /// Returns the title of the item of a visit; `nil` if it has none.
  func title(of node: VisitNode) -> String? {
    let isRead = writer.menuRows.withLock { $0.row(of: node.id) != nil }
    let list = BackForwardList(root: Place(key, node), limit: 1)
    return writer.menu(of: list, in: self, isRead: isRead).entries.first?.title
  }

  /// The entries of the stack's back/forward list, for ``Writer/refreshMenus(on:after:)``.
  fileprivate var menuEntries: [MenuRows.Entry] {
    withState { state in
      state.stack.list.entries.map {
        MenuRows.Entry(place: Place(key, $0), number: $0.id, route: $0.route)
      }
    }
  }
}

extension NavStore.WindowHistory {
  /// The menu of the window's back/forward list: see ``Writer/menu(of:in:isRead:)``.
  package var backForwardMenu: NavStore.BackForwardMenu {
    writer.menu(of: withState { $0.list }, isRead: isMenuRead)
  }

  /// Reads the rows of the window's list if needed, so that a step knows which neighboring entries
  /// are equal.
  func readMenu() {
    writer.readMenu(of: withState { $0.list }, isRead: isMenuRead)
  }

  private var isMenuRead: Bool {
    withState { state in writer.menuRows.withLock { $0.isRead(&state.menuGeneration) } }
  }
}

extension Writer {
  /// Returns the menu of a list. Reads the file if the list was not read, or if an entry's route
  /// isn't in memory and its row wasn't read. If the file can't be read, entries have no titles.
  ///
  /// - Parameter stack: The stack to which the list belongs; `nil` for the list of a window.
  fileprivate func menu(
    of list: BackForwardList<Place>, in stack: LiveStack? = nil, isRead: Bool
  ) -> NavStore.BackForwardMenu {
    let entries = readMenu(of: list, in: stack, isRead: isRead)
    let rows = menuRows.withLock { $0 }
    let shown = list.shown { areEqual($0, $1, in: stack) }
    return NavStore.BackForwardMenu(
      entries: shown.map { menuEntry(entries[$0], at: $0, in: stack, rows) },
      index: shown.firstIndex(of: list.index) ?? 0)
  }

  private func menuEntry(
    _ entry: MenuRows.Entry, at index: Int, in stack: LiveStack?, _ rows: MenuRows
  ) -> NavStore.BackForwardMenu.Entry {
    let stack = stack ?? live.find(entry.place.key)
    let row = rows.row(of: entry.number)
    // Encoding runs code of the app, so a route is encoded only if the file has no row of its
    // visit.
    let stored = row == nil ? entry.route.flatMap { try? stack?.codec.encode($0) } : nil
    let written = row?.title ?? stored.flatMap { rows.title(ofKey: $0.historyKey) }
    let title = row == nil && stored == nil ? nil : entry.title.map(\.text) ?? written
    return NavStore.BackForwardMenu.Entry(
      index: index, stack: entry.place.key.name, title: title,
      itemKey: row?.key ?? stored?.historyKey,
      kind: row.map { stack?.kind(of: $0) ?? $0.kind } ?? stored?.historyKind,
      isRoot: entry.number == 0, isReadable: entry.isReadable)
  }

  private func menuEntries(
    of list: BackForwardList<Place>, in stack: LiveStack?
  ) -> [MenuRows.Entry] {
    list.entries.map { place in
      var entry =
        (stack ?? live.find(place.key))?.menuEntry(place)
        ?? MenuRows.Entry(place: place, number: place.number)
      if place.isUnreadable { entry.isReadable = false }
      if entry.number == 0 { entry.isReadable = true }
      return entry
    }
  }

  /// Reads the rows of a list if they were not read, or one is missing. Returns the list's entries.
  @discardableResult
  fileprivate func readMenu(
    of list: BackForwardList<Place>, in stack: LiveStack? = nil, isRead: Bool
  ) -> [MenuRows.Entry] {
    let entries = menuEntries(of: list, in: stack)
    let isKnown = menuRows.withLock { rows in
      isRead && !entries.contains(where: rows.lacks)
    }
    guard !isKnown else { return entries }
    let found = try? readSync { try MenuRows(of: [entries], knowing: MenuRows(), in: $0) }
    menuRows.withLock { $0.add(found) }
    return entries
  }

  /// Whether two neighboring entries of a list are stacks of equal routes. A step between such
  /// entries would change nothing on screen.
  func areEqual(_ a: Place, _ b: Place, in stack: LiveStack? = nil) -> Bool {
    func compare() -> Bool {
      Place.haveEqualRoutes(a, b) { a, b in menuRows.withLock { $0.areEqual(a, b) } }
    }
    return (stack ?? live.find(a.key))?.withState { _ in compare() } ?? compare()
  }

  /// The part of the file that a commit has changed, as far as menus show it.
  enum MenuChange {
    case stacks, titles

    /// A removal or replacement of routes. It may make stacks equal that were different.
    case routes
  }

  /// On the writer's queue, after a commit: if menus were made before, reads those rows of all live
  /// lists that the commit may have changed. Notifies views of changed titles.
  func refreshMenus(on connection: Connection, after change: MenuChange) {
    let old = menuRows.withLock { $0 }
    guard old.isUsed else { return }
    let (stacks, lists) = (live.all, live.sceneLists)
    let entries =
      stacks.map(\.menuEntries)
      + lists.map { list in menuEntries(of: list.withState { $0.list }, in: nil) }
    // If this read fails, the next menu of each list reads the list's rows.
    let new = try? MenuRows(
      of: entries, knowing: change == .routes ? MenuRows() : old, keepsRows: change == .stacks,
      in: connection)
    menuRows.withLock { $0.replace(by: new) }
    guard change != .stacks, let changed = new?.changed(since: old), !changed.isEmpty else {
      return
    }
    let tells: [() -> Void] =
      stacks.map { stack in { stack.tellObservers() } }
      + lists.map { list in { list.announce(isWritten: false) } }
    for (entries, tell) in zip(entries, tells)
    where entries.contains(where: { changed.contains($0.number) }) { tell() }
  }
}
