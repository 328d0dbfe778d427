// The part of `LiveStack` that `Writer` calls to save the stack, on the queue of the `Writer`.

extension LiveStack {
  /// Takes the changes of ended turns; `nil` if there are none.
  func take(at time: Int64) -> StackChange? {
    let hasEnded = hasEnded
    return withState { state in
      state.isEnrolled = state.stack.isTurnOpen
      guard let change = state.stack.takePending(), !hasEnded else { return nil }
      change.prepare(
        at: time, known: state.known, reopensScene: state.reopensScene,
        storedRoot: state.storedRoot, isStoredRootStale: state.isStoredRootStale)
      state.inFlight = change
      return change
    }
  }

  /// Encodes a change that was taken. Returns `false` if nothing of it is written.
  func encode(_ change: StackChange) -> Bool {
    let depthLimit = writer.configuration.limits.stackDepth
    // This runs code of the app, so it comes before the lock.
    let forms = change.forms(codec)
    let (unstored, isChanged) = withState { state in
      change.encode(depthLimit: depthLimit, forms: forms)
      for (key, value) in change.unstoredValues {
        key.node.unstoredValues[.ofVisit(key.name)] = value
      }
      var found = state.note(change.unstored)
      if let error = change.storedRoot?.error, error != state.storedRoot?.error {
        found = (found.new + [error], true)
      }
      state.storedRoot = change.storedRoot
      if change.isEmpty { state.inFlight = nil }
      return found
    }
    if isChanged { tellOfUnstored(unstored) }
    return !change.isEmpty
  }

  /// Follows a commit of a change.
  func didCommit(_ change: StackChange) {
    let limit = writer.configuration.limits.backForwardEntries
    withState { state in
      guard state.inFlight === change else { return }
      for (node, id) in zip(change.made.elements, change.ids) { node.id = id }
      // Values and titles are written again, with the stack, as soon as there is a file.
      if writer.provisional != nil { state.stack.pending.putBack(change.pending.details) }
      state.known = change.row
      if liveAccount.number == nil { liveAccount.number = change.row.account }
      state.reopensScene = false
      if change.tips != nil {
        state.savedAt = change.time
        state.isStoredRootStale = false
      }
      state.inFlight = nil
      // If the user has navigated in the meantime, the session's own list is written next.
      if let merged = change.merged, state.stack.revision == change.revision,
        !state.stack.isTurnOpen
      {
        state.stack.adopt(merged.tips, index: merged.position, limit: limit)
      }
    }
  }

  /// Takes back a change that could not be written, so that it is saved later.
  func didFail() {
    withState { state in
      guard let change = state.inFlight else { return }
      for (node, fingerprint) in change.replaced.reversed() { node.fingerprint = fingerprint }
      state.stack.putBack(change)
      state.inFlight = nil
      state.isEnrolled = true
    }
  }

  /// Notes that the scene was closed. The next write opens it again.
  func didCloseScene() {
    withState { $0.reopensScene = true }
  }

  /// Notes that the scene was opened again.
  func didReopenScene() {
    withState { $0.reopensScene = false }
  }

  /// Follows the erasure of the stack from the file. Nothing of it may be saved again.
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
