import NavStoreSQLite

extension NavStore.WindowHistory {
  /// Selects the stack named `name`, which adds an entry and removes the entries after the current
  /// one. Returns `false`, with nothing changed, if that stack is selected or the account was
  /// erased.
  ///
  /// The selection belongs to the open turn of the main loop, which ``NavStore/endOpenTurns()``
  /// ends. Before the turn ends, changes of the stack and other selections replace the added entry.
  /// With `endsTurn`, all open turns of the store are ended.
  ///
  /// - Throws: ``NavStore/Error`` with code `invalidArgument`, `fileUnusable` or `closed`. If it
  ///   throws, nothing is changed.
  package func select(_ name: String, endsTurn: Bool) throws(NavStore.Error) -> Bool {
    let key = try StackKey(scene: scene, account: account, name: name)
    let writer = writer
    defer { if endsTurn { LiveStack.endTurns(in: writer) } }
    return try ifReadable { connection in
      guard !self.hasEnded else { return false }
      guard self.withState({ $0.list.current.key != key }) else { return false }
      let listed = try self.place(of: key, in: connection)
      self.noteOpenTurn(of: key)
      let place = writer.live.find(key)?.place ?? listed
      self.changeInTurn { state in
        if state.isSelectionOpen {
          state.list.replaceCurrent(with: place)
        } else {
          state.list.push(place)
        }
        state.isSelectionOpen = true
      }
      return true
    }
  }

  /// Goes `offset` entries forward, or back if the number is negative, and selects the stack of
  /// that entry. Entries whose stacks can't be read don't count. Returns `false`, with the current
  /// entry unchanged, if there are too few entries.
  ///
  /// If the entry's stack is not live, the stack's row in the file is changed. The stack's routes
  /// are decoded when the stack is restored.
  ///
  /// The step belongs to the open turn of the main loop, like a selection in
  /// ``select(_:endsTurn:)``. If the entry's stack is not live, the changes that the turn has made
  /// so far are saved at once.
  package func go(by offset: Int, endsTurn: Bool) -> Bool {
    readMenu()
    return go(endsTurn: endsTurn) { self.target(by: offset, in: $0) }
  }

  /// Goes to the entry at `index`, like ``go(by:endsTurn:)``. Returns `false` if there is no such
  /// entry, or its stack can't be read.
  package func go(to index: Int, endsTurn: Bool) -> Bool {
    go(endsTurn: endsTurn) { $0.target(at: index) }
  }

  private func go(endsTurn: Bool, to target: (BackForwardList<Place>) -> Int?) -> Bool {
    defer { if endsTurn { LiveStack.endTurns(in: writer) } }
    return (try? ifReadable { try go(on: $0, to: target) }) ?? false
  }

  /// Runs `body` on the writer's queue. If the file can't be read for a reason that may pass, runs it
  /// on this thread without a connection.
  private func ifReadable(
    _ body: (Connection?) throws -> Bool
  ) throws(NavStore.Error) -> Bool {
    do throws(NavStore.Error) {
      return try writer.sync(body)
    } catch {
      guard error.isRetriable || writer.waitsForFile else { throw error }
      return try NavStore.Error.wrapping { try body(nil) }
    }
  }

  /// Begins a turn of the list, and updates the list with the changes that the open turn has made
  /// in the selected stack and in the stack `key`. Call it before a step or a selection.
  private func noteOpenTurn(of key: StackKey? = nil) {
    let selected = withState { state in
      state.beginTurn()
      return state.list.current.key
    }
    for key in [selected, key ?? selected] { writer.live.find(key)?.noteOpenTurn() }
  }

  private func go(
    on connection: Connection?, to target: (BackForwardList<Place>) -> Int?
  ) throws -> Bool {
    // After the account was erased, a stack with the key of an entry belongs to another account.
    guard !hasEnded else { return false }
    noteOpenTurn()
    withState { $0.endSelection() }
    // Each round marks one more entry as unreadable or ends the loop, so the number of rounds is
    // bounded.
    for _ in 0...writer.configuration.limits.backForwardEntries {
      let list = withState { $0.list }
      guard let index = target(list) else { return false }
      if index == list.index { return true }
      let place = list.entries[index]
      if let session = writer.live.find(place.key) {
        // The stack's earlier steps in this turn were made while the stack was not selected. Report
        // them before its selection, so that they add no entries.
        session.noteOpenTurn()
        if try session.stand(on: place, in: connection) {
          go(to: index, place)
          return true
        }
      } else if let connection, try goInFile(to: index, place, in: connection) {
        return true
      }
      guard connection != nil else { return false }
      withState { $0.list.changeAll { if $0 == place { $0.isUnreadable = true } } }
    }
    return false
  }

  private func go(to index: Int, _ place: Place) {
    changeInTurn { state in
      guard state.list.entries.indices.contains(index), state.list.entries[index] == place else {
        return
      }
      state.list.go(to: index)
    }
  }

  /// Goes to an entry whose stack is not live, by changing the stack's row in the file. One
  /// transaction saves the row, the list and the changes that the open turn has made so far. So a
  /// kill keeps all of these changes or none.
  ///
  /// - Returns: `false` if the entry's screens can't be read.
  private func goInFile(
    to index: Int, _ place: Place, in connection: Connection
  ) throws -> Bool {
    var isDone = false
    func step() throws {
      isDone = try standInFile(on: place, in: connection)
      guard isDone else { return }
      go(to: index, place)
      writer.saveOpenTurns()
    }
    // If another process has committed since the last check, `commit` changes nothing. Compare live
    // objects with the file, and commit again.
    while try !writer.commit(on: connection, step) {
      try writer.noteOtherProcesses(on: connection)
    }
    return isDone
  }

  /// Makes the visit of `place` the top of a stack that is not live, in the stack's row. Runs
  /// inside a transaction.
  ///
  /// - Returns: `false` if the entry's screens can't be read.
  private func standInFile(on place: Place, in connection: Connection) throws -> Bool {
    let number = place.currentNumber
    let stacks = StackTable(db: connection)
    guard number >= 0 else { return false }
    guard let row = try stacks.find(place.key) else { return number == 0 }
    let visits = VisitTable(db: connection)
    let chain = try visits.chain(from: number)
    guard number == 0 || (chain.isWhole && chain.rows.first?.route != nil) else { return false }
    var list = try stacks.list(of: row, limit: writer.configuration.limits.backForwardEntries)
    guard list.current != number else { return true }
    let below = try visits.chain(from: list.current).rows.map(\.id)
    list.stand(on: number, isBelow: number == 0 || below.contains(number))
    _ = try stacks.update(row.id, revision: row.revision, list: list, savedAt: writer.now)
    return true
  }
}

extension BackForwardList {
  /// Makes the nearest entry of `tip` current, or adds one and makes it current. The new entry is
  /// added before the current entry if `isBelow` is `true`; otherwise, after the current entry.
  mutating func stand(on tip: Tip, isBelow: Bool) {
    let places = entries.indices.filter { entries[$0] == tip }
    if let place = places.min(by: { abs($0 - index) < abs($1 - index) }) {
      go(to: place)
    } else if isBelow {
      retreat(to: tip)
    } else {
      push(tip)
    }
  }
}

extension NavStore.WindowHistory {
  /// Returns the index of the entry of `list` that is `offset` entries away from its current entry;
  /// `nil` if there is none.
  func target(by offset: Int, in list: BackForwardList<Place>) -> Int? {
    list.target(by: offset) { writer.areEqual($0, $1) }
  }
}
