import NavStoreSQLite

/// How a list reaches the file: in the transaction of the stacks that it follows, after them, on
/// the writer's queue.
extension NavStore.WindowHistory {
  /// A list as it is to be written.
  struct Batch {
    let list: BackForwardList<Place>
    let known: (key: WindowTable.Key, revision: Int64)?
    let written: (entries: [WindowTable.Entry], position: Int)?
    let revision: Int

    /// Whether the list was changed; else only what the file shows of it.
    let isDirty: Bool

    /// Nil until it is written.
    var result: Written?
  }

  /// What came of it.
  struct Written {
    let known: (key: WindowTable.Key, revision: Int64)?
    let entries: [WindowTable.Entry]
    let position: Int
    let isProjected: Bool

    /// The list as it stands now, if another process had changed it.
    let merged: BackForwardList<Place>?

    init(
      known: (key: WindowTable.Key, revision: Int64)?, entries: [WindowTable.Entry],
      position: Int, isProjected: Bool, merged: BackForwardList<Place>?
    ) {
      self.known = known
      self.entries = entries
      self.position = position
      self.isProjected = isProjected
      self.merged = merged
    }

    /// Nothing was to be written.
    init(unchanged batch: Batch) {
      self.init(
        known: batch.known, entries: batch.written?.entries ?? [],
        position: batch.written?.position ?? 0, isProjected: false, merged: nil)
    }
  }

  func takeBatch() -> Batch? {
    let hasEnded = hasEnded
    return withState { state in
      guard state.isDirty || state.isProjected, !hasEnded,
        let list = state.isTurnOpen ? state.ended : state.list
      else { return nil }
      defer { state.isDirty = false }
      return Batch(
        list: list, known: state.known, written: state.written, revision: state.revision,
        isDirty: state.isDirty)
    }
  }

  /// Inside a transaction. `made` has the numbers of the visits that it made so far.
  func write(
    _ batch: inout Batch, made: [ObjectIdentifier: Int64], in db: Connection
  ) throws {
    batch.result = try result(of: batch, made: made, in: db)
  }

  private func result(
    of batch: Batch, made: [ObjectIdentifier: Int64], in db: Connection
  ) throws -> Written {
    let time = writer.now
    let table = WindowTable(db: db)
    let scenes = SceneTable(db: db)
    // A change opens a closed scene again, and makes a deleted one anew.
    let sceneID = try batch.isDirty ? scenes.openID(of: scene, at: time) : scenes.find(scene)
    guard let sceneID else { return Written(unchanged: batch) }
    let key = WindowTable.Key(
      scene: sceneID, account: try AccountTable(db: db).id(of: account))
    var isProjected = false
    var numbers = Dictionary(try table.stackNames(key).map { (Array($1.utf8), $0) }) { a, _ in a }
    var entries: [WindowTable.Entry] = []
    var position = 0
    for (index, place) in batch.list.entries.enumerated() {
      // A screen that was forgotten is no entry, but for the one that is shown.
      if index == batch.list.index {
        position = entries.count
      } else if place.node?.isForgotten == true {
        continue
      }
      let (tip, isExact) = place.stored(made)
      if !isExact { isProjected = true }
      let name = Array(place.key.name.utf8)
      let stack =
        try numbers[name]
        ?? StackTable(db: db).makeRow(
          for: place.key, account: key.account, at: time)
      numbers[name] = stack
      entries.append(WindowTable.Entry(stack: stack, tip: tip))
    }
    let list = BackForwardList(
      entries: entries, index: position, limit: batch.list.limit
    ).collapsed
    if let written = batch.written, written.entries == list.entries, written.position == list.index,
      let known = batch.known, try table.find(known.key)?.revision == known.revision
    {
      return Written(
        known: known, entries: list.entries, position: list.index, isProjected: isProjected,
        merged: nil)
    }
    if let known = batch.known, known.key == key,
      try table.update(
        key, revision: known.revision, entries: list.entries, position: list.index)
    {
      return Written(
        known: (key, known.revision &+ 1), entries: list.entries, position: list.index,
        isProjected: isProjected, merged: nil)
    }
    return try writeOverChange(list, key, batch, isProjected: isProjected, in: db)
  }

  /// The row is not as it was known: it is new, another process wrote it, or the scene was deleted.
  /// What the other wrote stays; the current entry is this list's, as its user sees.
  private func writeOverChange(
    _ list: BackForwardList<WindowTable.Entry>, _ key: WindowTable.Key,
    _ batch: Batch,
    isProjected: Bool, in db: Connection
  ) throws -> Written {
    let table = WindowTable(db: db)
    guard let row = try table.find(key) else {
      try table.insert(key, entries: list.entries, position: list.index)
      return Written(
        known: (key, 1), entries: list.entries, position: list.index, isProjected: isProjected,
        merged: nil)
    }
    var theirs =
      row.entries.isEmpty
      ? list
      : BackForwardList(entries: row.entries, index: row.position, limit: batch.list.limit)
    if theirs.current != list.current {
      theirs.push(list.current)
    }
    _ = try table.update(
      key, revision: row.revision, entries: theirs.entries, position: theirs.index)
    let written = WindowTable.Row(
      key: key, entries: theirs.entries, position: theirs.index, revision: row.revision &+ 1)
    var merged = try Place.list(
      written, of: batch.list.current.key, limit: batch.list.limit, in: db)
    // The current entry may stand on more than the file shows.
    merged?.replaceCurrent(with: batch.list.current)
    return Written(
      known: (key, written.revision), entries: theirs.entries, position: theirs.index,
      isProjected: isProjected, merged: merged)
  }

  /// It is in the file, and the sessions have their numbers.
  func didCommit(_ batch: Batch) {
    guard let written = batch.result else { return }
    let isMerged = withState { state in
      state.known = written.known
      state.written = (written.entries, written.position)
      state.isProjected = written.isProjected
      // If the user went on meanwhile, this list's own is written next.
      let isMerged =
        written.merged != nil && state.revision == batch.revision && !state.isTurnOpen
      if isMerged, let merged = written.merged { state.list = merged }
      state.list.changeAll { $0 = $0.numbered }
      return isMerged
    }
    if isMerged { change(isWritten: false) { _ in } }
  }

  func didFail() {
    withState { $0.isDirty = true }
  }
}
