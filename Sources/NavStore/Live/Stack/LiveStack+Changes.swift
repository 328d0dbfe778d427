// What follows a live stack as a sequence: see `NavStore.Session.changes`.

/// A change of a stack, without the type of its routes.
struct PathChange {
  let path: [ErasedRoute]
  let kind: NavChangeKind
}

/// Who follows a stack, and what they have not heard yet.
struct StackFollowers {
  typealias Follower = @Sendable (PathChange?) -> Void

  private var followers = Listeners<Follower>()
  private var unheard: [(change: PathChange, followers: [Follower])] = []
  private var isTelling = false

  /// What the last change came to.
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

  /// Notes what a change came to, if that is another path, another root, or another entry of the
  /// list.
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

  /// The changes to deliver, with their followers; nil if there are none, or a delivery is running.
  mutating func begin() -> [(change: PathChange, followers: [Follower])]? {
    guard !isTelling, !unheard.isEmpty else { return nil }
    isTelling = true
    defer { unheard = [] }
    return unheard
  }

  mutating func end() { isTelling = false }
}

extension LiveStack {
  /// Tells `follower` of each change from now on; nil once there will be none.
  func follow(_ follower: @escaping StackFollowers.Follower) -> Int? {
    let number = withState { $0.followers.add(follower, to: $0.stack) }
    // Looked at last: whoever closes the store ends those that are there by then.
    guard !writer.pending.withLock(\.isClosed) else {
      endFollowing()
      return nil
    }
    return number
  }

  func stopFollowing(_ number: Int) {
    withState { $0.followers.remove(number) }
  }

  /// The store was closed.
  func endFollowing() {
    for follower in withState({ $0.followers.removeAll() }) { follower(nil) }
  }

  /// Tells of what was noted, outside the lock, in its order.
  func tellFollowers() {
    while let unheard = withState({ $0.followers.begin() }) {
      for (change, followers) in unheard { followers.forEach { $0(change) } }
      withState { $0.followers.end() }
    }
  }
}

extension StackState {
  /// The nearest entry of the list in a direction whose stack is `path`: one that has not been read
  /// is asked for first.
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
