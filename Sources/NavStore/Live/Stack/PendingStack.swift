import NavStorePlatform

/// What a live stack has not written yet: many changes cost one row.
struct PendingStack {
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

    /// The visit's route when it was taken.
    var route: ErasedRoute?

    /// The visit that the event is about.
    var node: VisitNode {
      switch event {
      case .made(let node, _), .seen(let node, _), .refreshed(let node): node
      }
    }
  }

  private(set) var entries: [Entry] = []

  var events: [Event] { entries.map(\.event) }

  /// The visits that the events are about.
  var nodes: [VisitNode] { entries.map(\.node) }

  /// The visits that the events, values and titles are about.
  var allNodes: [VisitNode] { nodes + values.keys.map(\.node) + titles.values.map(\.node) }

  /// The last value by visit and name.
  var values: [ValueKey: StoredValue] = [:]

  /// The last title by visit, for the visit's item.
  var titles: [ObjectIdentifier: Title] = [:]

  struct Title {
    let node: VisitNode
    let title: StoredTitle

    /// The visit's route when it was taken.
    var route: ErasedRoute?
  }

  /// Titles of items whose screens have gone, by a route of each; the last one counts.
  var itemTitles: [(route: ErasedRoute, title: StoredTitle)] = []

  /// Whether the stack's row has to be written.
  var isDirty = false

  /// Whether the root route is another than the stack's row says.
  var isRootDirty = false

  /// Whether the root screen is another one now: the values of the one before it go.
  var dropsRootValues = false

  /// The last value by name of the stack's scene that was set together with it.
  var sceneValues: [ByteKey: StoredValue] = [:]

  /// The stored forms of the next new visits, in their order, if `save` has encoded them already.
  var encoded: [(route: ErasedRoute, form: StoredRoute)] = []

  var isEmpty: Bool {
    entries.isEmpty && values.isEmpty && titles.isEmpty && itemTitles.isEmpty
      && sceneValues.isEmpty && !isDirty && !isRootDirty
  }

  mutating func append(_ event: Event, turn: Int64) {
    entries.append(Entry(event: event, turn: turn))
  }

  /// Forgets what there was to say of some visits.
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

  /// Takes back changes that could not be written: they come before these.
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

/// A small value as it is written.
package enum StoredValue: Sendable, Equatable {
  case json(Data)

  /// A `Data`, which is stored as it is: as JSON it would be a third larger.
  case bytes(Data)

  /// A value of a window that is a route, as JSON and as the route is stored. It goes when that is
  /// removed; with `restartsStack`, the stack that it is set together with starts anew then.
  case route(Data, StoredRoute, restartsStack: Bool)
  case removed

  var byteCount: Int {
    switch self {
    case .json(let data), .bytes(let data), .route(let data, _, _): data.count
    case .removed: 0
    }
  }
}
