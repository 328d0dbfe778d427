// The delivery of a live stack's changes to the streams of `NavStore.Session.changes`.

/// The path after a change of a stack, with type-erased routes, and the kind of the change.
struct PathChange {
  let path: [ErasedRoute]
  let kind: NavChangeKind
}

/// The closures to call after each change of a stack, and the changes for which they were not
/// called yet.
struct StackFollowers {
  typealias Follower = @Sendable (PathChange?) -> Void

  private var followers = Listeners<Follower>()
  private var unheard: [(change: PathChange, followers: [Follower])] = []
  private var isTelling = false

  /// The path with which the next change's path is compared, set by `add` and `note`.
  private var path: [ErasedRoute] = []
  private var root: ErasedRoute?

  var isEmpty: Bool { followers.isEmpty }

  mutating func add(_ follower: @escaping Follower, to stack: StackState) -> Int {
    if followers.isEmpty { (path, root) = (stack.path, stack.rootRoute) }
    return followers.add(follower)
  }

  mutating func remove(_ number: Int) { followers.remove(number) }

  mutating func removeAll() -> [Follower] {
    unheard = []
    return followers.removeAll()
  }

  /// Keeps a change for delivery if it has changed the path or the root route, or is a step in the
  /// back/forward list.
  @inline(never)
  mutating func note(_ stack: StackState, _ kind: NavChangeKind) {
    let (path, root) = (stack.path, stack.rootRoute)
    guard kind == .back || kind == .forward || !isSame(path, root) else { return }
    (self.path, self.root) = (path, root)
    unheard.append((PathChange(path: path, kind: kind), followers.all))
  }

  private func isSame(_ path: [ErasedRoute], _ root: ErasedRoute?) -> Bool {
    path.count == self.path.count && zip(path, self.path).allSatisfy { $0.hasSameBits(as: $1) }
      && root.map { new in self.root.map(new.hasSameBits) ?? false } ?? (self.root == nil)
  }

  /// Begins a delivery. Returns the undelivered changes, each with the closures to call; `nil` if
  /// there are none, or another delivery is running.
  mutating func begin() -> [(change: PathChange, followers: [Follower])]? {
    guard !isTelling, !unheard.isEmpty else { return nil }
    isTelling = true
    defer { unheard = [] }
    return unheard
  }

  mutating func end() { isTelling = false }
}

extension LiveStack {
  /// Calls `follower` for each later change, and with `nil` when the store is closed. Returns the
  /// number of the follower; `nil` if the store is already closed.
  func follow(_ follower: @escaping StackFollowers.Follower) -> Int? {
    let number = withState { $0.followers.add(follower, to: $0.stack) }
    // Check this after `follower` was added, because closing the store ends only the followers that
    // were added before.
    guard !writer.pending.withLock(\.isClosed) else {
      endFollowing()
      return nil
    }
    return number
  }

  func stopFollowing(_ number: Int) {
    withState { $0.followers.remove(number) }
  }

  /// Removes all followers and calls each with `nil`, because the store was closed.
  func endFollowing() {
    for follower in withState({ $0.followers.removeAll() }) { follower(nil) }
  }

  /// Calls the followers for the changes that `StackFollowers.note` has kept, in order. The stack's
  /// lock isn't held during a call.
  func tellFollowers() {
    while let unheard = withState({ $0.followers.begin() }) {
      for (change, followers) in unheard { followers.forEach { $0(change) } }
      withState { $0.followers.end() }
    }
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
