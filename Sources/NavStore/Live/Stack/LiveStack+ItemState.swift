import NavStoreSQLite

/// Which value of an item, by what names the item before it has a number.
struct ItemValueKey: Hashable, Sendable {
  let account: String

  /// The item's history key.
  let item: String
  let name: String

  static func == (a: ItemValueKey, b: ItemValueKey) -> Bool {
    a.name.hasBytes(of: b.name) && a.item.hasBytes(of: b.item) && a.account.hasBytes(of: b.account)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(bytesOf: account)
    hasher.combine(bytesOf: item)
    hasher.combine(bytesOf: name)
  }
}

/// A value of an item that was set and is not written yet, with the visit that it was set on: only
/// through that it reaches the file, so that nothing is written of what was forgotten meanwhile.
struct PendingItemValue: Sendable {
  let value: StoredValue
  let changed: Int64
  let session: LiveStack
  let node: VisitNode

  /// Whether it is the same setting.
  func isSame(as other: PendingItemValue) -> Bool {
    node === other.node && changed == other.changed && value == other.value
  }
}

extension LiveStack {
  /// Keeps a value with the item of a screen. Nothing happens if `find` finds none.
  func setItemState(
    _ value: StoredValue, named name: String, of find: (inout StackState) -> VisitNode?
  ) {
    let found = withState { state in
      find(&state.stack).map { (node: $0, route: $0.itemRoute) }
    }
    guard let (node, route) = found else { return }
    guard let key = itemKey(of: route, named: name), !hasEnded else {
      return keepUnstored(value, named: name, of: node)
    }
    // First: the writer may take the value as soon as it has it.
    prepare(node, forValueNamed: name)
    let pending = PendingItemValue(value: value, changed: writer.now, session: self, node: node)
    guard !writer.enroll(pending, for: key) else { return }
    withState { _ in node.unstoredValues[.ofItem(name)] = value }
  }

  /// The value that the item of a screen has; nil if it has none, or `find` finds no screen.
  func itemState(
    named name: String, of find: (StackState) -> VisitNode?
  ) throws(NavStore.Error) -> StoredValue? {
    // As it will be at the end of the turn: reading is not to split the turn in two.
    let found = withState { state in
      find(state.stack.settled).map {
        (route: $0.itemRoute, unstored: $0.unstoredValues[.ofItem(name)])
      }
    }
    guard let (route, unstored) = found else { return nil }
    guard let key = itemKey(of: route, named: name), !hasEnded else { return unstored }
    if let pending = writer.pending.withLock({ $0.itemValues[key] }) { return pending.value }
    if let unstored { return unstored }
    return try writer.readSync { connection in
      try ItemStateTable(db: connection).value(
        named: name, ofKey: key.item, account: key.account)
    }.map(StoredValue.json)
  }

  /// Nil if the route has no item. Not under the lock: the app's code encodes the route.
  private func itemKey(of route: ErasedRoute?, named name: String) -> ItemValueKey? {
    guard let route, let stored = try? codec.encode(route), stored.isInHistory else { return nil }
    return ItemValueKey(account: key.account, item: stored.historyKey, name: name)
  }

  /// A value needs its visit in the file: a stack that was adopted is saved now. What an earlier time
  /// without an item has left in memory counts no more.
  private func prepare(_ node: VisitNode, forValueNamed name: String) {
    let mustEnroll = withState { state in
      if !node.unstoredValues.isEmpty { node.unstoredValues[.ofItem(name)] = nil }
      guard state.stack.adoptedTop != nil, !state.stack.isTurnOpen else { return false }
      state.stack.endTurn(at: 0)
      defer { state.isEnrolled = true }
      return !state.isEnrolled
    }
    guard mustEnroll else { return }
    writer.enroll(self, schedules: false)
    writer.commitSoon()
  }

  /// Keeps a value with a screen that has no item, and says so the first time.
  private func keepUnstored(_ value: StoredValue, named name: String, of node: VisitNode) {
    // One in memory only, or of an account that left: known, and heard elsewhere.
    let isMeant = codec.tags.isEmpty || hasEnded
    let observers = withState { state -> [@Sendable () -> Void]? in
      let isFirst = !node.unstoredValues.keys.contains(where: \.isOfItem)
      if isFirst, value == .removed { return nil }
      node.unstoredValues[.ofItem(name)] = value
      guard isFirst, !isMeant else { return nil }
      state.hasUnstoredItemState = true
      return state.observers.map(\.tell)
    }
    guard let observers else { return }
    writer.failures.post(.noItem)
    ProblemLog.note("Item state stays in memory only. \(NavStore.Error.noItem)")
    for observer in observers { observer() }
  }

  /// The file will have no place for a value that waited: its visit is never stored.
  func keepInMemory(_ pending: PendingItemValue, named name: String) {
    withState { _ in
      guard !pending.node.isForgotten else { return }
      pending.node.unstoredValues[.ofItem(name)] = pending.value
    }
  }

  /// Where a screen with a value that waits stands.
  func standing(of node: VisitNode) -> ItemStanding {
    withState { state in
      if node.isForgotten { return .gone }
      if node.id > 0 {
        let isOnTop = state.stack.isShown && state.stack.settled.tip === node
        return .stored(visit: node.id, isLeft: !isOnTop)
      }
      let mayCome = state.isEnrolled || state.inFlight != nil || state.stack.isTurnOpen
      return mayCome ? .notYetStored : .gone
    }
  }
}

/// See ``LiveStack/standing(of:)``.
enum ItemStanding {
  /// `isLeft`: it is not the screen on top any more.
  case stored(visit: Int64, isLeft: Bool)

  /// Its turn is open, or its visit waits too.
  case notYetStored

  /// It was forgotten, left no trace in its turn, or is never stored.
  case gone
}

extension LiveStack.State {
  /// Why item state of a screen on the stack is in memory only; nil if there is none such. Costs
  /// a look through the stack once there was.
  var itemStateProblem: NavStore.Error? {
    guard hasUnstoredItemState else { return nil }
    let stack = stack.settled
    let isHeld = ([stack.root] + stack.chain).contains(where: \.hasUnstoredItemState)
    return isHeld ? .noItem : nil
  }
}

extension VisitNode {
  /// The route whose item its item state belongs to; nil if it has none.
  fileprivate var itemRoute: ErasedRoute? { isForgotten || isStandIn ? nil : route }

  fileprivate var hasUnstoredItemState: Bool {
    !unstoredValues.isEmpty && unstoredValues.contains { $0.key.isOfItem && $0.value != .removed }
  }
}
