// The delivery of a live stack's changes to the streams of `NavStore.Session.changes`, and the search
// of the list entry to which an app's own Back has gone.

extension LiveStack.State {
  /// A closure to call after each change of the stack, with the stack after the change. It is called
  /// under the stack's lock, so that it gets all changes in their order. So it must not call the
  /// stack.
  typealias Follower = @Sendable (borrowing StackState, NavChangeKind) -> Void

  @inline(__always)
  func tellFollowers(_ kind: NavChangeKind) {
    if !followers.isEmpty { tellAll(kind) }
  }

  @inline(never)
  private func tellAll(_ kind: NavChangeKind) {
    for follower in followers.all { follower(stack, kind) }
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
