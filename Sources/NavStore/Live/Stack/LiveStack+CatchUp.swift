import NavStoreSQLite

// How a live stack follows forgotten visits. On the writer's queue.

extension LiveStack {
  /// Returns the visits of the stack, its list and its pending changes that were removed from the file.
  func visitsGone(in connection: Connection) throws -> Set<Int64> {
    let numbers = withState { state in
      state.stack.concerned.map(\.id) + state.foundNodes.map(\.id)
        + state.stack.allEntries.map(\.id)
    }
    let visits = Set(numbers.lazy.filter { $0 > 0 })
    return visits.subtracting(try VisitTable(db: connection).living(visits))
  }
}

extension LiveStack.State {
  /// Whether the root route was written as it is, or read.
  fileprivate var hasRootInFile: Bool {
    guard stack.rootRoute != nil, !stack.isRootForgotten, !stack.isRootUnwritten,
      !isStoredRootStale
    else { return false }
    return storedRoot.map { $0.route != nil } ?? true
  }

  /// Follows the removal of the root route from the file. The screen stays, and is not saved.
  mutating func forgetRoot() {
    guard stack.rootRoute != nil else { return }
    stack.isRootForgotten = true
    if let ended = stack.ended, !ended.pending.isRootDirty { ended.isRootForgotten = true }
    (storedRoot, isStoredRootStale) = (StoredRoot.none, false)
  }

  mutating func forget(_ gone: Set<Int64>) {
    for node in foundNodes where gone.contains(node.id) { node.isForgotten = true }
    stack.forget(gone)
  }
}

extension LiveStack {
  /// Whether a forgotten screen is shown.
  var showsForgotten: Bool { withState { $0.stack.hasGhosts || $0.stack.isRootForgotten } }
}

// How a live stack follows other processes.
extension LiveStack {
  /// Whether another process has committed since the stack was last compared with the file.
  var isBehind: Bool {
    get { withState { $0.isBehind } }
    set { withState { $0.isBehind = newValue } }
  }

  /// Compares the stack with the file. The stack's row is used only if key, number and account agree. Its
  /// revision is compared when it is written. In the file, the parent of a visit is the nearest one below
  /// that was not removed.
  func catchUp(in connection: Connection) throws {
    let row = try StackTable(db: connection).find(key)
    let account = try AccountTable(db: connection).find(key.account)
    let gone = try visitsGone(in: connection)
    apply { state in
      state.isBehind = false
      if let known = state.known, state.hasRootInFile,
        row?.id == known.id ? row?.root == nil : account != known.account
      {
        state.forgetRoot()
      }
      if let known = state.known, row?.id != known.id || row?.account != known.account {
        state.known = nil
      }
      state.forget(gone)
    }
  }
}

extension LiveStack {
  /// The top visits of the stack, its list and its pending changes.
  var standing: [Int64] { withState { $0.stack.standing } }
}
