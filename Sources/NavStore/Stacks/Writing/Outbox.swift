#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a session has not written yet. The stack and the list themselves are not in it: the writer
/// takes them as they are when it writes, so many changes cost one row.
struct Outbox {
  enum Event {
    /// A visit came about; nil: covered, not seen.
    case made(VisitNode, seenAt: Int64?)

    /// A covered visit came on top.
    case seen(VisitNode, at: Int64)

    /// A visit's route was replaced by an equal one with other bits. Whether it is stored
    /// differently the writer finds out.
    case refreshed(VisitNode)
  }

  /// An event, and the turn that made it: turns count on across all sessions of a store.
  struct Entry {
    let event: Event
    let turn: Int64
  }

  private(set) var entries: [Entry] = []

  var events: [Event] { entries.map(\.event) }

  /// The visits that the events are about.
  var nodes: [VisitNode] {
    entries.map { entry in
      switch entry.event {
      case .made(let node, _), .seen(let node, _), .refreshed(let node): node
      }
    }
  }

  /// The last value by visit and name.
  var values: [ValueKey: StoredValue] = [:]

  /// The last title by visit, for the visit's item.
  var titles: [ObjectIdentifier: (node: VisitNode, title: StoredTitle)] = [:]

  /// Titles of items whose screens have gone, by a route of each; the last one counts.
  var itemTitles: [(route: AnyRoute, title: StoredTitle)] = []

  /// Whether the stack's row has to be written.
  var isDirty = false

  /// Whether the root route is another than the stack's row says.
  var isRootDirty = false

  /// Whether the root screen is another one now: the values of the one before it go.
  var dropsRootValues = false

  /// The last value by name of the stack's scene that was set together with it.
  var sceneValues: [ByteKey: StoredValue] = [:]

  var isEmpty: Bool {
    entries.isEmpty && values.isEmpty && titles.isEmpty && itemTitles.isEmpty
      && sceneValues.isEmpty && !isDirty && !isRootDirty
  }

  mutating func append(_ event: Event, turn: Int64) {
    entries.append(Entry(event: event, turn: turn))
  }

  /// Forgets what there was to say of some visits.
  mutating func drop(_ isGone: (VisitNode) -> Bool) {
    entries.removeAll { entry in
      switch entry.event {
      case .made(let node, _), .seen(let node, _), .refreshed(let node): isGone(node)
      }
    }
    values = values.filter { !isGone($0.key.node) }
    titles = titles.filter { !isGone($0.value.node) }
  }

  /// Takes back what could not be written: it comes before what there is now.
  mutating func putBack(_ unwritten: Outbox) {
    entries = unwritten.entries + entries
    let lasting = unwritten.values.filter { !dropsRootValues || $0.key.node.parent != nil }
    values.merge(lasting) { newer, _ in newer }
    dropsRootValues = dropsRootValues || unwritten.dropsRootValues
    titles.merge(unwritten.titles) { newer, _ in newer }
    itemTitles = unwritten.itemTitles + itemTitles
    sceneValues.merge(unwritten.sceneValues) { newer, _ in newer }
    isDirty = isDirty || unwritten.isDirty
    isRootDirty = isRootDirty || unwritten.isRootDirty
  }
}

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

/// A small value as it is written.
package enum StoredValue: Sendable, Hashable {
  case json(Data)

  /// A value of a scene that is a route, as JSON and as the route is stored. It goes when that is
  /// removed; with `restartsStack`, the stack that it is set together with starts anew then.
  case route(Data, StoredRoute, restartsStack: Bool)
  case removed
}
