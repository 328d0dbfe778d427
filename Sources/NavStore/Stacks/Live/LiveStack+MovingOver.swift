import NavStoreSQLite

// How a live stack continues in another file. On the writer's queue.

extension LiveStack {
  /// Whether the user has changed the stack. Values, titles and legacy state alone don't count.
  var isTouched: Bool { withState(\.isTouched) }

  /// Replaces an unchanged stack by the stack in the file. Keeps the values of its root screen.
  ///
  /// - Returns: `false`, with nothing changed, if the stack has just been changed.
  func restoreAnew(_ loaded: LoadedStack) -> Bool {
    var (hasGivenWay, hasValues) = (false, false)
    apply(as: .edit) { state in
      guard !state.isTouched else { return }
      hasGivenWay = true
      state.stack.replace(with: loaded.stack)
      hasValues = !state.stack.pending.isEmpty
      state.found = Found(loaded)
      state.foundNodes = loaded.stack.chain
      (state.known, state.savedAt) = (loaded.known, loaded.savedAt)
      (state.reopensScene, state.isStoredRootStale) = (
        loaded.isSceneClosed, loaded.isStoredRootStale
      )
      (state.inFlight, state.storedRoot) = (nil, nil)
      (state.isValidated, state.isEnrolled) = (false, hasValues)
    }
    if hasGivenWay { loaded.noteLosses() }
    if hasValues { writer.enroll(self, schedules: false) }
    return hasGivenWay
  }

  /// Writes the path and the current entry to a file that has none of the stack's visits. Entries
  /// of the stack that the file already has are kept.
  func startAnew() {
    let time = writer.now
    var observers: [@Sendable () -> Void] = []
    writer.endingTurn { turn in
      withState { state in
        state.stack.endTurn(at: time, turn: turn)
        state.stack.writeAnew(at: time, turn: turn)
        for node in state.foundNodes { node.forgetNumber() }
        state.forgetRow()
        observers = state.observers.all
      }
    }
    writer.enroll(self, schedules: true)
    for observer in observers { observer() }
  }

  /// Forgets the row of an unchanged stack that can't be restored from the new file.
  func forgetFile() { withState { ($0.known, $0.savedAt) = (nil, nil) } }
}

extension LiveStack.State {
  fileprivate var isTouched: Bool {
    if stack.isTurnOpen { return true }
    guard stack.adoptedTop == nil else { return false }
    return known.map { $0.revision > 0 } == true || inFlight?.pending.changesStack == true
      || stack.pending.changesStack
  }

  fileprivate mutating func forgetRow() {
    (known, savedAt, inFlight) = (nil, nil, nil)
    storedRoot = stack.isRootForgotten ? StoredRoot.none : nil
    isStoredRootStale = stack.rootRoute != nil && !stack.isRootForgotten
    isEnrolled = true
  }
}

extension PendingStack {
  /// Whether there are changes other than values and titles.
  fileprivate var changesStack: Bool { isDirty || isRootDirty || !entries.isEmpty }

  /// Only the values and titles.
  var details: PendingStack {
    var details = PendingStack()
    (details.values, details.titles) = (values, titles)
    (details.itemTitles, details.sceneValues) = (itemTitles, sceneValues)
    return details
  }
}

extension StackState {
  /// Replaces an unchanged stack by the stack in the file.
  fileprivate mutating func replace(with found: StackState) {
    let old = self
    self = found.following(old)
    for (key, value) in old.pending.values where key.node === old.root {
      setValue(value, named: key.name, of: root)
    }
    pending.sceneValues = old.pending.sceneValues
    pending.itemTitles = old.pending.itemTitles
  }

  /// Makes the path and the current entry pending as new visits. Drops all other entries, because
  /// their visits are in another file.
  fileprivate mutating func writeAnew(at time: Int64, turn: Int64) {
    pending = pending.details
    pending.drop { node in node !== root && !chain.contains { $0 === node } }
    for node in chain {
      node.forgetNumber()
      guard !node.isForgotten else { continue }
      let isSeen = node === tip && node.isSeen
      pending.append(.made(node, seenAt: isSeen ? time : nil), turn: turn)
    }
    list = BackForwardList(root: root, limit: list.limit)
    if tip !== root { list.push(tip) }
    dropRoot()
    adoptedTop = nil
    // The window's list in the new file has only the current entry, and must not get these steps.
    steps = []
    pending.isDirty = true
    noteChange()
  }
}
