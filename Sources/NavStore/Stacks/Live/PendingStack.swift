import NavStorePlatform

/// The changes of a live stack that are not written to the file yet. Many changes cost one write of
/// the stack's row.
struct PendingStack {
  enum Event {
    /// A new visit. If it was on top at the end of a turn, `seenAt` is the time of that end.
    /// Otherwise, for example if another screen covers the visit, `seenAt` is `nil`.
    case made(seenAt: Int64?)

    /// A visit that was not seen before, such as one covered by another screen, was on top at the
    /// end of a turn.
    case seen(at: Int64)

    /// The route of a visit was replaced by an equal route with other bits. Encoding the changes
    /// shows whether the stored form differs.
    case refreshed
  }

  /// An event of a visit, and the number of its turn. All stacks of a store number their turns by
  /// one counter.
  struct Entry {
    let event: Event
    let node: VisitNode
    let turn: Int64

    /// The visit's route when the writer took the change from the live stack.
    fileprivate(set) var route: ErasedRoute?
  }

  private(set) var entries: [Entry] = []

  /// The nodes of the visits that have an event, a title or a value.
  var nodes: [VisitNode] {
    entries.map(\.node) + titles.values.map(\.node) + values.keys.map(\.node)
  }

  /// The last value that was set, by visit and name.
  var values: [ValueKey: StoredValue] = [:]

  /// The last title that was set for the item of a visit, by the visit's node. The node is on no
  /// stack if the route of the title has no visit in memory.
  var titles: [ObjectIdentifier: (node: VisitNode, title: StoredTitle, route: ErasedRoute?)] = [:]

  /// Whether the stack's row has to be written.
  var isDirty = false

  /// Whether the root route was changed after it was last written to the stack's row.
  var isRootDirty = false

  /// Whether the root route was replaced. The next write then deletes the earlier root screen's
  /// values from the file.
  var dropsRootValues = false

  var isEmpty: Bool {
    entries.isEmpty && values.isEmpty && titles.isEmpty && !isDirty && !isRootDirty
  }

  mutating func append(_ event: Event, of node: VisitNode, turn: Int64) {
    entries.append(Entry(event: event, node: node, turn: turn, route: nil))
  }

  /// Keeps the present routes of the visits that have an event or a title, because the app may
  /// change them before they are encoded.
  mutating func takeRoutes() {
    for index in entries.indices { entries[index].route = entries[index].node.route }
    for (id, title) in titles { titles[id]?.route = title.node.route }
  }

  /// Calls `body` with the routes that ``takeRoutes()`` has kept.
  func eachRoute(_ body: (ErasedRoute) -> Void) {
    for case .some(let route) in entries.lazy.map(\.route) { body(route) }
    for case .some(let route) in titles.values.lazy.map(\.route) { body(route) }
  }

  /// Drops the events, values and titles of the visits for which `isGone` returns `true`.
  mutating func drop(_ isGone: (VisitNode) -> Bool) {
    entries.removeAll { isGone($0.node) }
    dropValues(isGone)
    for (id, title) in titles where isGone(title.node) { titles[id] = nil }
  }

  /// Drops the values of the visits for which `isGone` returns `true`.
  mutating func dropValues(_ isGone: (VisitNode) -> Bool) {
    for key in values.keys where isGone(key.node) { values[key] = nil }
  }

  /// Inserts `older` changes in front of the changes in this value.
  mutating func putBack(_ older: PendingStack) {
    let newer = self
    self = older
    entries += newer.entries
    if newer.dropsRootValues { dropValues { $0.parent == nil } }
    dropsRootValues = dropsRootValues || newer.dropsRootValues
    for (key, value) in newer.values { values[key] = value }
    for (id, title) in newer.titles { titles[id] = title }
    isDirty = isDirty || newer.isDirty
    isRootDirty = isRootDirty || newer.isRootDirty
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
  case json([UInt8])

  /// A `Data`, which is stored without encoding, because it would be a third larger as JSON.
  case bytes([UInt8])

  /// A route that is a value of a window, such as its selection: as JSON and in its stored form.
  /// The value is deleted when the route is removed. If `restartsStack` is the name of a stack, a
  /// removal of the route also empties the path of that stack of the window.
  case route([UInt8], StoredRoute, restartsStack: String?)
  case removed
}
