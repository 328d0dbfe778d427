import NavStoreSQLite

extension NavStore.WindowHistory {
  /// Moves the list of an in-memory store to the file that the store has opened. If the list was
  /// not changed in memory, replaces it by the list in the file. Call this on the writer's queue,
  /// after the stacks have moved.
  func moveOver(in db: Connection) throws {
    let limit = writer.configuration.limits.backForwardEntries
    guard withState({ $0.known != nil || $0.isDirty || $0.isTurnOpen }) else {
      let found = try State(found: first, limit: limit, in: db)
      change(isWritten: false) { state in
        (state.list, state.known) = (found.list, found.known)
      }
      for session in writer.live.followed(by: self) { follow(session) }
      return
    }
    writeWholeToNewFile()
  }

  /// On the writer's queue: removes all entries except the current one and schedules a write,
  /// because the store's new file has none of the visits. That write keeps the entries that the new
  /// file has in its list. Call it after `LiveStack.writeWholeToNewFile()` of the stacks.
  func writeWholeToNewFile() {
    didErase()
    change { $0.isBehind = false }
  }
}
