import NavStoreSQLite

extension NavStore.WindowHistory {
  /// Selects the stack `name`, the one on screen: a new entry, on the stack as it stands, and the
  /// forward part is cut. False, and nothing changed, if it is selected already.
  ///
  /// - Throws: ``NavStore/Error`` with code `invalidArgument`, `fileUnusable`, `busy` or `closed`;
  ///   nothing is changed.
  @discardableResult
  public func select(_ name: String) throws(NavStore.Error) -> Bool {
    try select(name, endsTurn: true)
  }

  /// With `endsTurn: false` what the turn makes of the stack until ``endTurn()`` is that entry too, and
  /// so is what it selects instead.
  package func select(_ name: String, endsTurn: Bool) throws(NavStore.Error) -> Bool {
    let key = try StackKey(scene: scene, account: account, name: name)
    let writer = writer
    return try writer.sync { connection in
      guard !self.hasLeft else { return false }
      // Changes that were made before come before.
      self.endTurnOfSelected()
      guard self.withState({ $0.list.current.key != key }) else { return false }
      let place: Place
      if let session = writer.live.find(key) {
        session.endTurn()
        place = session.place
      } else {
        place = Place(key, number: try StackTable(db: connection).find(key)?.tip ?? 0)
      }
      self.change { state in
        if state.isSelectionOpen {
          state.list.replaceCurrent(with: place)
        } else {
          state.list.push(place)
        }
        state.isSelectionOpen = !endsTurn
      }
      return true
    }
  }

  /// What was selected has been seen. Who came back to where the turn began has gone nowhere.
  package func endTurn() {
    let hasComeBack = withState { state in
      defer { state.isSelectionOpen = false }
      return state.isSelectionOpen && state.list.collapsed.entries != state.list.entries
    }
    if hasComeBack { change { $0.list = $0.list.collapsed } }
  }

  /// Goes to the entry before the current one; false, and nothing changed, if there is none.
  @discardableResult
  public func back() -> Bool { go(by: -1) }

  /// Goes to the entry after the current one; false, and nothing changed, if there is none.
  @discardableResult
  public func forward() -> Bool { go(by: 1) }

  /// Goes `offset` entries forward, or back if it is negative: its stack stands if it stood,
  /// and is selected. Entries that cannot be read do not count. False, and nothing changed, if
  /// there are not so many.
  ///
  /// Turns of the selected stack end. A stack that nobody has asked for in this process is moved in
  /// the file, where its session will find it; whether its routes decode is seen then.
  @discardableResult
  public func go(by offset: Int) -> Bool {
    (try? writer.sync { connection in try go(on: connection) { $0.list.target(by: offset) } })
      ?? false
  }

  /// Goes to the entry at `index`; false, and nothing changed, if there is none or it cannot be
  /// read. Costs as ``go(by:)``.
  @discardableResult
  public func go(to index: Int) -> Bool {
    (try? writer.sync { connection in try go(on: connection) { $0.list.target(at: index) } })
      ?? false
  }

  private func endTurnOfSelected() {
    let key = withState { $0.list.current.key }
    writer.live.find(key)?.endTurn()
  }

  private func go(on connection: Connection, to target: (State) -> Int?) throws -> Bool {
    // Its stacks are other ones by now.
    guard !hasLeft else { return false }
    endTurnOfSelected()
    endTurn()
    // Bounded: each round finds one entry more that cannot be read, or ends.
    for _ in 0...writer.configuration.limits.backForwardEntries {
      let found = withState { state in
        target(state).map { (index: $0, place: state.list.entries[$0], from: state.list.index) }
      }
      guard let found else { return false }
      if found.index == found.from { return true }
      let outcome: StandOutcome
      if let session = writer.live.find(found.place.key) {
        outcome = try session.stand(on: found.place, in: connection)
      } else {
        outcome = try standInFile(on: found.place, in: connection)
      }
      switch outcome {
      case .done:
        change { state in
          guard state.list.entries.indices.contains(found.index),
            state.list.entries[found.index] == found.place
          else { return }
          _ = state.list.go(to: found.index)
        }
        return true
      case .unreadable:
        withState { $0.markUnreadable(found.place) }
      }
    }
    return false
  }

  /// Moves a stack that has no session.
  private func standInFile(on place: Place, in connection: Connection) throws -> StandOutcome {
    let number = place.currentNumber
    let stacks = StackTable(db: connection)
    let walk = writer.configuration.limits.chain
    guard number >= 0 else { return .unreadable }
    return try connection.transaction {
      guard let row = try stacks.find(place.key) else {
        return number == 0 ? .done : .unreadable
      }
      let visits = VisitTable(db: connection)
      let chain = try visits.chain(from: number, limit: walk)
      guard number == 0 || (chain.isWhole && chain.rows.first?.route != nil) else {
        return .unreadable
      }
      guard row.tip != number else { return .done }
      let beneath = try visits.chain(from: row.tip, limit: walk).rows.map(\.id)
      var list = BackForwardList(
        found: row, limit: writer.configuration.limits.backForwardEntries)
      list.stand(on: number, isBeneath: number == 0 || beneath.contains(number))
      _ = try stacks.update(
        row.id, revision: row.revision, tip: number, tips: list.entries, position: list.index,
        savedAt: writer.now)
      return .done
    }
  }
}

extension BackForwardList<Int64> {
  /// The list of a stack's row; one of its tip alone if it cannot be read.
  fileprivate init(found row: StackTable.Row, limit: Int) {
    if let tips = BackForwardListCodec.decode(row.list), tips.indices.contains(row.position) {
      self.init(entries: tips, index: row.position, limit: limit)
    } else {
      self.init(root: row.tip, limit: limit)
    }
  }
}

extension BackForwardList {
  /// Goes to the nearest entry on `tip`; if there is none, to a new one, behind the current
  /// entry if `tip` is beneath it.
  mutating func stand(on tip: Tip, isBeneath: Bool) {
    let places = entries.indices.filter { entries[$0] == tip }
    if let place = places.min(by: { abs($0 - index) < abs($1 - index) }) {
      _ = go(to: place)
    } else if isBeneath {
      retreat(to: tip)
    } else {
      push(tip)
    }
  }
}
