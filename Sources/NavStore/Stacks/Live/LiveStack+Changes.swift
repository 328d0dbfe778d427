// How `NavStore.Session.changes` follows a live stack.

/// A change of a stack, without the type of its routes.
struct PathChange {
  let path: [ErasedRoute]
  let kind: NavChangeKind
}

/// The followers of a stack, and the changes not delivered to them yet.
struct StackFollowers {
  typealias Follower = @Sendable (PathChange?) -> Void

  private var followers = Listeners<Follower>()
  private var unheard: [(change: PathChange, followers: [Follower])] = []
  private var isTelling = false

  /// The path and the root after the last change.
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

  /// Notes a change if the path or the root differs, or the change was a step in the list.
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

  /// Returns the changes to deliver, with their followers; `nil` if there are none, or a delivery is running.
  mutating func begin() -> [(change: PathChange, followers: [Follower])]? {
    guard !isTelling, !unheard.isEmpty else { return nil }
    isTelling = true
    defer { unheard = [] }
    return unheard
  }

  mutating func end() { isTelling = false }
}

extension LiveStack {
  /// Calls `follower` for each change from now on. Returns its number, or `nil` if the store is
  /// closed.
  func follow(_ follower: @escaping StackFollowers.Follower) -> Int? {
    let number = withState { $0.followers.add(follower, to: $0.stack) }
    // Checked last, because closing the store ends only the followers that it finds.
    guard !writer.pending.withLock(\.isClosed) else {
      endFollowing()
      return nil
    }
    return number
  }

  func stopFollowing(_ number: Int) {
    withState { $0.followers.remove(number) }
  }

  /// Ends all followers, because the store was closed.
  func endFollowing() {
    for follower in withState({ $0.followers.removeAll() }) { follower(nil) }
  }

  /// Delivers the noted changes in order, without holding the lock.
  func tellFollowers() {
    while let unheard = withState({ $0.followers.begin() }) {
      for (change, followers) in unheard { followers.forEach { $0(change) } }
      withState { $0.followers.end() }
    }
  }
}

extension StackState {
  /// Returns the nearest entry in a direction whose stack is `path`, or an unread entry on the way.
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
