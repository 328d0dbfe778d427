// The part of `LiveStack` that `Writer` calls to save the stack, on the queue of the `Writer`.

extension LiveStack {
  /// Moves the pending changes of ended turns to `inFlight` and returns them, so that they are
  /// written. Returns `nil` if there are none, or the account was erased.
  func take(at time: Int64) -> StackChange? {
    let hasEnded = hasEnded
    return withState { state in
      state.isEnrolled = state.stack.isTurnOpen
      guard let change = state.stack.takePending(), !hasEnded else { return nil }
      change.prepare(at: time, over: state.stored)
      state.inFlight = change
      return change
    }
  }

  /// Encodes a change that `take(at:)` has returned. Returns `false` if the change has nothing to
  /// write.
  func encode(_ change: StackChange) -> Bool {
    let depthLimit = writer.configuration.limits.stackDepth
    // Encoding routes runs code of the app, so it is done before the stack's lock is taken.
    change.encodeRoutes(codec)
    let (unstored, isChanged) = withState { state in
      change.encode(depthLimit: depthLimit)
      for (key, value) in change.writes.unstoredValues {
        key.node.unstoredValues[key.name] = value
      }
      var found = state.note(change.writes.unstored)
      if let error = change.stored.root?.error, error != state.stored.root?.error {
        found = (found.new + [error], true)
      }
      state.stored.root = change.stored.root
      if change.writesNothing { state.inFlight = nil }
      return found
    }
    if isChanged { tellOfUnstored(unstored) }
    return !change.writesNothing
  }

  /// Updates the stack after the commit of a change, for example with the numbers of its new
  /// visits.
  func didCommit(_ change: StackChange) {
    withState { state in
      guard state.inFlight === change else { return }
      for (node, id) in zip(change.writes.made.elements, change.ids) { node.id = id }
      state.stored.row = change.row
      if liveAccount.number == nil { liveAccount.number = change.row.account }
      state.stored.isSceneClosed = false
      if change.tips != nil {
        state.stored.savedAt = change.time
        state.stored.isRootStale = false
      }
      state.inFlight = nil
      // `merged` is the list in the file, with entries of another process. If the stack has changed
      // since `take(at:)`, the next commit writes the stack's own list instead.
      if let merged = change.merged, state.stack.revision == change.revision,
        !state.stack.isTurnOpen
      {
        state.stack.adopt(merged)
      }
    }
  }

  /// Makes the change in `inFlight` pending again, because it could not be written.
  func didFail() {
    withState { state in
      guard let change = state.inFlight else { return }
      for (node, former) in change.writes.replaced.reversed() { node.fingerprint = former }
      state.stack.putBack(change)
      state.inFlight = nil
      state.isEnrolled = true
    }
  }

  /// Empties the stack after it was deleted or erased from the file. The routes, values and titles
  /// that it had are not saved again.
  func didErase() {
    apply { state in
      state.stack.reset()
      (state.found.stack.chain, state.found.stack.rootRoute) = ([], nil)
      (state.stored, state.inFlight) = (StoredStack(), nil)
      state.erasures += 1
    }
  }
}
