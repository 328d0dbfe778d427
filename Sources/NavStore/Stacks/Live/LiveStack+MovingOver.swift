import NavStoreSQLite

// How a live stack moves to another file: when an in-memory store can open its file, or when the
// open file was deleted or replaced. On the writer's queue.

extension LiveStack {
  /// Whether the path, the root route or the back/forward list was changed since the in-memory
  /// store began. Changes of values and titles don't count, and neither does an imported path.
  var isTouched: Bool { withState(\.isTouched) }

  /// Replaces the stack by `loaded`, the stack in the file, unless the stack was changed in memory.
  /// Keeps the unwritten values of the root screen and the scene, and the unwritten titles of
  /// items.
  ///
  /// - Returns: `true` if the stack was replaced; `false` if it was changed in memory and is kept.
  func replaceIfUntouched(by loaded: LoadedStack) -> Bool {
    var (isReplaced, hasValues) = (false, false)
    apply(as: .edit) { state in
      guard !state.isTouched else { return }
      isReplaced = true
      state.stack.replace(with: loaded.stack)
      hasValues = !state.stack.pending.isEmpty
      state.found = loaded
      (state.known, state.savedAt) = (loaded.known, loaded.savedAt)
      (state.reopensScene, state.isStoredRootStale) = (
        loaded.isSceneClosed, loaded.isStoredRootStale
      )
      (state.inFlight, state.storedRoot) = (nil, nil)
      (state.isValidated, state.isEnrolled) = (false, hasValues)
    }
    if isReplaced { loaded.noteFailures() }
    if hasValues { writer.enroll(self, schedules: false) }
    return isReplaced
  }

  /// Makes the values and titles of the path's screens pending that are only in `memory`, the
  /// in-memory database. A screen that was opened from the history has them there if another stack
  /// has set them.
  func keepDetails(in memory: Connection) throws {
    let visits = withState { state in
      state.stack.chain.compactMap { node in node.id > 0 ? (node: node, id: node.id) : nil }
    }
    let (values, titles) = (ValueTable(db: memory), TitleTable(db: memory))
    for (node, id) in visits {
      let kept = try values.names(of: .visit(id)).compactMap { name in
        try values.value(named: name, of: .visit(id)).map { (name, $0) }
      }
      let title = try titles.title(ofVisit: id)
      withState { state in
        for (name, value) in kept where state.stack.value(named: name, of: node) == nil {
          state.stack.setValue(value, named: name, of: node)
        }
        if let title, state.stack.unwrittenTitle(of: node) == nil {
          state.stack.setTitle(title, of: node)
        }
      }
    }
  }

  /// Makes the path and the current list entry pending as new visits, because the store's new file
  /// has none of the stack's visits. List entries that the new file has for this stack are kept.
  func writeWholeToNewFile() {
    let time = writer.now
    var observers: [@Sendable () -> Void] = []
    writer.endingTurn { turn in
      withState { state in
        state.stack.endTurn(at: time, turn: turn)
        state.stack.makePathPending(at: time, turn: turn)
        for node in state.found.stack.chain { node.forgetNumber() }
        state.forgetRow()
        observers = state.observers.all
      }
    }
    writer.enroll(self, schedules: true)
    for observer in observers { observer() }
  }

  /// Forgets the known row and the time of the last save, because the stack can't be restored from
  /// the store's new file.
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
    storedRoot = stack.isRootForgotten ? .success(nil) : nil
    isStoredRootStale = stack.rootRoute != nil && !stack.isRootForgotten
    isEnrolled = true
  }
}

extension PendingStack {
  /// Whether the pending changes include any that are not values or titles.
  fileprivate var changesStack: Bool { isDirty || isRootDirty || !entries.isEmpty }

  /// A copy with only the pending values and titles.
  var details: PendingStack {
    var details = PendingStack()
    (details.values, details.titles) = (values, titles)
    details.itemTitles = itemTitles
    return details
  }
}

extension StackState {
  /// Replaces this stack by `found`, the stack in the file. Keeps the pending values of the root
  /// screen and the scene, and the pending titles of items.
  fileprivate mutating func replace(with found: StackState) {
    let old = self
    self = found.following(old)
    for (key, value) in old.pending.values where key.node === old.root {
      setValue(value, named: key.name, of: root)
    }
    pending.itemTitles = old.pending.itemTitles
  }

  /// Makes the visits of the path pending as new visits, for a file that has none of them. Drops
  /// all list entries except the root screen and the top of the path, because other visits are only
  /// in the store's earlier file.
  fileprivate mutating func makePathPending(at time: Int64, turn: Int64) {
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
    // In the new file, the window's list has only the current entry. The steps of this turn must
    // not add entries to it.
    steps = []
    pending.isDirty = true
    noteChange()
  }
}
