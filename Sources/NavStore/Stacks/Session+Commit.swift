extension NavStore.Session: WritableSession {
  // All on the writer's queue.

  func takeBatch() -> StackBatch? {
    let time = writer.configuration.nowMilliseconds
    var isTurnOpen = false
    let taken = withState { state -> Taken? in
      let encoded = state.encoded
      state.encoded = EncodedRoutes()
      state.isEnrolled = state.stack.isTurnOpen
      guard let outbox = state.stack.takeOutbox() else {
        isTurnOpen = state.isEnrolled
        return nil
      }
      state.inFlight = State.inFlight(outbox, revision: state.stack.revision)
      var routes: [R?] = []
      routes.reserveCapacity(outbox.entries.count)
      for index in 0..<outbox.entries.count {
        switch outbox.entries[index].event {
        case .made(let node, _), .seen(let node, _), .refreshed(let node):
          routes.append(node.route)
        }
      }
      let titles =
        outbox.titles.isEmpty
        ? [] : outbox.titles.values.map { Taken.Title(node: $0, route: $0.route, title: $1) }
      let taken = Taken(
        outbox: outbox, routes: routes, encoded: encoded, titles: titles,
        list: state.stack.list, known: state.known,
        reopensScene: state.reopensScene, root: state.stack.rootRoute,
        storedRoot: outbox.isRootDirty ? nil : state.storedRoot,
        setsRoot: outbox.isRootDirty || state.isStoredRootStale)
      return taken
    }
    // Whoever waits for all changes must still find this one.
    if isTurnOpen { writer.enroll(self, schedules: false) }
    guard let taken else { return nil }
    var builder = BatchBuilder(codec: codec, depthLimit: writer.configuration.limits.stackDepth)
    let batch = builder.batch(of: taken, key: key, time: time)
    let isEmpty = batch.events.isEmpty && batch.row == nil
    withState { state in
      if isEmpty { state.inFlight = nil }
      state.storedRoot = builder.root
      state.inFlight?.made = builder.made
      state.inFlight?.replaced = builder.replaced
      state.inFlight?.writesRow = batch.row != nil
    }
    return isEmpty ? nil : batch
  }

  func didCommit(_ committed: CommittedBatch) {
    let limit = writer.configuration.limits.backForwardEntries
    withState { state in
      guard let inFlight = state.inFlight else { return }
      for index in 0..<min(inFlight.made.count, committed.ids.count) {
        inFlight.made[index].id = committed.ids[index]
      }
      state.known = committed.known
      state.reopensScene = false
      if inFlight.writesRow {
        state.savedAt = committed.time
        state.isStoredRootStale = false
      }
      state.inFlight = nil
      // Where the user went on meanwhile, the session's own list is written next.
      if let merged = committed.merged, state.stack.revision == inFlight.stackRevision {
        state.stack.adopt(merged.tips, index: merged.position, limit: limit)
      }
    }
  }

  var madeNodes: [any AnyVisitNode] { withState { $0.inFlight?.made ?? [] } }

  func didFail() {
    withState { state in
      guard let inFlight = state.inFlight else { return }
      for (node, fingerprint) in inFlight.replaced.reversed() { node.fingerprint = fingerprint }
      state.stack.putBack(inFlight.outbox)
      state.inFlight = nil
      state.isEnrolled = true
    }
  }

  func didCloseScene() {
    withState { $0.reopensScene = true }
  }

  func didReopenScene() {
    withState { $0.reopensScene = false }
  }

  func didErase() {
    let limit = writer.configuration.limits.backForwardEntries
    let observers = withState { state in
      state.stack.reset(backForwardLimit: limit)
      for node in state.foundNodes { node.isForgotten = true }
      state.known = nil
      state.storedRoot = nil
      state.isStoredRootStale = false
      state.savedAt = nil
      state.inFlight = nil
      return Array(state.observers.values)
    }
    for observer in observers { observer() }
  }

  /// A session's outbox with what it refers to, as it stood under the lock.
  struct Taken {
    let outbox: Outbox<R>

    /// The route of each event.
    let routes: [R?]

    /// What some of them are stored as, in the same order.
    let encoded: EncodedRoutes<R>
    let titles: [Title]
    let list: BackForwardList<VisitNode<R>>
    let known: (id: Int64, account: Int64, revision: Int64)?
    let reopensScene: Bool
    let root: R?

    /// What `root` is stored as; nil before it was encoded.
    let storedRoot: StoredRoot?
    let setsRoot: Bool

    /// A title, with the route that its visit has.
    struct Title {
      let node: VisitNode<R>
      let route: R?
      let title: StoredTitle
    }
  }
}

extension NavStore.Session.State {
  fileprivate static func inFlight(
    _ outbox: Outbox<R>, revision: Int
  ) -> NavStore.Session<R>.InFlight {
    .init(outbox: outbox, stackRevision: revision)
  }
}

/// Encodes an outbox, and finds the stored form of a stack that holds routes that are not stored.
///
/// The file is always that projection: the stack ends below the first route that cannot be
/// stored; routes above it are history on the nearest stored visit.
private struct BatchBuilder<R: Hashable & Sendable> {
  let codec: RouteCodec<R>
  let depthLimit: Int

  /// The batch's new visits, in order.
  var made: [VisitNode<R>] = []

  /// What refreshed visits were stored as.
  var replaced: [(node: VisitNode<R>, fingerprint: Int64)] = []
  private var places = BatchPlaces()
  private var encoded = EncodedRoutes<R>()

  /// What the root route is stored as.
  var root: StoredRoot?

  init(codec: RouteCodec<R>, depthLimit: Int) {
    self.codec = codec
    self.depthLimit = depthLimit
  }

  mutating func batch(
    of taken: NavStore.Session<R>.Taken, key: StackKey, time: Int64
  ) -> StackBatch {
    let root = taken.storedRoot ?? StoredRoot(taken.root, codec: codec)
    self.root = root
    encoded = taken.encoded
    var batch = StackBatch(
      key: key, known: taken.known, time: time, reopensScene: taken.reopensScene)
    batch.dropsRootValues = taken.outbox.dropsRootValues
    // NB: this runs unspecialised, where each step of an iterator asks for metadata.
    for index in 0..<taken.routes.count {
      let entry = taken.outbox.entries[index]
      if let event = stored(entry.event, taken.routes[index]) {
        batch.append(event, turn: entry.turn)
      }
    }
    if !taken.outbox.values.isEmpty {
      for (key, value) in taken.outbox.values where places.isStored(key.node) {
        batch.append(.value(value, named: key.name, of: places.ref(key.node)), turn: 0)
      }
    }
    if !taken.titles.isEmpty {
      for title in taken.titles where places.isStored(title.node) && isInHistory(title.route) {
        batch.append(.title(title.title, of: places.ref(title.node)), turn: 0)
      }
    }
    for (name, value) in taken.outbox.sceneValues {
      batch.append(.sceneValue(value, named: name), turn: 0)
    }
    if taken.outbox.isDirty || taken.outbox.isRootDirty || !replaced.isEmpty {
      let (tips, position) =
        root.isTransient ? ([.stored(0)], 0) : places.tips(of: taken.list.cores(), taken.list.index)
      // The current entry, not the top of the stack: after a salvage that is still the old tip.
      batch.row = StackBatch.Row(
        tips: tips, position: position, tip: tips[position], limit: taken.list.limit,
        root: root.route, setsRoot: taken.setsRoot)
    }
    return batch
  }

  private mutating func stored(_ event: Outbox<R>.Event, _ route: R?) -> StackBatch.Event? {
    switch event {
    case .made(let node, let time):
      guard let route, node.depth <= depthLimit, let stored = encode(route) else {
        node.markStorable(false)
        return nil
      }
      node.markStorable(true)
      let parent = node.beneathCore.map(places.ref) ?? .stored(0)
      node.fingerprint = stored.fingerprint
      places.add(node)
      made.append(node)
      // A visit that is no history is one that nobody has seen, for good.
      let seenAt = stored.isInHistory ? time : nil
      return .visit(stored, on: parent, seenAt: seenAt, replaced: node.replaced)
    case .seen(let node, let time):
      guard let route, places.isStored(node), isInHistory(route) else { return nil }
      return .seen(places.ref(node), at: time)
    case .refreshed(let node):
      guard let route, places.isStored(node), let stored = encode(route),
        stored.fingerprint != node.fingerprint
      else { return nil }
      replaced.append((node, node.fingerprint))
      node.fingerprint = stored.fingerprint
      return .refreshed(places.ref(node), stored)
    }
  }

  /// The stored form of a route; nil where it has none.
  private mutating func encode(_ route: R) -> StoredRoute? {
    if let stored = encoded.take(route) { return stored }
    return try? codec.encode(route)
  }

  private func isInHistory(_ route: R?) -> Bool {
    route.flatMap { try? codec.encode($0) }?.isInHistory != false
  }
}
