// The delivery of a live stack's changes to the streams of `NavStore.Session.changes`.

/// The closures to call after each change of a stack. They are called under the stack's lock, so
/// that each gets all changes in their order. So a closure must not call the stack.
struct StackFollowers {
  /// Gets the path after a change, with type-erased routes, and the kind of the change.
  typealias Follower = @Sendable (_ change: (path: [ErasedRoute], kind: NavChangeKind)?) -> Void

  private var followers = Listeners<Follower>()

  /// The path with which the next change's path is compared, set by `add` and `tell`.
  private var path: [ErasedRoute] = []
  private var root: ErasedRoute?

  var isEmpty: Bool { followers.isEmpty }

  mutating func add(_ follower: @escaping Follower, to stack: StackState) -> Int {
    if isEmpty { (path, root) = (stack.path, stack.rootRoute) }
    return followers.add(follower)
  }

  mutating func remove(_ number: Int) { followers.remove(number) }

  mutating func removeAll() -> [Follower] { followers.removeAll() }

  /// Calls the followers if the change has changed the path or the root route, or is a step in the
  /// back/forward list.
  @inline(__always)
  mutating func tell(_ stack: StackState, _ kind: NavChangeKind) {
    if !isEmpty { tellAll(stack, kind) }
  }

  @inline(never)
  private mutating func tellAll(_ stack: StackState, _ kind: NavChangeKind) {
    let (path, root) = (stack.path, stack.rootRoute)
    guard
      kind == .back || kind == .forward || !haveSameBits(root, self.root)
        || !path.elementsEqual(self.path, by: { $0.hasSameBits(as: $1) })
    else { return }
    (self.path, self.root) = (path, root)
    for follower in followers.all { follower((path, kind)) }
  }
}

extension LiveStack {
  /// Calls `follower` for each later change, under the stack's lock, and with `nil` when the store
  /// is closed. Returns the number of the follower; `nil` if the store is already closed.
  func follow(_ follower: @escaping StackFollowers.Follower) -> Int? {
    let number = withState { $0.followers.add(follower, to: $0.stack) }
    // Check this after `follower` was added, because closing the store ends only the followers that
    // were added before.
    guard !writer.pending.withLock({ $0.isClosed }) else {
      endFollowing()
      return nil
    }
    return number
  }

  /// Removes all followers and calls each with `nil`, because the store was closed. A stream that
  /// ends removes its follower, so this call is made without the stack's lock.
  func endFollowing() {
    for follower in withState({ $0.followers.removeAll() }) { follower(nil) }
  }
}

extension StackState {
  /// Returns the index of the nearest entry of the back/forward list, in a direction, whose path is
  /// `path`. If an entry that isn't loaded from the file is nearer, returns the index of that
  /// entry.
  package func entry<R: Equatable & Sendable>(
    of path: some BidirectionalCollection<R>, goesBack: Bool
  ) -> Int? {
    let places =
      goesBack
      ? Array((0..<list.index).reversed()) : Array(list.entries.indices.dropFirst(list.index + 1))
    return places.first { place in
      let entry = list.entries[place]
      guard !entry.isUnreadable else { return false }
      guard entry.isLoaded else { return true }
      return entry.depth == path.count
        && zip(entry.chain, path).allSatisfy { $0.route?.unboxed(as: R.self) == $1 }
    }
  }
}
