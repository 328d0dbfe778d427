import NavStorePlatform

/// The changes of a live stack that are not written yet. Many changes cost one row.
struct PendingStack {
  enum Event {
    /// A new visit; with `nil`, it is covered and was not seen.
    case made(VisitNode, seenAt: Int64?)

    /// A covered visit came on top.
    case seen(VisitNode, at: Int64)

    /// The route of a visit was replaced by an equal route with other bits. The writer finds out
    /// whether the stored form differs.
    case refreshed(VisitNode)
  }

  /// An event and the number of its turn. All sessions of a store share the numbers.
  struct Entry {
    let event: Event
    let turn: Int64

    /// The visit's route when the change was taken.
    var route: ErasedRoute?

    /// The visit of the event.
    var node: VisitNode {
      switch event {
      case .made(let node, _), .seen(let node, _), .refreshed(let node): node
      }
    }
  }

  private(set) var entries: [Entry] = []

  var events: [Event] { entries.map(\.event) }

  /// The visits of the events.
  var nodes: [VisitNode] { entries.map(\.node) }

  /// The visits of the events, values and titles.
  var allNodes: [VisitNode] { nodes + values.keys.map(\.node) + titles.values.map(\.node) }

  /// The last value by visit and name.
  var values: [ValueKey: StoredValue] = [:]

  /// The last title by visit, for the visit's item.
  var titles: [ObjectIdentifier: Title] = [:]

  struct Title {
    let node: VisitNode
    let title: StoredTitle

    /// The visit's route when the change was taken.
    var route: ErasedRoute?
  }

  /// Titles of items whose screens are not in memory, by a route of the item. The last title of an
  /// item counts.
  var itemTitles: [(route: ErasedRoute, title: StoredTitle)] = []

  /// Whether the stack's row has to be written.
  var isDirty = false

  /// Whether the root route differs from the one in the stack's row.
  var isRootDirty = false

  /// Whether the root screen was replaced, so that its old values are deleted.
  var dropsRootValues = false

  /// The last value by name that was set for the scene together with the stack.
  var sceneValues: [ByteKey: StoredValue] = [:]

  /// The stored forms of the next new visits, in order, if `save` has encoded them already.
  var encoded: [(route: ErasedRoute, form: StoredRoute)] = []

  var isEmpty: Bool {
    entries.isEmpty && values.isEmpty && titles.isEmpty && itemTitles.isEmpty
      && sceneValues.isEmpty && !isDirty && !isRootDirty
  }

  mutating func append(_ event: Event, turn: Int64) {
    entries.append(Entry(event: event, turn: turn))
  }

  /// Drops the changes of some visits.
  mutating func drop(_ isGone: (VisitNode) -> Bool) {
    entries.removeAll { isGone($0.node) }
    values = values.filter { !isGone($0.key.node) }
    titles = titles.filter { !isGone($0.value.node) }
  }

  /// Notes the routes of the visits as they are, under the stack's lock.
  mutating func noteRoutes() {
    for index in entries.indices { entries[index].route = entries[index].node.route }
    guard !titles.isEmpty else { return }
    titles = titles.mapValues { Title(node: $0.node, title: $0.title, route: $0.node.route) }
  }

  /// Adds changes that were made after these.
  mutating func append(_ newer: PendingStack) {
    entries += newer.entries
    if newer.dropsRootValues { values = values.filter { $0.key.node.parent != nil } }
    dropsRootValues = dropsRootValues || newer.dropsRootValues
    values.merge(newer.values) { _, newer in newer }
    titles.merge(newer.titles) { _, newer in newer }
    itemTitles += newer.itemTitles
    sceneValues.merge(newer.sceneValues) { _, newer in newer }
    isDirty = isDirty || newer.isDirty
    isRootDirty = isRootDirty || newer.isRootDirty
    encoded = newer.encoded
  }

  /// Takes back changes that could not be written. They come before these.
  mutating func putBack(_ unwritten: PendingStack) {
    var all = unwritten
    all.append(self)
    self = all
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

/// A small value in its stored form.
package enum StoredValue: Sendable, Equatable {
  case json(Data)

  /// A `Data`, which is stored without encoding, because it would be a third larger as JSON.
  case bytes(Data)

  /// A route as a value of a window, as JSON and in its stored form. It is deleted when the route
  /// is removed. With `restartsStack`, the stack that it was set with then starts at its root
  /// screen.
  case route(Data, StoredRoute, restartsStack: Bool)
  case removed

  var byteCount: Int {
    switch self {
    case .json(let data), .bytes(let data), .route(let data, _, _): data.count
    case .removed: 0
    }
  }
}
