import NavStoreSQLite

// How a live stack of a store in memory moves over to the file. On the writer's queue.

extension LiveStack {
  /// Whether somebody has changed the stack: then it is what the user sees, and does not give way.
  /// Values alone, and old state that was brought along, are no change.
  var isTouched: Bool { withState(\.isTouched) }

  /// Keeps what was written to memory, for the file.
  func keepInJournal(_ state: inout State, _ pending: PendingStack) {
    var all = pending
    if let journal = state.journal { all.putBack(journal) }
    state.journal = all
  }

  /// The stack as the file has it takes the place of one that nobody changed. Values that were set
  /// meanwhile stay. False, and nothing has changed, if somebody has just changed the stack.
  func restoreAnew(_ loaded: LoadedStack) -> Bool {
    var (hasGivenWay, hasValues) = (false, false)
    apply(as: .edit) { state in
      guard !state.isTouched else { return }
      hasGivenWay = true
      var values = state.stack.pending
      if let journal = state.journal { values.putBack(journal) }
      state.stack.replace(with: loaded.stack, keepingValuesOf: values)
      hasValues = !state.stack.pending.isEmpty
      state.found = Found(loaded)
      state.foundNodes = loaded.stack.chain
      (state.known, state.savedAt) = (loaded.known, loaded.savedAt)
      (state.reopensScene, state.isStoredRootStale) = (
        loaded.isSceneClosed, loaded.isStoredRootStale
      )
      (state.journal, state.inFlight, state.storedRoot) = (nil, nil, nil)
      (state.isValidated, state.isEnrolled) = (false, hasValues)
    }
    if hasGivenWay { loaded.noteLosses() }
    if hasValues { writer.enroll(self, schedules: false) }
    return hasGivenWay
  }

  /// All that came about in memory is to be written, on top of what the file has of the stack.
  func moveOver() {
    let mustWrite = withState { state in
      guard state.isTouched else {
        (state.known, state.savedAt, state.journal) = (nil, nil, nil)
        return false
      }
      state.stack.joinEndedTurns()
      if let journal = state.journal { state.stack.pending.putBack(journal) }
      for node in state.foundNodes { node.forgetNumber() }
      state.stack.forgetNumbers()
      (state.journal, state.inFlight, state.storedRoot) = (nil, nil, nil)
      (state.known, state.savedAt) = (nil, nil)
      (state.isStoredRootStale, state.joinsList, state.isEnrolled) = (true, true, true)
      return true
    }
    if mustWrite { writer.enroll(self, schedules: false) }
  }
}

extension LiveStack.State {
  fileprivate var isTouched: Bool {
    if stack.isTurnOpen { return true }
    guard stack.adoptedTop == nil else { return false }
    return [journal, inFlight?.pending, stack.pending].contains { $0?.changesStack == true }
  }
}

extension PendingStack {
  /// Whether it has more than values and titles.
  var changesStack: Bool { isDirty || isRootDirty || !entries.isEmpty }

  /// Visits come about before all else, covered.
  mutating func prepend(_ nodes: [VisitNode]) {
    var first = PendingStack()
    for node in nodes { first.append(.made(node, seenAt: nil), turn: 0) }
    putBack(first)
  }
}

extension StackState {
  /// The stack of the file in the place of one that nobody changed.
  fileprivate mutating func replace(with found: StackState, keepingValuesOf old: PendingStack) {
    let (revision, isFollowed, isShown) = (revision, isFollowed, isShown)
    self = found
    self.revision = revision + 1
    (self.isFollowed, self.isShown) = (isFollowed, isShown)
    for (key, value) in old.values where key.node.parent == nil {
      setValue(value, named: key.name, of: root)
    }
    pending.sceneValues = old.sceneValues
    pending.itemTitles = old.itemTitles
  }

  /// The visits have no numbers any more. Those that were not made by this session, but opened out of
  /// the history, come about once more.
  fileprivate mutating func forgetNumbers() {
    let top = tip
    list = list.without({ !$0.isLoaded }, parent: { _ in top })
    let made = Set(
      pending.events.compactMap { event in
        if case .made(let node, _) = event { ObjectIdentifier(node) } else { nil }
      })
    let nodes = concerned
    let foreign = nodes.filter { $0.id > 0 && !made.contains(ObjectIdentifier($0)) }
    for node in nodes { node.forgetNumber() }
    pending.prepend(foreign)
    pending.isDirty = true
  }
}
