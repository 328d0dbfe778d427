/// The unwritten changes of a stack, from the first one to their commit. Many changes cost one write of
/// the stack's row.
///
/// A live stack adds its changes, and then a snapshot of itself at the end of the last turn. The
/// writer takes the object. Encoding adds the events and the row that one transaction writes, and
/// the transaction adds the numbers of the new visits in the file.
///
/// A class, because copying a struct would be a large part of a commit's cost. Checks of the accesses
/// to `entries`, `values` and `titles` would be a fiftieth.
final class StackChange {
  /// A change of a visit, and the number of its turn. All stacks of a store number their turns by
  /// one counter.
  struct Entry {
    enum Kind {
      /// A new visit. If it was on top at the end of a turn, `seenAt` is the time of that end.
      /// Otherwise, for example if another screen covers the visit, `seenAt` is `nil`.
      case made(seenAt: Int64?)

      /// A visit that was not seen before, such as one covered by another screen, was on top at the
      /// end of a turn.
      case seen(at: Int64)

      /// The route of a visit was replaced by an equal route with other bits. Encoding the change
      /// shows whether the stored form differs.
      case refreshed
    }

    let kind: Kind
    let node: VisitNode
    let turn: Int64

    /// The visit's route when the writer took the change from the live stack.
    fileprivate(set) var route: ErasedRoute?
  }

  @exclusivity(unchecked)
  private(set) var entries: [Entry] = []

  /// The last value that was set, by visit and name.
  @exclusivity(unchecked)
  var values: [ValueKey: StoredValue] = [:]

  /// The last title that was set for the item of a visit, by the visit's node. The node is on no
  /// stack if the route of the title has no visit in memory.
  @exclusivity(unchecked)
  var titles: [ObjectIdentifier: (node: VisitNode, title: StoredTitle, route: ErasedRoute?)] = [:]

  /// Whether the stack's row has to be written.
  var isDirty = false

  /// Whether the root route was changed after it was last written to the stack's row.
  var isRootDirty = false

  /// Whether the root route was replaced. The write then deletes the earlier root screen's values
  /// from the file.
  var dropsRootValues = false

  // MARK: The stack at the end of the last turn

  private(set) var revision = 0

  /// The back/forward list; `nil` before the first turn has ended.
  var list: BackForwardList<VisitNode>?
  var root: ErasedRoute?
  var isRootForgotten = false

  // MARK: As it is written

  /// The stack in the file, as this process knew it when the writer took the change. The root is
  /// that of the change.
  var stored = StoredStack()

  /// The time at which the writer took the change from the live stack, in milliseconds since 1970.
  private(set) var time: Int64 = 0

  /// The writes of this change, except for the stack's row.
  var writes = Writes()

  /// The list with references to the top visits of its entries; `nil` if the stack's row doesn't
  /// change.
  var tips: BackForwardList<Int64>?

  // MARK: In the file

  /// The stack's row in the file after the write of this change.
  var row: (id: Int64, account: Int64, revision: Int64) = (0, 0, 0)

  /// The numbers that the write has given to the visits in `writes.made`, in the same order.
  var ids: [Int64] = []

  /// The number of visits that this change has written and that the counters of items don't include
  /// yet.
  var uncounted = 0

  /// The list that was written if another process had changed the stack's row, with the entries of
  /// that process; otherwise, `nil`.
  var merged: BackForwardList<Int64>?
}

// MARK: - Collecting changes

extension StackChange {
  /// Whether there is nothing to write.
  var isEmpty: Bool {
    entries.isEmpty && values.isEmpty && titles.isEmpty && !isDirty && !isRootDirty
  }

  /// The nodes of the visits that have an entry, a title or a value.
  var nodes: [VisitNode] {
    entries.map(\.node) + titles.values.map(\.node) + values.keys.map(\.node)
  }

  func append(_ kind: Entry.Kind, of node: VisitNode, turn: Int64) {
    entries.append(Entry(kind: kind, node: node, turn: turn, route: nil))
  }

  /// Drops the entries, values and titles of the visits for which `isGone` returns `true`.
  func drop(_ isGone: (VisitNode) -> Bool) {
    entries.removeAll { isGone($0.node) }
    dropValues(isGone)
    for (id, title) in titles where isGone(title.node) { titles[id] = nil }
  }

  /// Drops the values of the visits for which `isGone` returns `true`.
  func dropValues(_ isGone: (VisitNode) -> Bool) {
    for key in values.keys where isGone(key.node) { values[key] = nil }
  }

  /// Inserts `older` changes in front of these changes.
  func putBack(_ older: StackChange) {
    entries = older.entries + entries
    for (key, value) in older.values
    where values[key] == nil && !(dropsRootValues && key.node.parent == nil) {
      values[key] = value
    }
    titles.merge(older.titles) { newer, _ in newer }
    dropsRootValues = dropsRootValues || older.dropsRootValues
    isDirty = isDirty || older.isDirty
    isRootDirty = isRootDirty || older.isRootDirty
  }
}

// MARK: - Before the write

extension StackChange {
  /// Copies the parts of a stack that a write needs. Call it under the stack's lock, when no turn has
  /// changed the stack since the last change was added.
  func takeSnapshot(of stack: borrowing StackState) {
    (revision, list) = (stack.revision, stack.list)
    (root, isRootForgotten) = (stack.rootRoute, stack.isRootForgotten)
  }

  /// Adds the stack in the file, before the change is encoded. Keeps the present routes of the
  /// visits, because the app may change them before they are encoded. Call it under the stack's
  /// lock.
  func prepare(at time: Int64, over stored: StoredStack) {
    (self.time, self.stored) = (time, stored)
    if isRootDirty { (self.stored.root, self.stored.isRootStale) = (nil, true) }
    for index in entries.indices { entries[index].route = entries[index].node.route }
    for (id, title) in titles { titles[id]?.route = title.node.route }
    // An earlier write of this change may have failed.
    (tips, ids, uncounted, merged) = (nil, [], 0, nil)
  }

  /// Calls `body` with the routes that ``prepare(at:over:)`` has kept.
  func eachRoute(_ body: (ErasedRoute) -> Void) {
    for case .some(let route) in entries.lazy.map(\.route) { body(route) }
    for case .some(let route) in titles.values.lazy.map(\.route) { body(route) }
  }
}

// MARK: - The write

extension StackChange {
  /// A write to the file. It refers to a visit by its number, or by -1 for the first new visit in
  /// `writes.made`, -2 for the second, and so on.
  enum Event {
    case visit(StoredRoute, on: Int64, seenAt: Int64?, replaced: Bool)
    case seen(Int64, at: Int64)
    case refreshed(Int64, StoredRoute)
    case value(StoredValue, named: String, of: Int64)
    case title(StoredTitle, of: Int64)
    case itemTitle(StoredTitle, key: String)
  }

  /// Whether the encoded change alters nothing in the file.
  var writesNothing: Bool { writes.events.isEmpty && tips == nil }

  /// Returns the positions of the events of several stacks, sorted by the numbers of their turns.
  /// Each stack's events keep their order.
  static func inOrder(_ changes: [StackChange]) -> [(stack: Int, event: Int)] {
    let places = changes.indices.flatMap { stack in
      changes[stack].writes.events.indices.map { (stack: stack, event: $0) }
    }
    let turns = places.map { changes[$0.stack].writes.events[$0.event].turn }
    return turns.positionsInOrder.map { places[$0] }
  }

  /// Whether the change alters the history. A new visit that was not seen doesn't count, because it
  /// is not part of the history.
  var changesHistory: Bool {
    writes.events.contains { change in
      switch change.event {
      case .visit(_, on: _, let seenAt, replaced: _): seenAt != nil
      case .seen, .refreshed, .title, .itemTitle: true
      case .value: false
      }
    }
  }

  /// Whether the title of an item, or the item of a visit, may change.
  var changesTitles: Bool {
    writes.events.contains { change in
      switch change.event {
      case .title, .itemTitle, .refreshed: true
      default: false
      }
    }
  }

  /// Returns the number in the file of the visit to which an event refers by `ref`. A new visit
  /// must have been written.
  func number(_ ref: Int64) -> Int64 { ref >= 0 ? ref : ids[Int(-1 - ref)] }
}
