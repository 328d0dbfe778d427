// What the writer asks of a session. All on its queue.

extension LiveStack {
  /// Takes what ended turns have to write; `nil` if that is nothing.
  func take(at time: Int64) -> (taken: PendingStack.Taken, batch: StackBatch)? {
    let hasEnded = hasEnded
    return withState { state in
      state.isEnrolled = state.stack.isTurnOpen
      guard let taken = state.stack.takePending(), !hasEnded else { return nil }
      taken.prepare(storedRoot: state.storedRoot, isRootStale: state.isStoredRootStale)
      state.inFlight = taken
      return (
        taken,
        StackBatch(key: key, known: state.known, time: time, reopensScene: state.reopensScene)
      )
    }
  }

  /// Encodes what was taken. Returns `false` if nothing of it is written.
  func encode(_ taken: PendingStack.Taken, into batch: StackBatch) -> Bool {
    let depthLimit = writer.configuration.limits.stackDepth
    // Code of the app, so it runs before the lock is taken.
    let forms = taken.forms(codec)
    let (unstored, isChanged) = withState { state in
      taken.encode(into: batch, depthLimit: depthLimit, forms: forms)
      for (key, value) in taken.unstoredValues {
        key.node.unstoredValues[.ofVisit(key.name)] = value
      }
      var found = state.note(taken.unstored)
      if let error = taken.storedRoot?.error, error != state.storedRoot?.error {
        found = (found.new + [error], true)
      }
      state.storedRoot = taken.storedRoot
      if batch.isEmpty { state.inFlight = nil }
      return found
    }
    if isChanged { tellOfUnstored(unstored) }
    return !batch.isEmpty
  }

  /// The batch is in the file.
  func didCommit(_ batch: StackBatch) {
    guard let written = batch.written else { return }
    let limit = writer.configuration.limits.backForwardEntries
    withState { state in
      guard let taken = state.inFlight else { return }
      for (node, id) in zip(taken.made.elements, written.ids) { node.id = id }
      // They are written once more, with the stack, as soon as there is a file.
      if writer.provisional != nil { state.stack.pending.putBack(taken.pending.details) }
      state.known = written.known
      if liveAccount.number == nil { liveAccount.number = written.known.account }
      state.reopensScene = false
      if batch.row != nil {
        state.savedAt = batch.time
        state.isStoredRootStale = false
      }
      state.inFlight = nil
      // If the user went on meanwhile, the session's own list is written next.
      if let merged = written.merged, state.stack.revision == taken.revision,
        !state.stack.isTurnOpen
      {
        state.stack.adopt(merged.tips, index: merged.position, limit: limit)
      }
    }
  }

  /// The new visits of the batch that is being written, in order.
  var madeNodes: [VisitNode] { withState { $0.inFlight?.made.elements ?? [] } }

  /// The batch could not be written. Takes its changes back so that they are saved later.
  func didFail() {
    withState { state in
      guard let taken = state.inFlight else { return }
      for (node, fingerprint) in taken.replaced.reversed() { node.fingerprint = fingerprint }
      state.stack.putBack(taken)
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
      _ = state.noteForFollowers(.removal)
      return state.observers.all
    }
    for observer in observers { observer() }
    tellFollowers()
  }
}
