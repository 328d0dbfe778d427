import NavStoreSQLite

extension NavStore {
  /// Returns the back/forward list over all stacks of a window. The first call for a window
  /// restores the list.
  ///
  /// The list gets the steps of the scene's stacks only after this call, so call this before the
  /// window's first change. The first call blocks for one short read. Later calls return the same
  /// list. A list that can't be read for a reason that may pass begins with the stack `stack`, and
  /// is read as soon as the file can be read.
  ///
  /// - Parameter stack: The name of the stack that is selected if no list was saved.
  /// - Throws: ``NavStore/Error`` with code `invalidArgument`, `fileUnusable`, `busy` or `closed`.
  ///   The code is also `closed` if the account was erased.
  package func window(
    in scene: String, account: LiveAccount, selecting stack: String
  ) throws(NavStore.Error) -> WindowHistory {
    let first = try StackKey(scene: scene, account: account.key, name: stack)
    if let problem = account.problem { throw problem }
    let writer = writer
    let limit = configuration.limits.backForwardEntries
    func list(_ state: consuming WindowHistory.State) throws(NavStore.Error) -> WindowHistory {
      let list = try writer.live.insert(
        WindowHistory(first: first, of: account, writer: writer, state: state))
      for session in writer.live.followed(by: list) { list.follow(session) }
      return list
    }
    do throws(NavStore.Error) {
      return try writer.snapshot { connection, isBeside in
        if let live = writer.live.list(of: first) { return live }
        if account.number == nil {
          account.number = try AccountTable(db: connection).find(account.key)
        }
        var state = try WindowHistory.State(found: first, limit: limit, in: connection)
        state.isBehind = isBeside
        return try list(state)
      }
    } catch {
      guard error.isRetriable || writer.waitsForFile else { throw error }
      let root = writer.live.find(first)?.listedPlace ?? Place(first)
      let state = WindowHistory.State(
        list: BackForwardList(root: root, limit: limit), isUnread: true)
      let unread = try list(state)
      writer.noteUnread(error)
      return unread
    }
  }
}

extension NavStore.WindowHistory.State {
  /// Reads the window's list from the file. If the file has no list, creates one whose only entry
  /// is the current top of the stack `first`.
  init(found first: StackKey, limit: Int, in db: Connection) throws {
    let stacks = StackTable(db: db)
    let row = try WindowTable(db: db).find(scene: first.scene, account: first.account)
    let list =
      try row.flatMap { try Place.list($0, of: first, limit: limit, in: db) }
      ?? BackForwardList(root: Place(first, number: stacks.top(of: first)), limit: limit)
    let top = try stacks.top(of: list.current.key)
    self.list = list
    known = row.map { ($0.key, $0.revision) }
    // The selected stack may have been written without the list, so compare its top with the
    // current entry.
    meet(Place(list.current.key, number: top))
  }

  /// Makes `place` the current entry if it is of the selected stack and differs from the current
  /// entry.
  mutating func meet(_ place: Place) {
    guard place.key == list.current.key, place != list.current else { return }
    if place.number == 0 {
      // A stack that the restore has skipped is at its root screen. Keep its old entry after the
      // root screen, so that Forward leads to it.
      list.retreat(to: place, within: 1)
    } else {
      list.push(place)
    }
  }
}

extension Place {
  /// Returns the list of `row`, without entries whose stacks or visits were removed; `nil` if no
  /// entry is left. `sibling` is any stack of the scene and account.
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
