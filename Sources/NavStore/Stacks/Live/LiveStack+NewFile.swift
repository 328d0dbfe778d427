import NavStoreSQLite

// How a live stack meets a file that could not be read before, or that replaced the store's earlier
// file. On the writer's queue.

extension LiveStack {
  /// Whether the stack could not be read from the file yet.
  var isUnread: Bool { withState { $0.load != nil } }

  /// Loads an unread stack, unless it was changed or its undecodable policy rejects the stack in the
  /// file. The next save of a rejected stack is added to the file's list.
  func loadIfUntouched(from connection: Connection) throws -> LoadedStack? {
    let load = withState { $0.isTouched ? nil : $0.load }
    guard !hasEnded else { return nil }
    do {
      return try load?(connection)
    } catch let error as NavStore.Error where error.reason == .unrestorable {
      return nil
    }
  }

  /// Replaces the stack by `loaded`, the stack in the file, unless it was changed in the meantime.
  /// Keeps the unwritten values of the root screen, and the unwritten titles of items.
  func didRead(_ loaded: LoadedStack?) {
    var (isReplaced, hasValues) = (false, false)
    apply(as: .edit) { state in
      state.load = nil
      guard let loaded, !state.isTouched else { return }
      isReplaced = true
      state.stack.replace(with: loaded.stack)
      hasValues = state.stack.pending?.isEmpty == false
      state.found = loaded
      (state.stored, state.inFlight) = (loaded.stored, nil)
      (state.isValidated, state.isEnrolled) = (false, hasValues)
    }
    // Observers of a replaced stack were notified above. Others observe the end of the problem.
    if isReplaced { loaded?.noteFailures() } else { tellObservers() }
    if hasValues { writer.enroll(self, schedules: false) }
  }

  /// Makes the path and the current list entry pending as new visits, because the store's new file
  /// has none of the stack's visits. List entries that the new file has for this stack are kept.
  func writeWholeToNewFile() {
    let time = writer.now
    writer.endingTurns { next in
      let turn = next()
      withState { state in
        state.stack.endTurn(at: time, turn: turn)
        state.stack.makePathPending(at: time, turn: turn)
        for node in state.found.stack.chain { node.forgetNumber() }
        let isRootForgotten = state.stack.isRootForgotten
        state.stored = StoredStack(
          root: isRootForgotten ? .success(nil) : nil,
          isRootStale: state.stack.rootRoute != nil && !isRootForgotten)
        (state.inFlight, state.isEnrolled) = (nil, true)
      }
    }
    writer.enroll(self, schedules: true)
    tellObservers()
  }
}

extension LiveStack.State {
  /// Whether the path, the root route or the back/forward list of an unread stack was changed.
  /// Changes of values and titles don't count.
  fileprivate var isTouched: Bool {
    stack.isTurnOpen || stack.pending?.changesStack == true || inFlight?.changesStack == true
  }
}

extension StackChange {
  /// Whether the pending changes include any that are not values or titles.
  fileprivate var changesStack: Bool { isDirty || isRootDirty || !entries.isEmpty }
}

extension StackState {
  /// Replaces this stack by `found`, the stack in the file. Keeps the pending values of the root
  /// screen, and the pending titles of items.
  fileprivate mutating func replace(with found: StackState) {
    let old = self
    self = found.following(old)
    guard let unwritten = old.pending else { return }
    for (key, value) in unwritten.values where key.node === old.root {
      setValue(value, named: key.name, of: root)
    }
    change.titles = unwritten.titles
  }

  /// Makes the visits of the path pending as new visits, for a file that has none of them. Drops
  /// all list entries except the root screen and the top of the path, because other visits are only
  /// in the store's earlier file.
  fileprivate mutating func makePathPending(at time: Int64, turn: Int64) {
    let change = StackChange()
    if let pending { (change.values, change.titles) = (pending.values, pending.titles) }
    let (root, chain) = (root, chain)
    change.drop { node in node !== root && !chain.contains { $0 === node } }
    pending = change
    for node in chain {
      node.forgetNumber()
      guard !node.isForgotten else { continue }
      let isSeen = node === tip && node.isSeen
      change.append(.made(seenAt: isSeen ? time : nil), of: node, turn: turn)
    }
    list = BackForwardList(root: root, limit: list.limit)
    if tip !== root { list.push(tip) }
    dropRoot()
    adoptedTop = nil
    // In the new file, the window's list has only the current entry. The steps of this turn must
    // not add entries to it.
    steps = []
    change.isDirty = true
    revision += 1
  }
}
