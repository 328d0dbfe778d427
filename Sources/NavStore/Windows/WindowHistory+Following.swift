import NavStoreSQLite

// How the list follows the stacks of its scene.

extension NavStore.WindowHistory {
  /// On the writer's queue: follows a new session.
  func follow(_ session: LiveStack) {
    session.follow(by: self)
    let place = session.listedPlace
    // This is not written, because restoring is not a change.
    if withState({ $0.list.current.key == place.key && $0.list.current != place }) {
      change(isWritten: false) { $0.meet(place) }
    }
  }

  /// Applies the steps of a session's turn. Call it under the lock of that session.
  ///
  /// - Returns: Whether the list changed. Then announce the list without the lock.
  func note(_ steps: [(kind: StackStepKind, place: Place)], listsRoot: Bool) -> Bool {
    withState { state in
      // A hidden stack gets an entry when it is selected.
      let own = steps.filter { $0.place.key == state.list.current.key }
      guard !own.isEmpty else { return false }
      state.change(isWritten: !state.isTurnOpen) { state in
        for step in own {
          state.list.follow(state.isSelectionOpen ? .replace : step.kind, to: step.place)
        }
        guard !listsRoot, let key = own.first?.place.key else { return }
        state.list = state.list.without { $0.key == key && $0.number == 0 }
      }
      return true
    }
  }

  /// Empties the list, because everything was erased. `forgetsSelection` also resets the selected
  /// stack. Shown screens may still be shown. On the writer's queue, after the sessions were
  /// notified.
  func didErase(forgetsSelection: Bool = false) {
    let limit = writer.configuration.limits.backForwardEntries
    let key = forgetsSelection ? first : withState { $0.list.current.key }
    let root = writer.live.find(key)?.listedPlace ?? Place(key, number: 0)
    change(isWritten: false) { state in
      state.list = BackForwardList(root: root, limit: limit)
      state.known = nil
      state.written = nil
      state.isDirty = false
      (state.isSelectionOpen, state.isTurnOpen) = (false, false)
      state.isProjected = false
    }
  }

  /// Whether another process has committed since the list was last compared with the file.
  var isBehind: Bool {
    get { withState { $0.isBehind } }
    set { withState { $0.isBehind = newValue } }
  }

  /// On the writer's queue, after the sessions: removes entries whose visits were removed.
  func catchUp(in connection: Connection) throws {
    isBehind = false
    try didRemove(in: connection)
  }

  /// The visits of the list's entries.
  var standing: [Int64] {
    withState { $0.list.entries.map(\.currentNumber).filter { $0 > 0 } }
  }

  /// Removes the entries of a deleted stack. If the current entry was one of them, selects the
  /// stack of the entry before, at its current top. On the writer's queue.
  func didDelete(_ stack: StackKey) {
    let (list, first) = (withState { $0.list }, first)
    guard list.entries.contains(where: { $0.key == stack }) else { return }
    let rest = list.without(
      { $0.key == stack }, landing: .previousEntry, parent: { _ in Place(first, number: 0) })
    let key = rest.current.key
    var standing = writer.live.find(key)?.listedPlace
    if standing == nil, let connection = writer.openConnection {
      standing = Place(key, number: (try? StackTable(db: connection).top(of: key)) ?? 0)
    }
    change { state in
      state.list = rest
      if list.current.key == stack, let standing { state.meet(standing) }
    }
  }

  /// On the writer's queue, after the sessions were notified: removes the entries whose visits were
  /// removed from the file.
  func didRemove(
    in connection: Connection, landing: NavRemovalDestination = .parent
  ) throws {
    let visits = VisitTable(db: connection)
    let numbers = standing
    let gone = Set(numbers).subtracting(try visits.living(numbers))
    let live = Dictionary(
      writer.live.followed(by: self).map { ($0.key, $0) }
    ) { first, _ in first }
    let (list, ended) = withState { ($0.list, $0.ended) }
    func isGone(_ place: Place) -> Bool {
      if gone.contains(place.currentNumber) { return true }
      // A visit in memory only is kept as long as its stack has it.
      guard place.currentNumber < 0, let node = place.node else { return false }
      return live[place.key]?.holds(node) != true
    }
    let key = list.current.key
    var moved = list.without(
      isGone, landing: landing, where: { $0.key == key },
      parent: { place in
        let beneath = try? visits.standing(from: place.stored([:]).number)
        return Place(place.key, number: beneath?.id ?? 0)
      })
    // The current top of its stack. An open turn of that stack updates the list when it ends.
    if let stack = live[key], !stack.isTurnOpen || isGone(list.current),
      stack.listedPlace != moved.current
    {
      moved = moved.replacingCurrent(with: stack.listedPlace)
    } else if live[key] == nil, isGone(list.current),
      let tip = try? StackTable(db: connection).top(of: key), tip != moved.current.currentNumber
    {
      moved = moved.replacingCurrent(with: Place(key, number: tip))
    }
    let isChanged = moved.entries != list.entries || moved.index != list.index
    let isEndedGone = ended?.entries.contains(where: isGone) == true
    change(isWritten: isChanged) { state in
      state.list = moved
      if isEndedGone { state.ended = nil }
    }
  }
}

extension BackForwardList<Place> {
  /// Applies a step in the list of the selected stack to the list of the window.
  fileprivate mutating func follow(_ kind: StackStepKind, to place: Place) {
    switch kind {
    case .push: push(place)
    case .retreat: retreat(to: place)
    case .advance:
      if let later = entries[(index + 1)...].firstIndex(of: place) {
        _ = go(to: later)
      } else {
        push(place)
      }
    case .replace:
      if current.key == place.key { replaceCurrent(with: place) } else { push(place) }
    }
  }
}
