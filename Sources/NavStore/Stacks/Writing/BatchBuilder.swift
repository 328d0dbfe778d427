/// Encodes an outbox, and finds the stored form of a stack that holds routes that are not stored.
///
/// The file is always that projection: the stack ends below the first route that is not stored,
/// because it is not meant to be or because it cannot be; routes above it are history on the
/// nearest stored visit.
struct BatchBuilder {
  private let codec: RouteCodec<AnyRoute>
  private let depthLimit: Int

  /// The batch's new visits, in order.
  var made: [VisitNode] { places.made.elements }

  /// What refreshed visits were stored as.
  var replaced: [(node: VisitNode, fingerprint: Int64)] = []

  /// Values of screens that the file has no place for.
  private(set) var unstoredValues: [(key: ValueKey, value: StoredValue)] = []

  /// The visits that could not be stored though they are meant to be; with nil, those that are
  /// stored after all.
  private(set) var unstored: [(node: VisitNode, error: NavStore.Error?)] = []
  private var places = BatchPlaces()
  private var encoded = EncodedRoutes()

  /// What the root route is stored as.
  var root: StoredRoot?

  /// Whether nothing of the root screen is to be written.
  var isRootForgotten = false

  init(codec: RouteCodec<AnyRoute>, depthLimit: Int) {
    self.codec = codec
    self.depthLimit = depthLimit
  }

  mutating func batch(
    of taken: SessionCore.Taken, key: StackKey, time: Int64
  ) -> StackBatch {
    let root = taken.storedRoot ?? StoredRoot(taken.root, codec: codec)
    self.root = root
    encoded = taken.encoded
    var batch = StackBatch(
      key: key, known: taken.known, time: time, reopensScene: taken.reopensScene)
    batch.dropsRootValues = taken.outbox.dropsRootValues
    for (entry, route) in zip(taken.outbox.entries, taken.routes) {
      if let event = stored(entry.event, route) {
        batch.append(event, turn: entry.turn)
      }
    }
    if !taken.outbox.values.isEmpty {
      for (key, value) in taken.outbox.values {
        if places.isStored(key.node), key.node.parent != nil || !isRootForgotten {
          batch.append(.value(value, named: key.name, of: places.ref(key.node)), turn: 0)
        } else {
          unstoredValues.append((key, value))
        }
      }
    }
    if !taken.titles.isEmpty {
      for title in taken.titles where places.isStored(title.node) && isInHistory(title.route) {
        batch.append(.title(title.title, of: places.ref(title.node)), turn: 0)
      }
    }
    for (route, title) in taken.outbox.itemTitles {
      guard let item = try? codec.encode(route), item.isInHistory else { continue }
      batch.append(.itemTitle(title, key: item.historyKey), turn: 0)
    }
    for (name, value) in taken.outbox.sceneValues {
      batch.append(.sceneValue(value, named: name.text), turn: 0)
    }
    if taken.outbox.isDirty || taken.outbox.isRootDirty || !replaced.isEmpty {
      let (tips, position) =
        root.isTransient ? ([.stored(0)], 0) : places.tips(of: taken.list.entries, taken.list.index)
      // The current entry, not the top of the stack: after a salvage that is still the old tip.
      batch.row = StackBatch.Row(
        tips: tips, position: position, tip: tips[position], limit: taken.list.limit,
        root: root.route, setsRoot: taken.setsRoot, joins: taken.joinsList)
    }
    return batch
  }

  private mutating func stored(_ event: Outbox.Event, _ route: AnyRoute?) -> StackBatch.Event? {
    switch event {
    case .made(let node, let time):
      guard let route, isWithinDepth(node), let stored = encode(route, of: node) else {
        node.markStorable(false)
        return nil
      }
      node.markStorable(true)
      let parent = node.parent.map(places.ref) ?? .stored(0)
      node.fingerprint = stored.fingerprint
      places.add(node)
      // A visit that is no history is one that nobody has seen, for good.
      let seenAt = stored.isInHistory ? time : nil
      return .visit(stored, on: parent, seenAt: seenAt, replaced: node.replaced)
    case .seen(let node, let time):
      guard let route, places.isStored(node), isInHistory(route) else { return nil }
      return .seen(places.ref(node), at: time)
    case .refreshed(let node):
      guard let route, places.isStored(node), let stored = encode(route, of: node) else {
        return nil
      }
      if node.unstoredReason != nil { unstored.append((node, nil)) }
      guard stored.fingerprint != node.fingerprint else { return nil }
      replaced.append((node, node.fingerprint))
      node.fingerprint = stored.fingerprint
      return .refreshed(places.ref(node), stored)
    }
  }

  /// The stored form of a visit's route; nil where it has none.
  private mutating func encode(_ route: AnyRoute, of node: VisitNode) -> StoredRoute? {
    if let stored = encoded.take(route) { return stored }
    do throws(NavStore.Error) {
      return try codec.encode(route)
    } catch {
      if error.code != .notStored { unstored.append((node, error)) }
      return nil
    }
  }

  private mutating func isWithinDepth(_ node: VisitNode) -> Bool {
    guard node.depth > depthLimit else { return true }
    // Those above it are none the worse.
    if node.depth == depthLimit + 1 { unstored.append((node, .tooDeep(limit: depthLimit))) }
    return false
  }

  private func isInHistory(_ route: AnyRoute?) -> Bool {
    route.flatMap { try? codec.encode($0) }?.isInHistory != false
  }
}
