// The encoding of a change. The stack in the file ends below the lowest route that is never stored
// or can't be stored. A visit above that route is stored in the history, with the nearest stored
// visit below as its parent.
extension StackChange {
  /// Encodes each route that ``encode(depthLimit:)`` needs. Runs code of the app, so call it without
  /// the stack's lock.
  func encodeRoutes(_ codec: RouteCodec) {
    stored.root = stored.root ?? StoredRoot(root, codec: codec)
    eachRoute { $0.encode(with: codec) }
  }

  /// Makes the events and the list entries for the stack's row, from the pending changes and the
  /// encoded routes. Call it under the stack's lock, because it changes nodes that other threads
  /// read.
  func encode(depthLimit: Int) {
    guard let root = stored.root, let list else { return }
    var writes = Writes(depthLimit: depthLimit)
    for entry in entries {
      if let event = writes.event(of: entry) { writes.append(event, turn: entry.turn) }
    }
    for (key, value) in values {
      if writes.isStored(key.node), key.node.parent != nil || !isRootForgotten {
        writes.append(.value(value, named: key.name, of: writes.ref(key.node)), turn: 0)
      } else {
        writes.unstoredValues.append((key, value))
      }
    }
    for (node, title, route) in titles.values where route.isInHistory {
      if writes.isStored(node) {
        writes.append(.title(title, of: writes.ref(node)), turn: 0)
      } else if !node.isForgotten, let item = try? route?.form?.get() {
        writes.append(.itemTitle(title, key: item.historyKey), turn: 0)
      }
    }
    // The next change of a visit encodes its route again, because its traits may have changed.
    eachRoute { $0.form = nil }
    if isDirty || isRootDirty || !writes.replaced.isEmpty {
      tips =
        root.isTransient ? BackForwardList(root: 0, limit: list.limit) : writes.tips(of: list)
    }
    self.writes = consume writes
  }

  /// The writes of a change. A struct, which is made at once, because the runtime would check each
  /// access to a property of the change.
  struct Writes {
    /// The largest depth of the stack.
    var depthLimit = 0

    /// The writes, each with the number of its turn, in the order of the turns.
    var events: [(event: Event, turn: Int64)] = []

    /// The visits that the change adds to the file, in the order of their events.
    var made = IdentityList<VisitNode>()

    /// The visits whose routes the change replaces in the file, with the fingerprints of the
    /// replaced routes. A failed write restores the fingerprints.
    var replaced: [(node: VisitNode, fingerprint: Int64)] = []

    /// Values of screens whose visits are not stored in the file.
    var unstoredValues: [(key: ValueKey, value: StoredValue)] = []

    /// Visits whose routes could not be stored, with the errors. `nil` means that an earlier write
    /// could not store the route, and this write can.
    var unstored: [(node: VisitNode, error: NavStore.Error?)] = []

    /// Adds an event. An event whose turn is smaller than the turn of the last event, such as 0,
    /// gets the turn of the last event.
    fileprivate mutating func append(_ event: Event, turn: Int64) {
      events.append((event, max(turn, events.last?.turn ?? 0)))
    }
  }
}

extension StackChange.Writes {
  fileprivate mutating func event(of entry: StackChange.Entry) -> StackChange.Event? {
    let node = entry.node
    switch entry.kind {
    case .made(let time):
      guard let stored = form(of: entry) else {
        node.markStorable(false)
        return nil
      }
      node.markStorable(true)
      let parent = ref(node.parent)
      node.fingerprint = stored.raw.fingerprint
      made.append(node)
      // A visit whose route is not recorded in the history is stored without a time, as if it
      // wasn't seen.
      let seenAt = stored.isInHistory ? time : nil
      return .visit(stored, on: parent, seenAt: seenAt, replaced: node.replaced)
    case .seen(let time):
      guard isStored(node), entry.route.isInHistory else { return nil }
      return .seen(ref(node), at: time)
    case .refreshed:
      guard isStored(node), let stored = form(of: entry) else { return nil }
      if node.unstoredReason != nil { unstored.append((node, nil)) }
      guard stored.raw.fingerprint != node.fingerprint else { return nil }
      replaced.append((node, node.fingerprint))
      node.fingerprint = stored.raw.fingerprint
      return .refreshed(ref(node), stored)
    }
  }

  /// Returns the stored form of a visit's route; `nil` if the route is never stored or can't be
  /// stored. Adds the error of a route that can't be stored to `unstored`.
  private mutating func form(of entry: StackChange.Entry) -> StoredRoute? {
    let (node, limit) = (entry.node, depthLimit)
    guard node.depth <= limit else {
      // Of the routes that are above the depth limit, only the lowest is reported.
      if node.depth == limit + 1 { unstored.append((node, .tooDeep(limit: limit))) }
      return nil
    }
    do throws(NavStore.Error) {
      return try entry.route?.form?.get()
    } catch {
      if error.reason != .notStored { unstored.append((node, error)) }
      return nil
    }
  }
}

extension ErasedRoute? {
  /// Whether visits of the encoded route are in the history. `true` for a route that can't be
  /// encoded, and for the root screen.
  fileprivate var isInHistory: Bool { (try? self?.form?.get())?.isInHistory != false }
}

// MARK: - References to visits

extension StackChange.Writes {
  fileprivate func isStored(_ node: VisitNode) -> Bool {
    node.id >= 0 || made.contains(node)
  }

  /// Returns a reference to the nearest stored visit from `node` down: its number in the file, or a
  /// negative number if it is in `made`. 0 is the root screen.
  fileprivate func ref(_ node: VisitNode?) -> Int64 {
    var next = node
    while let node = next, node.id < 0 {
      if let place = made.place(of: node) { return -1 - Int64(place) }
      next = node.parent
    }
    return next?.id ?? 0
  }

  /// Returns a list with references to the top visits that the entries of `list` have in the file.
  fileprivate func tips(of list: BackForwardList<VisitNode>) -> BackForwardList<Int64> {
    let (entries, position) = (list.entries, list.index)
    var tips: [Int64] = []
    tips.reserveCapacity(entries.count)
    var (newPosition, last) = (0, Int64.min)
    for index in entries.indices {
      // A forgotten screen is left out, unless it is the current entry, which is on screen.
      if entries[index].isForgotten, index != position {
        return self.tips(of: list.without(\.isForgotten))
      }
      let tip = shown(of: entries[index])
      // Neighboring entries have the same top visit in the file if their paths differ only above a
      // route that is not stored.
      if last != tip { tips.append(tip) }
      last = tip
      if index == position { newPosition = tips.count - 1 }
    }
    return BackForwardList(entries: tips, index: newPosition, limit: list.limit)
  }

  private func shown(of entry: VisitNode) -> Int64 {
    // Nearly all of a list's fifty entries are stored as a whole. Their numbers are found without a
    // search.
    entry.id >= 0 && entry.isShownWhole ? entry.id : ref(entry.projection)
  }
}
