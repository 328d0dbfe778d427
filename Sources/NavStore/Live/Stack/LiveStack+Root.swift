// The root routes of live stacks, changed by others. On the writer's queue.

extension LiveStack {
  /// The root routes of some stacks in the file are others now; nil: gone.
  func didChangeRoots(of stacks: [Int64: RawRoute?]) {
    let known = withState { $0.known?.id }
    guard let known, let raw = stacks[known] else { return }
    // What does not decode is lost at the next restore; on screen it stays what it was.
    let new = raw.flatMap { try? codec.decode($0) }
    guard raw == nil || new != nil else { return }
    apply { state in
      state.storedRoot = nil
      state.stack.didChangeRoot(to: new)
    }
  }

  /// The file has these stacks at their root screens, because their root, or what they showed the detail of,
  /// was removed.
  func didRestart(_ stacks: Set<Int64>) {
    apply { state in
      guard let known = state.known, stacks.contains(known.id) else { return }
      state.stack.startAnew()
    }
  }

  /// Changes a root that is in memory only; what comes of it may be stored.
  func changeUnstoredRoot(_ fate: RouteFate) {
    guard let root = withState({ $0.stack.rootRoute }) else { return }
    let stored = withState { $0.storedRoot } ?? StoredRoot(root, codec: codec)
    guard stored.isTransient else { return }
    let new = fate.route(root, of: self)
    guard new != root else { return }
    apply { state in
      guard state.stack.rootRoute == root else { return }
      state.storedRoot = nil
      state.stack.didChangeRoot(to: new)
      state.stack.pending.isRootDirty = true
      state.stack.pending.isDirty = true
    }
    writer.enroll(self, schedules: true)
  }
}
