import NavStoreSQLite

// How the back/forward list of a window is kept up to date with the stacks of its scene.

extension NavStore.WindowHistory {
  /// On the writer's queue: registers the list with a new live stack, so that the stack reports its
  /// steps to the list.
  func follow(_ session: LiveStack) {
    let place = session.withState { state in
      state.follower = self
      state.stack.isFollowed = true
      return Place(session.key, state.stack.list.current)
    }
    // Don't write the changed list, because restoring a stack is not a change.
    if withState({ $0.list.current.key == place.key && $0.list.current != place }) {
      change(isWritten: false) { $0.meet(place) }
    }
  }

  /// Applies the steps of a turn of one stack to the list, if that stack is selected. Call it under
  /// the lock of that stack.
  ///
  /// - Returns: `true` if the list changed, so that the caller must announce it after releasing the
  ///   stack's lock.
  func note(_ steps: [(kind: StackStepKind, place: Place)], listsRoot: Bool) -> Bool {
    withState { state in
      // Steps of a stack that isn't selected add nothing. That stack gets an entry when it is
      // selected.
      let own = steps.filter { $0.place.key == state.list.current.key }
      guard !own.isEmpty else { return false }
      for step in own {
        state.list.follow(state.isSelectionOpen ? .replace : step.kind, to: step.place)
      }
      if !listsRoot {
        let key = state.list.current.key
        state.list = state.list.without { $0.key == key && $0.number == 0 }
      }
      if !state.isTurnOpen { state.isDirty = true }
      return true
    }
  }

  /// On the writer's queue: replaces the list by one entry, for example because its account was
  /// erased. The entry is the top of the selected stack, or with `forgetsSelection` of the stack
  /// `first`. Call it after the stacks were updated.
  func didErase(forgetsSelection: Bool = false) {
    let key = forgetsSelection ? first : withState { $0.list.current.key }
    let root = writer.live.find(key)?.listedPlace ?? Place(key)
    change(isWritten: false) { state in
      state.list = BackForwardList(root: root, limit: state.list.limit)
      state.known = nil
      state.isDirty = false
      (state.isSelectionOpen, state.ended) = (false, nil)
    }
  }

  /// Whether the list may differ from the file, because another process has committed or the file
  /// could not be read. The list is compared with the file before its next write.
  var isBehind: Bool {
    get { withState { $0.isBehind } }
    set { withState { $0.isBehind = newValue } }
  }

  /// The numbers of the stored visits of the list's entries.
  var standing: [Int64] {
    withState { $0.list.entries.map(\.currentNumber).filter { $0 > 0 } }
  }

  /// On the writer's queue: removes the entries of a deleted stack. If the current entry was one of
  /// them, selects the stack of the nearest remaining entry before it, or else after it. That
  /// stack's current top becomes the current entry.
  func didDelete(_ stack: StackKey) {
    let (list, first) = (withState { $0.list }, first)
    guard list.entries.contains(where: { $0.key == stack }) else { return }
    func left(_ list: BackForwardList<Place>) -> BackForwardList<Place> {
      list.without({ $0.key == stack }, landing: .previousEntry, parent: { _ in Place(first) })
    }
    let rest = left(list)
    let top = try? place(of: rest.current.key, in: writer.openConnection)
    change { state in
      (state.list, state.ended) = (rest, state.ended.map(left))
      if list.current.key == stack, let top { state.meet(top) }
    }
  }

  /// Returns the place of a stack: the current entry of its own list if the stack is live, or else
  /// its top visit in the file. Without a connection, it is the root screen of a stack that isn't
  /// live.
  func place(of key: StackKey, in connection: Connection?) throws -> Place {
    if let live = writer.live.find(key) { return live.listedPlace }
    return Place(key, number: try connection.map { try StackTable(db: $0).top(of: key) } ?? 0)
  }

  /// On the writer's queue: removes the entries whose visits were removed from the file, by this
  /// process or another. Call it after the sessions were notified of the removal or compared with
  /// the file.
  func didRemove(
    in connection: Connection, landing: NavRemovalDestination = .parent
  ) throws {
    // If the read fails, the list is compared with the file before its next write.
    isBehind = true
    let visits = VisitTable(db: connection)
    let numbers = standing
    let gone = Set(numbers).subtracting(try visits.living(numbers))
    isBehind = false
    let live = writer.live.followed(by: self)
    let (list, ended) = withState { ($0.list, $0.ended) }
    func isGone(_ place: Place) -> Bool {
      if gone.contains(place.currentNumber) { return true }
      // An entry whose visit isn't stored is kept as long as the live stack has the visit.
      guard place.currentNumber < 0, let node = place.node else { return false }
      return live.first { $0.key == place.key }?.holds(node) != true
    }
    let key = list.current.key
    func left(_ list: BackForwardList<Place>) -> BackForwardList<Place> {
      list.without(
        isGone, landing: landing, where: { $0.key == key },
        parent: { place in
          let below = try? visits.standing(from: place.stored([:]))
          return Place(place.key, number: below?.id ?? 0)
        })
    }
    var moved = left(list)
    // Make the current top of the selected stack the current entry. If that stack has an open turn,
    // the end of that turn updates the list.
    let isTurnOpen = live.first { $0.key == key }?.isTurnOpen
    if isTurnOpen == false || isGone(list.current), let top = try? place(of: key, in: connection),
      top != moved.current
    {
      moved.replaceCurrent(with: top)
      moved = moved.collapsed
    }
    let leftEnded = ended.map(left)
    var isCurrent = false
    change(isWritten: moved != list) { state in
      isCurrent = state.list == list && state.ended == ended
      guard isCurrent else { return }
      (state.list, state.ended) = (moved, leftEnded)
    }
    // Another thread has changed the list meanwhile.
    if !isCurrent { try didRemove(in: connection, landing: landing) }
  }
}

extension BackForwardList<Place> {
  /// Applies a step in the selected stack's own list to the list of the window.
  fileprivate mutating func follow(_ kind: StackStepKind, to place: Place) {
    switch kind {
    case .push: push(place)
    case .retreat: retreat(to: place)
    case .advance:
      if let later = entries[(index + 1)...].firstIndex(of: place) {
        go(to: later)
      } else {
        push(place)
      }
    case .replace:
      if current.key == place.key { replaceCurrent(with: place) } else { push(place) }
    }
  }
}
