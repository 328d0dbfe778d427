import NavStoreSQLite

extension NavStore.WindowHistory {
  /// On the writer's queue, after the sessions: the file takes the place of memory. A list that nobody
  /// changed is read from it; else its entries go on top of those in the file.
  func moveOver(in db: Connection) throws {
    let limit = writer.configuration.limits.backForwardEntries
    guard withState({ $0.known != nil || $0.isDirty || $0.isTurnOpen }) else {
      let found = try State(found: first, limit: limit, in: db)
      change(isWritten: false) { state in
        state.list = found.list
        (state.known, state.written) = (found.known, found.written)
      }
      for session in writer.live.followed(by: self) { follow(session) }
      return
    }
    let current = withState { $0.list.current.key }
    let place = writer.live.find(current)?.listedPlace ?? Place(current, number: 0)
    change(isWritten: true) { state in
      state.list = state.list.without({ $0.node == nil && $0.number > 0 }, parent: { _ in place })
      state.list.changeAll { if let node = $0.node { $0 = Place($0.key, node) } }
      (state.known, state.written, state.isBehind) = (nil, nil, false)
      state.joinsList = true
    }
  }
}
