import NavStoreSQLite

extension NavStore.WindowHistory {
  var isUnread: Bool { withState { $0.isUnread } }

  /// Reads the list from the file if it could not be read before. If it was changed since, schedules
  /// a write instead, which adds the current entry to the file's list. Call this on the writer's
  /// queue, after the stacks were read.
  func readIfUnread(in db: Connection) throws {
    guard isUnread else { return }
    let limit = writer.configuration.limits.backForwardEntries
    if withState({ $0.isDirty || $0.isTurnOpen }) {
      writeWholeToNewFile()
    } else {
      let found = try State(found: first, limit: limit, in: db)
      change(isWritten: false) { state in
        (state.list, state.known) = (found.list, found.known)
      }
    }
    withState { $0.isUnread = false }
    for session in writer.live.followed(by: self) { follow(session) }
  }

  /// On the writer's queue: removes all entries except the current one and schedules a write,
  /// because the store's new file has none of the visits. That write keeps the entries that the new
  /// file has in its list. Call it after `LiveStack.writeWholeToNewFile()` of the stacks.
  func writeWholeToNewFile() {
    didErase()
    change { $0.isBehind = false }
  }
}
