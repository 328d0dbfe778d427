import Dispatch
import NavStorePlatform
import NavStoreSQLite

/// The file of the standard store, and how to open it.
struct StandardFile: ~Copyable, Sendable {
  let url: URL

  /// Whether the existing store is deleted before the file is opened.
  let isFresh: Bool
  let configuration: NavStore.Configuration

  /// The path of the file after links are resolved.
  var path: String { Files.resolved(url.path) }

  func open(waiting: Bool = true) throws(NavStore.Error) -> StoreFile {
    guard configuration.protectedData.isAvailable() else {
      throw NavStore.Error(
        .inputOutput, "The file is locked until the device is unlocked for the first time.")
    }
    var configuration = configuration
    if !waiting { configuration.busyTimeout = .zero }
    try StoreFolder.make(url.deletingLastPathComponent(), isOurs: configuration.renamesStrangers)
    if isFresh { try DamagedFile.deleteStore(at: path, configuration: configuration) }
    return try StoreFile.open(url, configuration: configuration)
  }
}

/// The state of a store that works in memory until its file can be opened. It keeps the changed
/// stacks and values alive until they are written to the file.
final class Provisional {
  let file: StandardFile

  /// The reason why the last attempt to open the file failed.
  var reason: NavStore.Error
  var sessions = IdentityList<LiveStack>()
  var values: [PendingValueKey: PendingValue] = [:]

  /// The time before which no attempt to open the file is made, except when a caller needs the
  /// file.
  var nextAttempt = ContinuousClock.now

  init(file: consuming StandardFile, reason: NavStore.Error) {
    self.file = file
    self.reason = reason
  }
}

/// Moves a store from memory to its file. All functions except `moveOverIfPossible` run on the
/// writer's queue.
extension Writer {
  /// Tries to open the file, if the store works in memory until its file can be opened. Call it
  /// before reading from the file.
  func moveOverIfPossible() {
    guard isProvisional.withLock({ $0 }) else { return }
    queue.sync { _ = moveOver(isForced: true) }
  }

  /// Tries to open the file each time that it may have become available.
  func watchForFile() {
    provisional?.file.configuration.protectedData.whenAvailable { [weak self] in
      self?.queue.async { [weak self] in _ = self?.moveOver(isForced: true) }
    }
    tryLater(afterSeconds: 1)
  }

  /// Tries to open the file after a delay, then again after delays that grow to a minute. The
  /// system may not report when the file can be opened.
  private func tryLater(afterSeconds delay: Int) {
    queue.asyncAfter(deadline: .now() + .seconds(delay)) { [weak self] in
      guard let self, provisional != nil, moveOver() == nil else { return }
      tryLater(afterSeconds: min(delay * 2, 60))
    }
  }

  /// Throws if the store works in memory because its file can't be opened. Call it before a
  /// removal, because a removal can't be kept in memory until the file is open.
  func requireFile() throws(NavStore.Error) {
    if let provisional { throw provisional.reason }
  }

  /// Opens the file if possible, and continues in it. Changes made in memory are written to the
  /// file, and unchanged stacks are restored from it. Returns `nil` and changes nothing if the file
  /// can't be opened.
  func moveOver(isForced: Bool = false) -> Connection? {
    guard let late = provisional, let memory = openConnection,
      late.file.configuration.protectedData.isAvailable(), isForced || .now >= late.nextAttempt
    else { return nil }
    do {
      let file = try late.file.open(waiting: false)
      do {
        for stack in live.all { try stack.keepDetails(in: memory) }
        let found = try restored(from: file.connection)
        use(file)
        memory.close()
        goOn(on: file.connection, with: found, values: late.values)
        // Until here, `late` retains the changed stacks that no other object retains.
        withExtendedLifetime(late) {}
        // After this assignment, other threads may read the file on connections of their own.
        isProvisional.withLock { $0 = false }
      } catch {
        file.connection.close()
        throw error
      }
      return file.connection
    } catch {
      provisional?.reason = NavStore.Error(error)
      provisional?.nextAttempt = .now + .seconds(1)
      return nil
    }
  }

  private func goOn(
    on connection: Connection, with found: [(LiveStack, LoadedStack)],
    values: [PendingValueKey: PendingValue]
  ) {
    let replaced = IdentityList(
      found.filter { session, loaded in session.replaceIfUntouched(by: loaded) }.map(\.0))
    for session in live.all where !replaced.contains(session) {
      if session.isTouched { session.writeWholeToNewFile() } else { session.forgetFile() }
    }
    for list in live.sceneLists { try? list.moveOver(in: connection) }
    putBack(values)
    do {
      try commitPending(on: connection, endingTurns: false)
    } catch {
      // The stacks keep all changes after the error, and the commit scheduled here writes them.
      queue.async { [weak self] in self?.commitScheduled() }
    }
    live.post()
    live.noteOtherFile()
    // The observers of the stacks in `replaced` were notified when these stacks were restored.
    notifyOfProblem(live.all.filter { !replaced.contains($0) })
  }

  /// Returns the unchanged stacks with their state in the file.
  private func restored(from connection: Connection) throws -> [(LiveStack, LoadedStack)] {
    attempts.forgetShown()
    oldValues = OldValues()
    let touched = live.all.filter(\.isTouched)
    adoptions.forgetFile { owner in touched.contains { owner == .stack($0.key) } }
    return try connection.snapshot {
      try live.all.filter { !$0.isTouched && !$0.hasEnded }.compactMap { session in
        do {
          return try session.reload.map { (session, try $0(connection)) }
        } catch let error as NavStore.Error where error.reason == .unrestorable {
          // The undecodable policy rejects the stack in the file, so the live stack isn't replaced.
          // The next save of the live stack is added to the stack in the file.
          return nil
        }
      }
    }
  }

  private func use(_ file: StoreFile) {
    provisional = nil
    report.withLock { $0 = file.report }
    didOpen(file.connection)
    maintenance.forgetFile()
    live.forgetAccountNumbers()
    ProblemLog.note("The store's file can be opened now: the store has moved over to it.")
    file.report.noteProblems()
    if file.connection.hasWorkLeft { scheduleIdleCheck() }
  }
}
