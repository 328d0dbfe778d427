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

  /// Follows the removal of visits from the file. Screens that are shown stay.
  func didForget(_ gone: Set<Int64>, _ roots: [Int64: RawRoute?]) {
    apply { state in
      if state.known.map({ roots[$0.id] != nil }) == true { state.forgetRoot() }
      state.forget(gone)
    }
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
  fileprivate mutating func forgetRoot() {
    guard stack.rootRoute != nil else { return }
    stack.isRootForgotten = true
    if let ended = stack.ended, !ended.pending.isRootDirty { ended.isRootForgotten = true }
    (storedRoot, isStoredRootStale) = (StoredRoot.none, false)
  }

  fileprivate mutating func forget(_ gone: Set<Int64>) {
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

extension StackState {
  /// The visits in the file that are the tops of the stack, its list and its pending changes, or below them.
  fileprivate var standing: [Int64] {
    tops.map { node in
      var node = node
      while node.id < 0, let parent = node.parent { node = parent }
      return node.id
    }
  }

  /// The tops of everything that is in memory or pending.
  private var tops: [Node] {
    allEntries + [tip] + fresh + pendingNodes
  }

  /// All nodes that are in memory or pending, lowest first.
  var concerned: [Node] { nodes(from: tops) }

  /// Marks nodes as forgotten. Those in the live path stay. The others are removed with the list entries
  /// whose tops they are.
  mutating func forget(_ gone: Set<Int64>) {
    func isGone(_ node: Node) -> Bool { gone.contains(node.id) }
    func isUnreadGone(_ entry: Node) -> Bool { !entry.isLoaded && isGone(entry) }
    // An open turn that is settled in the middle makes two entries, so first find out whether
    // anything is gone.
    guard !gone.isEmpty, (concerned + allEntries).contains(where: isGone) else { return }
    settle()
    for node in concerned.filter(isGone) { node.forget() }
    fresh.removeAll(where: \.isForgotten)
    changePending { $0.drop(\.isForgotten) }
    // Forgotten entries are left out when the list is encoded.
    if let ended { ended.list = ended.list.without(isUnreadGone) }
    dropGhosts(besides: isUnreadGone)
    noteChange()
  }

  /// Removes forgotten screens that have left the live path, with their entries. Nodes above them get the
  /// nearest remaining node as parent.
  mutating func dropGhosts(besides isUnreadGone: (Node) -> Bool = { _ in false }) {
    let shown = Set(chain.lazy.filter(\.isForgotten).map(ObjectIdentifier.init))
    hasGhosts = !shown.isEmpty
    func isGone(_ node: Node) -> Bool {
      node.isForgotten && !shown.contains(ObjectIdentifier(node))
    }
    // Lowest first, so that a new parent has been moved before.
    for node in loadedNodes where !isGone(node) {
      guard var beneath = node.parent, isGone(beneath) else { continue }
      while isGone(beneath), let parent = beneath.parent { beneath = parent }
      node.move(onto: beneath)
    }
    let top = tip
    list = list.without({ isGone($0) || isUnreadGone($0) }) { _ in top }
  }
}
