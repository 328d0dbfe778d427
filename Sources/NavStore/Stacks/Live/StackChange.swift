/// The changes of a stack's ended turns that are not in the file, from their snapshot to their
/// commit.
///
/// A new change has a copy of the stack at the end of those turns. Encoding adds the events and the
/// row that one transaction writes. The transaction adds the numbers of the new visits in the file.
///
/// A class, because copying a struct would be a large part of a commit's cost.
final class StackChange {
  /// The changes to write. The runtime checks each access to them in place. So read a copy, as in
  /// `map { $0.pending }`.
  var pending: PendingStack
  let revision: Int
  var list: BackForwardList<VisitNode>
  var root: ErasedRoute?
  var isRootForgotten: Bool

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

  /// Copies the parts of a stack that a write needs. Call it under the stack's lock.
  init(_ pending: consuming PendingStack, of stack: borrowing StackState) {
    self.pending = pending
    list = stack.list
    revision = stack.revision
    root = stack.rootRoute
    isRootForgotten = stack.isRootForgotten
  }

  /// Adds the stack in the file, before the change is encoded. Call it under the stack's lock.
  func prepare(at time: Int64, over stored: StoredStack) {
    (self.time, self.stored) = (time, stored)
    if pending.isRootDirty { (self.stored.root, self.stored.isRootStale) = (nil, true) }
    pending.takeRoutes()
    // An earlier write of this change may have failed.
    (tips, ids, uncounted, merged) = (nil, [], 0, nil)
  }

  var isEmpty: Bool { writes.events.isEmpty && tips == nil }

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

  /// Returns the number in the file of the visit to which an event refers by `ref`. A new visit
  /// must have been written.
  func number(_ ref: Int64) -> Int64 { ref >= 0 ? ref : ids[Int(-1 - ref)] }
}
