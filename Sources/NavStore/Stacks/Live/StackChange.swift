/// The changes of ended turns that a stack has to write.
///
/// It first holds the stack as those turns left it, then the events and the row that one
/// transaction writes, and finally the numbers of the new visits in the file.
///
/// A class, because copying it would be a large part of a commit's cost.
final class StackChange {
  var pending: PendingStack
  let revision: Int
  var list: BackForwardList<VisitNode>
  var root: ErasedRoute?
  var isRootForgotten: Bool

  // MARK: As it is written

  /// The stack's row as the session knows it; `nil` if there was none.
  private(set) var known: (id: Int64, account: Int64, revision: Int64)?

  /// The time at which the change was taken.
  private(set) var time: Int64 = 0

  /// Whether the stack's scene was closed when it was restored.
  private(set) var reopensScene = false

  /// The events, each with its turn, in the order of turns.
  private(set) var events: [(event: Event, turn: Int64)] = []

  /// The new visits, in the order of the events.
  var made = IdentityList<VisitNode>()

  /// The tops of the list's entries, and the position of the current entry; `nil` if the stack's
  /// row doesn't change.
  var tips: (refs: [Int64], position: Int)?

  /// The stored form of the root; `nil` before it was encoded.
  var storedRoot: StoredRoot?

  /// Whether the root route in the stack's row may differ.
  private(set) var setsRoot = false

  /// The fingerprints of refreshed visits as they are in the file.
  var replaced: [(node: VisitNode, fingerprint: Int64)] = []

  /// Values of screens that are not stored.
  var unstoredValues: [(key: ValueKey, value: StoredValue)] = []

  /// Visits that could not be stored, with their errors. `nil` means that the visit is stored after
  /// all.
  var unstored: [(node: VisitNode, error: NavStore.Error?)] = []

  // MARK: In the file

  /// The stack's row as it is in the file.
  var row: (id: Int64, account: Int64, revision: Int64) = (0, 0, 0)

  /// The numbers of the new visits, in order.
  var ids: [Int64] = []

  /// The number of visits that wait to be counted.
  var uncounted = 0

  /// The list as it is in the file, if another process had changed the stack.
  var merged: (tips: [Int64], position: Int)?

  /// Whether a value was not written because its owner has too many.
  var refusesValue = false

  /// Notes the state of a stack, under its lock.
  init(_ pending: consuming PendingStack, of stack: borrowing StackState) {
    self.pending = pending
    list = stack.list
    revision = stack.revision
    root = stack.rootRoute
    isRootForgotten = stack.isRootForgotten
  }

  /// Copies changes without their events and their row.
  init(unencoded other: StackChange) {
    pending = other.pending
    list = other.list
    revision = other.revision
    root = other.root
    isRootForgotten = other.isRootForgotten
  }

  /// Creates the change of a salvaged stack that was saved at `time`.
  init(savedAt time: Int64, root: StoredRoute?) {
    pending = PendingStack()
    list = BackForwardList(root: .root(), limit: 2)
    revision = 0
    isRootForgotten = false
    self.time = time
    storedRoot = root.map { .route($0) }
    setsRoot = true
  }

  /// Prepares for encoding, under the stack's lock.
  func prepare(
    at time: Int64, known: (id: Int64, account: Int64, revision: Int64)?, reopensScene: Bool,
    storedRoot: StoredRoot?, isStoredRootStale: Bool
  ) {
    pending.noteRoutes()
    (self.time, self.known, self.reopensScene) = (time, known, reopensScene)
    self.storedRoot = pending.isRootDirty ? nil : storedRoot
    setsRoot = pending.isRootDirty || isStoredRootStale
  }

  var isEmpty: Bool { events.isEmpty && tips == nil }

  /// Adds an event. An event of turn 0 belongs to the turn of the event before.
  func append(_ event: Event, turn: Int64) {
    events.append((event, max(turn, events.last?.turn ?? 0)))
  }

  /// Returns the events of several stacks in the order of their turns, and in the order of each stack.
  static func inOrder(_ changes: [StackChange]) -> [(stack: Int, event: Int)] {
    let places = changes.indices.flatMap { stack in
      changes[stack].events.indices.map { (stack: stack, event: $0) }
    }
    return places.sorted { a, b in
      (changes[a.stack].events[a.event].turn, a.stack, a.event)
        < (changes[b.stack].events[b.event].turn, b.stack, b.event)
    }
  }

  /// Whether the history changes. A covered visit is not part of it yet.
  var changesHistory: Bool {
    events.contains { change in
      switch change.event {
      case .visit(_, on: _, let seenAt, replaced: _): seenAt != nil
      case .seen, .refreshed, .title, .itemTitle: true
      case .value, .sceneValue: false
      }
    }
  }

  /// Whether the title of an item may change.
  var changesTitles: Bool {
    events.contains { change in
      switch change.event {
      case .title, .itemTitle: true
      default: false
      }
    }
  }

  /// A write to the file. A visit is given by its number, or by -1 for the first new visit, -2 for
  /// the next, and so on.
  enum Event {
    case visit(StoredRoute, on: Int64, seenAt: Int64?, replaced: Bool)
    case seen(Int64, at: Int64)
    case refreshed(Int64, StoredRoute)
    case value(StoredValue, named: String, of: Int64)
    case title(StoredTitle, of: Int64)
    case itemTitle(StoredTitle, key: String)
    case sceneValue(StoredValue, named: String)
  }

  /// Returns the number of a visit of an event.
  func number(_ ref: Int64) -> Int64 { ref >= 0 ? ref : ids[Int(-1 - ref)] }
}
