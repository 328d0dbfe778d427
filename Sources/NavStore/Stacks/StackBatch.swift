/// What a stack writes in one transaction, everything encoded, and what came of it.
///
/// A class, because copying it would be much of what a commit costs.
final class StackBatch {
  let key: StackKey

  /// The stack's row as the session knows it; nil if there was none.
  let known: (id: Int64, account: Int64, revision: Int64)?

  /// The events, each with its turn, which never falls.
  private(set) var events: [(event: Event, turn: Int64)] = []

  /// When the batch was put together.
  let time: Int64

  /// Whether the stack's scene was closed when it was restored.
  let reopensScene: Bool

  /// Whether the values of the root screen go, before any event.
  var dropsRootValues = false

  /// Nil if the row need not change.
  var row: Row?

  /// Nil until it is written.
  var written: Written?

  var isEmpty: Bool { events.isEmpty && row == nil }

  init(
    key: StackKey, known: (id: Int64, account: Int64, revision: Int64)? = nil, time: Int64,
    reopensScene: Bool = false
  ) {
    self.key = key
    self.known = known
    self.time = time
    self.reopensScene = reopensScene
  }

  /// Adds an event; one of turn 0 belongs to the turn before it.
  func append(_ event: Event, turn: Int64) {
    events.append((event, max(turn, events.last?.turn ?? 0)))
  }

  /// The events of several batches in the order of their turns, each batch's own order kept.
  static func inOrder(_ batches: [StackBatch]) -> [(batch: Int, event: Int)] {
    let places = batches.indices.flatMap { batch in
      batches[batch].events.indices.map { (batch: batch, event: $0) }
    }
    return places.sorted { a, b in
      (batches[a.batch].events[a.event].turn, a.batch, a.event)
        < (batches[b.batch].events[b.event].turn, b.batch, b.event)
    }
  }

  /// Whether an answer of history can be another after it. A covered visit is none yet.
  var changesHistory: Bool {
    events.contains { change in
      switch change.event {
      case .visit(_, on: _, let seenAt, replaced: _): seenAt != nil
      case .seen, .refreshed, .title, .itemTitle: true
      case .value, .sceneValue: false
      }
    }
  }
}

extension StackBatch {
  /// A visit, by its number or by its place among the batch's new ones.
  struct Ref: Hashable {
    /// The number, or -1 and less for the first new one and those after it.
    private let code: Int64

    static func stored(_ number: Int64) -> Ref { Ref(code: number) }
    static func made(_ place: Int) -> Ref { Ref(code: -1 - Int64(place)) }

    /// Its number; `made` has the numbers of the batch's new visits, in order.
    func number(_ made: [Int64]) -> Int64 {
      code >= 0 ? code : made[Int(-1 - code)]
    }
  }

  enum Event {
    case visit(StoredRoute, on: Ref, seenAt: Int64?, replaced: Bool)
    case seen(Ref, at: Int64)
    case refreshed(Ref, StoredRoute)
    case value(StoredValue, named: String, of: Ref)
    case title(StoredTitle, of: Ref)
    case itemTitle(StoredTitle, key: String)
    case sceneValue(StoredValue, named: String)
  }

  struct Row {
    var tips: [Ref]
    var position: Int
    var tip: Ref
    var limit: Int

    /// The root route; nil if the app names none, or it is not stored.
    var root: StoredRoute?

    /// Whether the row may have another one.
    var setsRoot = false
  }

  struct Written {
    /// The stack's row as it stands now.
    var known: (id: Int64, account: Int64, revision: Int64)

    /// The numbers of the batch's new visits, in order.
    var ids: [Int64] = []

    /// The number of visits that wait to be counted.
    var uncounted = 0

    /// The list as it stands now, if another process had changed the stack.
    var merged: (tips: [Int64], position: Int)?

    /// Whether a value was not written because its owner has too many.
    var refusesValue = false

    func id(_ ref: Ref) -> Int64 { ref.number(ids) }
  }
}
