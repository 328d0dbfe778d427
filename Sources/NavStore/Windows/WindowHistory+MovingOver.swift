import NavStoreSQLite

extension NavStore.WindowHistory {
  /// Continues in the file instead of in memory. Reads an unchanged list from the file. Call this
  /// on the writer's queue, after the stacks have moved.
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
    startAnew()
  }

  /// On the writer's queue, after the sessions: writes the current entry to a file that has none of
  /// the other entries. Entries that the file already has are kept.
  func startAnew() {
    didErase()
    change { $0.isBehind = false }
  }
}
