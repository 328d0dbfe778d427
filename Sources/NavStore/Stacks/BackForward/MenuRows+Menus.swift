import NavStoreSQLite

extension LiveStack {
  /// The stack's back/forward list, including the changes of the open turn.
  fileprivate var listed: BackForwardList<Place> {
    withState { $0.stack.settled.list.map { Place(key, $0) } }
  }

  /// The menu of the stack's back/forward list, including the changes of the open turn: see
  /// ``Writer/menu(of:in:)``.
  var backForwardMenu: NavStore.BackForwardMenu { writer.menu(of: listed, in: self) }

  /// Returns the title of the item of a visit; `nil` if it has none.
  func title(of node: VisitNode) -> String? {
    let list = BackForwardList(root: Place(key, node), limit: 1)
    return writer.menu(of: list, in: self).entries.first?.title
  }
}

extension NavStore.WindowHistory {
  /// The menu of the window's back/forward list: see ``Writer/menu(of:in:)``.
  package var backForwardMenu: NavStore.BackForwardMenu { writer.menu(of: withState { $0.list }) }

  /// Reads the rows of the window's list if needed, so that a step knows which neighboring entries
  /// are equal.
  func readMenu() {
    writer.readMenu(of: withState { $0.list })
  }
}

extension Writer {
  /// Returns the menu of a list. Reads the file if the rows of the list were not read. If the file
  /// can't be read, entries have no titles.
  ///
  /// - Parameter stack: The stack to which the list belongs; `nil` for the list of a window.
  fileprivate func menu(
    of list: BackForwardList<Place>, in stack: LiveStack? = nil
  ) -> NavStore.BackForwardMenu {
    let entries = readMenu(of: list, in: stack)
    let rows = menuRows.withLock { $0 }
    let shown = list.shown { areEqual($0, $1, in: stack) }
    return NavStore.BackForwardMenu(
      entries: shown.entries.map { menuEntry(entries[$0], at: $0, in: stack, rows) },
      index: shown.index)
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
    let kind = row.map { stack?.codec.currentKind($0.kind, $0.tag) ?? $0.kind }
    return NavStore.BackForwardMenu.Entry(
      index: index, stack: entry.place.key.name, title: title,
      itemKey: row?.key ?? stored?.historyKey, kind: kind ?? stored?.historyKind,
      isRoot: entry.number == 0, isUnreadable: entry.isUnreadable)
  }

  /// Returns the entries of a list, with their routes and titles if they are in memory.
  private func menuEntries(
    of list: BackForwardList<Place>, in stack: LiveStack?
  ) -> [MenuRows.Entry] {
    list.entries.map { place in
      var entry = MenuRows.Entry(
        place: place, number: place.number, isUnreadable: place.isUnreadable)
      if let node = place.node, let stack = stack ?? live.find(place.key) {
        stack.withState { state in
          (entry.number, entry.route) = (node.id, node.route)
          entry.title =
            state.stack.unwrittenTitle(of: node)
            ?? state.inFlight?.titles[ObjectIdentifier(node)]?.title
          entry.isUnreadable = entry.isUnreadable || node.isUnreadable
        }
      }
      return entry
    }
  }

  /// Reads the rows of a list if they were not read. Returns the list's entries.
  @discardableResult
  fileprivate func readMenu(
    of list: BackForwardList<Place>, in stack: LiveStack? = nil
  ) -> [MenuRows.Entry] {
    let entries = menuEntries(of: list, in: stack)
    guard !menuRows.withLock({ $0.contains(entries) }) else { return entries }
    let found = try? readSync { try MenuRows(of: [entries], knowing: MenuRows(), in: $0) }
    if let found { menuRows.withLock { $0.add(found) } }
    return entries
  }

  /// Whether two neighboring entries of a list are stacks of equal routes. A step between such
  /// entries would change nothing on screen.
  func areEqual(_ a: Place, _ b: Place, in stack: LiveStack? = nil) -> Bool {
    guard a.key == b.key else { return false }
    func inFile(_ a: Int64, _ b: Int64) -> Bool { menuRows.withLock { $0.areEqual(a, b) } }
    func compare() -> Bool {
      if let first = a.node, let second = b.node {
        return VisitNode.haveEqualRoutes(first, second, inFile: inFile)
      }
      let (first, second) = (a.currentNumber, b.currentNumber)
      return first >= 0 && second >= 0 ? inFile(first, second) : a == b
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
    guard !old.isEmpty else { return }
    let (stacks, lists) = (live.all, live.sceneLists)
    let entries =
      stacks.map { menuEntries(of: $0.listed, in: $0) }
      + lists.map { list in menuEntries(of: list.withState { $0.list }, in: nil) }
    // If this read fails, the next menu of each list reads the list's rows.
    let new = try? MenuRows(
      of: entries, knowing: change == .routes ? MenuRows() : old, keepsRows: change == .stacks,
      in: connection)
    menuRows.withLock { $0 = new ?? MenuRows() }
    guard change != .stacks, let changed = new?.changed(since: old), !changed.isEmpty else {
      return
    }
    func isChanged(_ entries: [MenuRows.Entry]) -> Bool {
      entries.contains { changed.contains($0.number) }
    }
    for (stack, entries) in zip(stacks, entries) where isChanged(entries) { stack.tellObservers() }
    for (list, entries) in zip(lists, entries.dropFirst(stacks.count)) where isChanged(entries) {
      list.announce(isWritten: false)
    }
  }
}
