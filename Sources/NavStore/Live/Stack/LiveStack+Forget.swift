import NavStoreSQLite

// What was forgotten, followed by a live stack. On the writer's queue.

extension LiveStack {
  /// The visits that the stack, its list and what it has to write stand on, and that were removed from the file.
  func visitsGone(in connection: Connection) throws -> Set<Int64> {
    let numbers = withState { state in
      state.stack.concerned.map(\.id) + state.foundNodes.map(\.id)
        + state.stack.allEntries.map(\.id)
    }
    let visits = Set(numbers.lazy.filter { $0 > 0 })
    return visits.subtracting(try VisitTable(db: connection).living(visits))
  }

  /// Visits were forgotten: gone from the file, while what is on screen stays there.
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

  /// The file has no root route any more; on screen it stays, and nothing of it is written.
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
  /// Whether it shows a screen that was forgotten.
  var showsForgotten: Bool { withState { $0.stack.hasGhosts || $0.stack.isRootForgotten } }
}

// What another process did to the file.
extension LiveStack {
  /// Whether another process has committed since it last looked at the file.
  var isBehind: Bool {
    get { withState { $0.isBehind } }
    set { withState { $0.isBehind = newValue } }
  }

  /// Looks again. The stack's row counts only if key, number and account agree; its revision is
  /// compared when it is written. What stood on visits that are gone stands, in the file, on the
  /// nearest one beneath that lives.
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
  /// The visits that it stands on: its stack, its list, and what it has not written yet.
  var standing: [Int64] { withState { $0.stack.standing } }
}

extension StackState {
  /// The visits in the file that its stack, its list and what is still to be written stand on.
  fileprivate var standing: [Int64] {
    tops.map { node in
      var node = node
      while node.id < 0, let parent = node.parent { node = parent }
      return node.id
    }
  }

  /// The tops of all that is in memory or still to be written.
  private var tops: [Node] {
    allEntries + [tip] + fresh + pendingNodes
  }

  /// Every node that is in memory or still to be written, lowest first.
  var concerned: [Node] { nodes(from: tops) }

  /// Makes ghosts of forgotten nodes: those in the live path stay, the others go with the list
  /// entries that they are the tops of.
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

  /// Lets go of ghosts that have left the live path: their entries go, and what stood on them stands
  /// on what is beneath.
  mutating func dropGhosts(besides isUnreadGone: (Node) -> Bool = { _ in false }) {
    let shown = Set(chain.lazy.filter(\.isForgotten).map(ObjectIdentifier.init))
    hasGhosts = !shown.isEmpty
    func isGone(_ node: Node) -> Bool {
      node.isForgotten && !shown.contains(ObjectIdentifier(node))
    }
    // Lowest first: whoever is moved finds its new parent in place.
    for node in loadedNodes where !isGone(node) {
      guard var beneath = node.parent, isGone(beneath) else { continue }
      while isGone(beneath), let parent = beneath.parent { beneath = parent }
      node.move(onto: beneath)
    }
    let top = tip
    list = list.without({ isGone($0) || isUnreadGone($0) }) { _ in top }
  }
}
