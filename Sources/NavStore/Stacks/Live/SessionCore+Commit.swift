// What the writer asks of a session. All on its queue.

extension SessionCore {
  /// Encodes and hands over what there is to write; nil where that is nothing, or a turn has begun
  /// meanwhile: then the session enrolls again.
  func takeBatch() -> StackBatch? {
    if hasLeft {
      withState { _ = $0.stack.takeOutbox() }
      return nil
    }
    let time = writer.now
    var isTurnOpen = false
    let taken = withState { state -> Taken? in
      let encoded = state.encoded
      state.encoded = EncodedRoutes()
      state.isEnrolled = state.stack.isTurnOpen
      isTurnOpen = state.isEnrolled
      guard let outbox = state.stack.takeOutbox() else { return nil }
      state.inFlight = InFlight(outbox: outbox, stackRevision: state.stack.revision)
      let routes = outbox.entries.map { entry in
        switch entry.event {
        case .made(let node, _), .seen(let node, _), .refreshed(let node): node.route
        }
      }
      let titles =
        outbox.titles.isEmpty
        ? [] : outbox.titles.values.map { Taken.Title(node: $0, route: $0.route, title: $1) }
      return Taken(
        outbox: outbox, routes: routes, encoded: encoded, titles: titles,
        list: state.stack.list, known: state.known,
        reopensScene: state.reopensScene, joinsList: state.joinsList,
        root: state.stack.rootRoute, isRootForgotten: state.stack.isRootForgotten,
        storedRoot: outbox.isRootDirty ? nil : state.storedRoot,
        setsRoot: outbox.isRootDirty || state.isStoredRootStale)
    }
    // Whoever waits for all changes must still find this one.
    if isTurnOpen { writer.enroll(self, schedules: false) }
    guard let taken else { return nil }
    var builder = BatchBuilder(codec: codec, depthLimit: writer.configuration.limits.stackDepth)
    builder.isRootForgotten = taken.isRootForgotten
    let batch = builder.batch(of: taken, key: key, time: time)
    let isEmpty = batch.events.isEmpty && batch.row == nil
    let (unstored, isChanged) = withState { state in
      if isEmpty { state.inFlight = nil }
      for (key, value) in builder.unstoredValues {
        key.node.unstoredValues[.ofVisit(key.name)] = value
      }
      var found = state.note(builder.unstored)
      if let error = builder.root?.error, error != state.storedRoot?.error {
        found = (found.new + [error], true)
      }
      state.storedRoot = builder.root
      state.inFlight?.made = builder.made
      state.inFlight?.replaced = builder.replaced
      state.inFlight?.writesRow = batch.row != nil
      return found
    }
    if isChanged { tellOfUnstored(unstored) }
    return isEmpty ? nil : batch
  }

  /// The batch is in the file.
  func didCommit(_ committed: CommittedBatch) {
    let limit = writer.configuration.limits.backForwardEntries
    withState { state in
      guard let inFlight = state.inFlight else { return }
      for (node, id) in zip(inFlight.made, committed.ids) { node.id = id }
      if writer.provisional != nil { keepInJournal(&state, inFlight.outbox) }
      state.known = committed.known
      state.reopensScene = false
      if inFlight.writesRow {
        state.joinsList = false
        state.savedAt = committed.time
        state.isStoredRootStale = false
      }
      state.inFlight = nil
      // Where the user went on meanwhile, the session's own list is written next.
      if let merged = committed.merged, state.stack.revision == inFlight.stackRevision,
        !state.stack.isTurnOpen
      {
        state.stack.adopt(merged.tips, index: merged.position, limit: limit)
      }
    }
  }

  /// The new visits of the batch that is being written, in order.
  var madeNodes: [VisitNode] { withState { $0.inFlight?.made ?? [] } }

  /// It is not; the session keeps it.
  func didFail() {
    withState { state in
      guard let inFlight = state.inFlight else { return }
      for (node, fingerprint) in inFlight.replaced.reversed() { node.fingerprint = fingerprint }
      state.stack.putBack(inFlight.outbox)
      state.inFlight = nil
      state.isEnrolled = true
    }
  }

  /// The session's scene was closed; what it writes next opens it again.
  func didCloseScene() {
    withState { $0.reopensScene = true }
  }

  /// It was opened again.
  func didReopenScene() {
    withState { $0.reopensScene = false }
  }

  /// All that the file had of the session's stack is gone, and nothing may bring it back.
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
      state.erasures += 1
      return Array(state.observers.values)
    }
    for observer in observers { observer() }
  }

  /// The store's file is another one: the stack is to be written into it as a whole. The entries of
  /// its list that it is not at were of the file before.
  func startAnew() {
    let (time, turn) = (writer.now, writer.nextTurn())
    let limit = writer.configuration.limits.backForwardEntries
    var changedList: NavStore.SceneList?
    var observers: [@Sendable () -> Void] = []
    withState { state in
      let (path, root) = (state.stack.lastingPath, state.stack.rootRoute)
      let isRootForgotten = state.stack.isRootForgotten
      state.stack.reset(backForwardLimit: limit)
      (state.stack.rootRoute, state.stack.isRootForgotten) = (root, isRootForgotten)
      state.stack.push(contentsOf: path)
      changedList = state.endTurn(at: time, turn: turn, of: key)
      (state.known, state.savedAt, state.storedRoot, state.inFlight) = (nil, nil, nil, nil)
      if isRootForgotten { state.storedRoot = StoredRoot.none }
      state.isStoredRootStale = root != nil && !isRootForgotten
      state.isEnrolled = true
      observers = Array(state.observers.values)
    }
    writer.enroll(self, schedules: true)
    changedList?.announce()
    for observer in observers { observer() }
  }

  /// A session's outbox with what it refers to, as it stood under the lock.
  struct Taken {
    let outbox: Outbox

    /// The route of each event.
    let routes: [AnyRoute?]

    /// What some of them are stored as, in the same order.
    let encoded: EncodedRoutes
    let titles: [Title]
    let list: BackForwardList<VisitNode>
    let known: (id: Int64, account: Int64, revision: Int64)?
    let reopensScene: Bool
    let joinsList: Bool
    let root: AnyRoute?
    let isRootForgotten: Bool

    /// What `root` is stored as; nil before it was encoded.
    let storedRoot: StoredRoot?
    let setsRoot: Bool

    /// A title, with the route that its visit has.
    struct Title {
      let node: VisitNode
      let route: AnyRoute?
      let title: StoredTitle
    }
  }
}
