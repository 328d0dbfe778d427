import NavStoreSQLite

// Stacks and window lists that were asked for while the file could not be read, for example because
// another process was recovering the WAL. They work in memory, and are read later.

extension Writer {
  /// Notes that a stack or list could not be read because of `error`, and schedules its reading.
  func noteUnread(_ error: NavStore.Error) {
    let isFirst = pending.withLock { pending in
      defer { pending.hasUnread = true }
      return !pending.hasUnread
    }
    guard isFirst, !waitsForFile else { return }
    failures.post(error)
    setProblem(error)
    ProblemLog.note("A stack can't be read yet. It is read later. \(error)")
    readLater()
  }

  /// Tries to read the unread stacks and lists after a pause, then after pauses that double up to
  /// five seconds.
  func readLater(after pause: Duration = .milliseconds(100)) {
    life.after(pause) { [weak self] in
      self?.queue.async { [weak self] in self?.readUnread(after: pause) }
    }
  }

  /// Tries to open the file and to read the unread stacks and lists. On the writer's queue.
  func readUnread(after pause: Duration? = nil) {
    guard !isClosed, unopened != nil || pending.withLock({ $0.hasUnread }) else { return }
    do {
      try loadUnread(on: open())
    } catch {
      if let pause { readLater(after: min(pause * 2, .seconds(5))) }
    }
  }

  /// Reads the unread stacks and lists. A stack that was not changed is replaced by the stack in the
  /// file. The path of a changed one is added to the file's list with its next commit. On the
  /// writer's queue, outside of a transaction.
  func loadUnread(on connection: Connection) throws {
    guard pending.withLock({ $0.hasUnread }) else { return }
    pending.withLock { $0.hasUnread = false }
    let stacks = live.all.filter(\.isUnread)
    do {
      let loaded = try connection.snapshot {
        try stacks.map { ($0, try $0.loadIfUntouched(from: connection)) }
      }
      for (stack, loaded) in loaded { stack.didRead(loaded) }
      for stack in stacks { live.list(of: stack.key)?.follow(stack) }
      for list in live.sceneLists { try list.readIfUnread(in: connection) }
    } catch {
      pending.withLock { $0.hasUnread = true }
      throw error
    }
    // Some values on screen may have been read before the file could be.
    for value in live.withState({ $0.values.objects }) { value.note(.outdated) }
    live.post()
    didFindNothing()
  }
}
