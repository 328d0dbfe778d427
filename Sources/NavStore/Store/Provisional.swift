import Dispatch
import NavStorePlatform
import NavStoreSQLite

/// How the standard store's file is opened: at once, or once it can be.
struct StandardFile: ~Copyable, Sendable {
  let url: URL

  /// Whether the folder is the library's alone.
  let isOurs: Bool

  /// Whether what is there goes first.
  let isFresh: Bool
  let configuration: NavStore.Configuration

  /// Where the file itself is.
  var path: String { Files.resolved(url.path) }

  func open(waiting: Bool = true) throws(NavStore.Error) -> StoreFile {
    guard configuration.protectedData.isAvailable() else {
      throw NavStore.Error(
        .inputOutput, "The file is locked until the device is unlocked for the first time.")
    }
    var configuration = configuration
    if !waiting { configuration.busyTimeout = .zero }
    try StoreFolder.make(url.deletingLastPathComponent(), isOurs: isOurs)
    if isFresh { try DamagedFile.deleteStore(at: path, configuration: configuration) }
    return try StoreFile.open(url, configuration: configuration)
  }
}

/// A store whose file can't be opened yet. It works on a database in memory, and keeps alive what is to be
/// written to the file: the stacks that were changed, and values.
final class Provisional {
  let file: StandardFile

  /// Why the file could not be opened the last time.
  var reason: NavStore.Error
  var sessions = IdentityList<LiveStack>()
  var values: [PendingValueKey: PendingValue] = [:]

  /// When to try again unasked.
  var nextAttempt = ContinuousClock.now

  init(file: consuming StandardFile, reason: NavStore.Error) {
    self.file = file
    self.reason = reason
  }

  var hasChanges: Bool { !sessions.isEmpty || !values.isEmpty }
}

/// All on the writer's queue, but for `isProvisional` and `moveOverIfPossible`.
extension Writer {
  /// Tries to open the file now, as somebody is about to read from it.
  func moveOverIfPossible() {
    guard isProvisional.withLock({ $0 }) else { return }
    queue.sync { _ = moveOver(isForced: true) }
  }

  /// Begins to work in memory until the file can be opened.
  func watchForFile() {
    provisional?.file.configuration.protectedData.whenAvailable { [weak self] in
      self?.queue.async { [weak self] in _ = self?.moveOver(isForced: true) }
    }
    tryLater(afterSeconds: 1)
  }

  /// If nobody says when the file can be opened: tries now and then, at most once a minute.
  private func tryLater(afterSeconds delay: Int) {
    queue.asyncAfter(deadline: .now() + .seconds(delay)) { [weak self] in
      guard let self, provisional != nil, moveOver() == nil else { return }
      tryLater(afterSeconds: min(delay * 2, 60))
    }
  }

  /// Throws while there is no file: what takes away from it cannot be kept for later.
  func requireFile() throws(NavStore.Error) {
    if let provisional { throw provisional.reason }
  }

  /// Throws if something waits for the file.
  func requireSaved() throws(NavStore.Error) {
    if let provisional, provisional.hasChanges { throw provisional.reason }
  }

  /// Opens the file if that is possible by now, and goes on in it: changes made in memory are written
  /// to it, everything else is read from it. Nil, with nothing changed, if it still cannot be opened.
  func moveOver(isForced: Bool = false) -> Connection? {
    guard let late = provisional, let memory = openConnection,
      late.file.configuration.protectedData.isAvailable(), isForced || .now >= late.nextAttempt
    else { return nil }
    do {
      let file = try late.file.open(waiting: false)
      do {
        let found = try restored(from: file.connection)
        use(file)
        memory.close()
        goOn(on: file.connection, with: found, values: late.values)
        // From here on others look into the file on connections of their own.
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
    let givenWay = IdentityList(
      found.filter { session, loaded in session.restoreAnew(loaded) }.map(\.0))
    for session in live.all where !givenWay.contains(session) {
      if session.isTouched { session.startAnew() } else { session.forgetFile() }
    }
    for list in live.sceneLists { try? list.moveOver(in: connection) }
    putBack(values)
    do {
      try commitPending(on: connection, endingTurns: false)
    } catch {
      // They have it all; a commit that is scheduled tries again.
      queue.async { [weak self] in self?.commitScheduled() }
    }
    live.post()
    live.noteOtherFile()
    // The others were notified when they were restored.
    notifyOfProblem(live.all.filter { !givenWay.contains($0) })
  }

  /// The stacks that give way, as the file has them.
  private func restored(from connection: Connection) throws -> [(LiveStack, LoadedStack)] {
    attempts.startAnew()
    oldValues = OldValues()
    let touched = live.all.filter(\.isTouched)
    adoptions.startAnew { owner in touched.contains { owner == .stack($0.key) } }
    return try connection.snapshot {
      try live.all.filter { !$0.isTouched && !$0.hasEnded }.compactMap { session in
        do {
          return try session.reload.map { (session, try $0(connection)) }
        } catch let error as NavStore.Error where error.reason == .unrestorable {
          // The policy wants nothing of it. What is saved next goes on top of it.
          return nil
        }
      }
    }
  }

  private func use(_ file: StoreFile) {
    provisional = nil
    report.withLock { $0 = file.report }
    didMoveOver(to: file.connection)
    maintenance.forgetFile()
    nextNumber.forget()
    live.forgetDataVersion()
    live.forgetAccountNumbers()
    ProblemLog.note("The store's file can be opened now: the store has moved over to it.")
    file.report.noteProblems()
    if file.connection.hasWorkLeft { scheduleIdleCheck() }
  }
}
