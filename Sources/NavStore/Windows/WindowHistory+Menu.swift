import NavStoreSQLite

extension NavStore.WindowHistory {
  /// The list with titles and stack names.
  ///
  /// Runs one statement for all entries. It reads no stack and decodes no route. Entries that aren't committed
  /// have no titles, and if the file can't be read, none has.
  package var backForwardMenu: NavStore.BackForwardMenu {
    let menu = try? writer.readForMenu { connection in
      let list = withState { $0.list }
      let numbers = list.entries.map(\.currentNumber)
      let rows = try EntryTable(db: connection).rows(of: numbers)
      return self.menu(of: list, numbers: numbers, rows: rows)
    }
    if let menu { return menu }
    let list = withState { $0.list }
    return self.menu(of: list, numbers: list.entries.map(\.number), rows: [:])
  }

  private func menu(
    of list: BackForwardList<Place>, numbers: [Int64], rows: [Int64: EntryTable.Row]
  ) -> NavStore.BackForwardMenu {
    let compares = rows.isEmpty ? { $0 == $1 } : writer.comparesStacks
    let shown = list.shown { Place.haveEqualRoutes($0, $1, inFile: compares) }
    let entries = shown.map { index in
      let (place, number) = (list.entries[index], numbers[index])
      let row = rows[number]
      // A session knows how its kinds are called now.
      let session = row == nil ? nil : writer.live.find(place.key)
      return NavStore.BackForwardMenu.Entry(
        index: index, stack: place.key.name,
        title: row?.title,
        itemKey: row?.key, kind: row.map { session?.kind(of: $0) ?? $0.kind },
        isRoot: number == 0, isReadable: place.isUnreadable ? false : number == 0 ? true : nil)
    }
    return NavStore.BackForwardMenu(
      entries: entries, index: shown.firstIndex(of: list.index) ?? 0)
  }
}
