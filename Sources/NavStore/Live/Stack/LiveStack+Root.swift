// How live stacks follow changes of their root routes. On the writer's queue.

extension LiveStack {
  /// Follows new root routes of stacks in the file; `nil` if a root was removed.
  func didChangeRoots(of stacks: [Int64: RawRoute?]) {
    let known = withState { $0.known?.id }
    guard let known, let raw = stacks[known] else { return }
    // A root that does not decode is kept on screen until the next restore.
    let new = raw.flatMap { try? codec.decode($0) }
    guard raw == nil || new != nil else { return }
    apply { state in
      state.storedRoot = nil
      state.stack.didChangeRoot(to: new)
    }
  }

  /// Starts at the root screen if the file has the stack there, because its root or its selection was removed.
  func didRestart(_ stacks: Set<Int64>) {
    apply { state in
      guard let known = state.known, stacks.contains(known.id) else { return }
      state.stack.startAnew()
    }
  }

  /// Changes a root that is only in memory. The new root may be stored.
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
