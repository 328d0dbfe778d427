import NavStoreSQLite

extension NavStore {
  /// Returns the back/forward list over all stacks of a window, which is restored on first use.
  ///
  /// The list follows the stacks of the scene in this process, so call this before the window's
  /// first change. The first call for a window blocks for one short read. Later calls return the
  /// same list.
  ///
  /// - Parameter stack: The name of the stack that is selected if no list was saved.
  /// - Throws: ``NavStore/Error`` with code `accountErased`, `fileUnusable`, `busy` or `closed`.
  package func window(
    in scene: String, account: LiveAccount, selecting stack: String
  ) throws(NavStore.Error) -> WindowHistory {
    let first = try StackKey(scene: scene, account: account.key, name: stack)
    guard !account.hasEnded else { throw .accountErased }
    let writer = writer
    return try writer.snapshot { connection, isBeside in
      if let live = writer.live.list(of: first) { return live }
      let limit = configuration.limits.backForwardEntries
      let restored = WindowHistory(
        first: first, of: account, writer: writer,
        state: try WindowHistory.State(found: first, limit: limit, in: connection))
      restored.isBehind = isBeside
      if account.number == nil {
        account.number = try AccountTable(db: connection).find(account.key)
      }
      let list = try writer.live.insert(restored, of: first)
      for session in writer.live.followed(by: list) { list.follow(session) }
      return list
    }
  }
}

extension NavStore.WindowHistory.State {
  /// Reads the list from the file. If there is none, creates a list with the current top of the
  /// stack `first`.
  init(found first: StackKey, limit: Int, in db: Connection) throws {
    let stacks = StackTable(db: db)
    let row = try WindowTable(db: db).find(scene: first.scene, account: first.account)
    let places =
      try row.map { row in
        try Place.list(row, of: first, limit: limit, in: db)
      } ?? nil
    list =
      try places
      ?? BackForwardList(
        root: Place(first, number: stacks.top(of: first)), limit: limit)
    known = row.map { ($0.key, $0.revision) }
    written = row.map { ($0.entries, $0.position) }
    // The stack may have changed without the list.
    meet(Place(list.current.key, number: try stacks.top(of: list.current.key)))
  }

  /// Adds `place` as an entry if the selected stack is there and the current entry differs.
  mutating func meet(_ place: Place) {
    guard place.key == list.current.key, place != list.current else { return }
    if place.number == 0 {
      // Forward leads to the old stack of a skipped one.
      list.stepAside(to: place)
    } else {
      list.push(place)
    }
  }
}

extension Place {
  /// Returns the entries of a row, without entries that were removed since; `nil` if none is left.
  /// `sibling` is any stack of the scene.
  static func list(
    _ row: WindowTable.Row, of sibling: StackKey, limit: Int, in db: Connection
  ) throws -> BackForwardList<Place>? {
    let names = try WindowTable(db: db).stackNames(row.key)
    var places: [Place] = []
    var index = 0
    for (position, entry) in row.entries.enumerated() {
      if let name = names[entry.stack] {
        let key = try StackKey(scene: sibling.scene, account: sibling.account, name: name)
        places.append(Place(key, number: entry.tip))
      }
      if position == row.position { index = max(0, places.count - 1) }
    }
    guard !places.isEmpty else { return nil }
    return try VisitTable(db: db).left(
      of: BackForwardList(entries: places, index: index, limit: limit), isCurrent: row.isCurrent,
      tip: \.number, moved: { Place($0.key, number: $1) })
  }
}
