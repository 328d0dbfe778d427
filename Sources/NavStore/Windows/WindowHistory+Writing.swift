import NavStoreSQLite

// How the back/forward list of a window is saved: on the writer's queue, in the transaction of its
// stacks, after the stacks are written.
extension NavStore.WindowHistory {
  /// The list as it is to be written and, after the write, its state in the file.
  struct Batch {
    let list: BackForwardList<Place>

    /// The key and the revision of the list's row. The write updates them from the values that this
    /// process knew to the values in the file.
    var known: (key: WindowTable.Key, revision: Int64)?

    /// The list that was written if another process had changed the row, with the entries of that
    /// process; otherwise, `nil`.
    var merged: BackForwardList<Place>?
  }

  func takeBatch() -> Batch? {
    let hasEnded = hasEnded
    return withState { state in
      guard state.isDirty, !hasEnded else { return nil }
      state.isDirty = false
      return Batch(list: state.ended ?? state.list, known: state.known)
    }
  }

  /// Writes the list inside a transaction, unless the row has the same list. `made` has the numbers
  /// of the visits that the transaction has added.
  ///
  /// If this process knew no row, or another process has changed the row, the row's entries are
  /// kept. The current entry is the one of `batch`, because its screen is on screen.
  func write(
    _ batch: inout Batch, made: [ObjectIdentifier: Int64], in db: Connection
  ) throws {
    let scenes = SceneTable(db: db)
    // A change in a closed scene opens the scene, and a change in a deleted scene adds the scene
    // again.
    let sceneID = try scenes.openID(of: scene, at: writer.now)
    let key = WindowTable.Key(scene: sceneID, account: try AccountTable(db: db).id(of: account))
    let row = try WindowTable(db: db).find(scene: scene, account: account)
    if row == nil {
      // The window may be in the file without a list.
      try db.run(
        "INSERT INTO window (scene, account) VALUES (?, ?) ON CONFLICT DO NOTHING",
        key.scene, key.account)
    }
    var list = batch.list
    let isOwn = batch.known.map { $0 == (key, row?.revision) } ?? false
    if let row, !isOwn, let others = try Place.list(row, of: first, limit: list.limit, in: db) {
      let current = Place(list.current.key, list.current.node, number: list.current.number)
      list = others
      if list.current == current { list.replaceCurrent(with: current) } else { list.push(current) }
    }
    batch.known = (key, row?.revision ?? 0)
    let stored = try stored(list, key, made: made, in: db)
    if let row, row.entries == stored.entries, row.position == stored.index { return }
    try WindowTable(db: db).update(key, stored)
    batch.known?.revision &+= 1
    if list != batch.list { batch.merged = list }
  }

  /// Returns the list as the row stores it: with the numbers of stacks and visits.
  private func stored(
    _ list: BackForwardList<Place>, _ key: WindowTable.Key, made: [ObjectIdentifier: Int64],
    in db: Connection
  ) throws -> BackForwardList<WindowTable.Entry> {
    var names = try WindowTable(db: db).stackNames(key)
    // A forgotten screen is left out, unless it is the current entry, which is on screen.
    let kept = list.without { $0.node?.isForgotten == true }
    return try kept.map { place in
      let stack =
        try names.first { $0.value.hasBytes(of: place.key.name) }?.key
        ?? StackTable(db: db).makeRow(for: place.key, account: key.account, at: writer.now)
      names[stack] = place.key.name
      return WindowTable.Entry(stack: stack, tip: place.stored(made))
    }.collapsed
  }

  /// Updates the list after a commit. Call it after `LiveStack.didCommit` of the stacks.
  func didCommit(_ batch: Batch) {
    let isMerged = withState { state in
      state.known = batch.known
      // `merged` is the list in the file, with entries of another process. If the list has changed
      // since `takeBatch()`, the next write writes the list in memory instead.
      let isMerged = batch.merged != nil && state.list == batch.list && !state.isTurnOpen
      if isMerged, let merged = batch.merged { state.list = merged }
      state.list.changeAll { $0.number = $0.currentNumber }
      return isMerged
    }
    if isMerged { announce(isWritten: false) }
  }

  func didFail() {
    withState { $0.isDirty = true }
  }
}
