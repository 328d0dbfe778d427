import NavStorePlatform

/// Sets unwritten values and titles of a stack, and applies changes of the file to the stack.
extension StackState {
  /// Empties the stack and drops its unwritten changes.
  mutating func reset() {
    self = StackState(backForwardLimit: list.limit).following(self)
  }

  /// Returns a copy of this stack that replaces `other` in a live stack. The copy has a higher
  /// revision than `other`, so that views update. It is on screen, and reports steps to the
  /// window's list, if `other` is and does.
  func following(_ other: StackState) -> StackState {
    var state = self
    state.revision = other.revision + 1
    (state.isFollowed, state.isShown) = (other.isFollowed, other.isShown)
    state.setListsRoot(other.listsRoot)
    return state
  }

  mutating func setValue(_ value: StoredValue, named name: String, of node: Node) {
    change.values[ValueKey(node: node, name: name)] = value
  }

  mutating func setTitle(_ title: StoredTitle, of node: Node) {
    change.titles[ObjectIdentifier(node)] = (node, title, nil)
  }

  /// Replaces the back/forward list by `merged`, the list in the file, which another process has
  /// also changed. Its entries are the numbers of visits.
  mutating func adopt(_ merged: BackForwardList<Int64>) {
    list = merged.visits(knownNodes)
    // If a forgotten screen is on top, the current entry in the file is a visit below it. Keep the
    // forgotten screen as the current entry in memory.
    if tip.isForgotten { list.replaceCurrent(with: tip) }
  }

  /// Applies the open turn's calls, and makes the new visits at and below the list's entries
  /// pending. `seenAt` returns the time at which a visit was seen.
  ///
  /// - Returns: The nodes of the new visits, parents first.
  @discardableResult
  mutating func queueVisits(turn: Int64, seenAt: (Node) -> Int64? = { _ in nil }) -> [Node] {
    settle()
    var made: [Node] = []
    for entry in list.entries where !entry.isQueued {
      let queued = made.count
      var node = entry
      while !node.isQueued, let parent = node.parent {
        node.isQueued = true
        made.append(node)
        node = parent
      }
      if made.count > queued + 1 { made[queued...].reverse() }
    }
    guard !made.isEmpty else { return [] }
    let change = change
    for node in made { change.append(.made(seenAt: seenAt(node)), of: node, turn: turn) }
    change.isDirty = true
    return made
  }

  /// The nodes of ``heldNodes`` that have a number in the file, by number.
  /// The root node has the number 0.
  var knownNodes: [Int64: Node] {
    var known: [Int64: Node] = [0: root]
    for node in heldNodes where node.id > 0 && known[node.id] == nil {
      known[node.id] = node
    }
    return known
  }
}

/// A value of a visit, by the visit's node and the name of the value.
struct ValueKey: Hashable {
  let node: VisitNode
  let name: String

  static func == (a: ValueKey, b: ValueKey) -> Bool {
    a.node === b.node && a.name.hasBytes(of: b.name)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(node))
    hasher.combine(bytesOf: name)
  }
}
