import Dispatch
import NavStorePlatform
import NavStoreSQLite

extension Writer {
  /// Notes the phase of a window, on the app's main thread.
  package func note(_ phase: NavStore.ScenePhase, of window: AnyObject) {
    if attempts.note(phase, of: window) {
      writeAttempts()
    } else {
      settleAttempts()
      watchLife()
    }
  }

  /// Writes attempts. They are in the file when this returns, or soon after if another process has a
  /// lock.
  func writeAttempts() {
    // If the attempt can't be written, for example on a full disk, the write is tried again later.
    // No error is thrown, because the app must start anyway. If another process has locked the
    // file, or the queue has long work, the write runs later on the queue, so that the caller
    // doesn't wait.
    if hasLongWork || (try? onQueue(settle)) == nil { settleAttempts() }
    watchLife()
  }

  /// Checks the running time repeatedly, until it has confirmed the restores of all shown scenes,
  /// or until windows are known and none is active.
  func watchLife() {
    guard attempts.beginInterval() else { return }
    life.onMainLoop { [weak self] in self?.attempts.turn() }
    life.after(attempts.interval) { [weak self] in
      guard let self else { return }
      if attempts.endInterval() { settleAttempts() }
      watchLife()
    }
  }

  /// Settles attempts on the store's write queue, again after a pause if another process has locked
  /// the file.
  private func settleAttempts() {
    queue.async { [self] in
      // If the store is suspended, don't write, because that would open its file.
      guard let connection = openConnection, !attempts.isSettled else { return }
      do {
        try settle(connection)
      } catch {
        guard NavStore.Error(error).isLock else { return }
        queue.asyncAfter(deadline: .now() + .milliseconds(50)) { [weak self] in
          self?.settleAttempts()
        }
      }
    }
  }

  /// On the store's write queue: settles attempts. A failed write is tried again later.
  func settleAttempts(on connection: Connection) { try? settle(connection) }

  /// On the store's write queue: writes attempts and confirmed restores that the file does not have
  /// yet. Schedules the imports of confirmed scenes for saving, and removes legacy values whose
  /// copies in the store are confirmed.
  private func settle(_ connection: Connection) throws {
    guard !attempts.isSettled else { return }
    let confirmed = try attempts.settle(on: connection)
    guard !confirmed.isEmpty else { return }
    keepAdopted(in: confirmed)
    imports.confirm { confirmed.contains(ByteKey($0.scene)) }
    DispatchQueue.global(qos: .utility).async { [weak self] in self?.discardConfirmed() }
  }

  /// Registers the store to be saved at a normal exit of the process.
  func watchExit() {
    if path != nil { watched.withLock { _ = $0.insert(self, for: ObjectIdentifier(self)) } }
  }

  /// Saves all changes and confirms the restores of the shown stacks. Waits for both at most
  /// `milliseconds`.
  func exit(within milliseconds: Int) {
    guard attempts.hasUnconfirmed || !pending.withLock({ $0.isSettled }) else { return }
    let isDone = DispatchSemaphore(value: 0)
    queue.async { [self] in
      if let connection = openConnection { try? commitInOrder(on: connection) }
      isDone.signal()
    }
    _ = isDone.wait(timeout: .now() + .milliseconds(milliseconds))
  }
}

/// The stores whose changes are saved, and whose restores are confirmed, at a normal exit of the
/// process, which is not a crash.
private let watched: Locked<WeakTable<ObjectIdentifier, Writer>> = {
  atexit {
    // The app's other threads continue to run, and one may block a store's write queue. The
    // process ends anyway, because it waits at most 250 ms for each store.
    for writer in watched.withLock({ $0.objects }) { writer.exit(within: 250) }
  }
  return Locked(WeakTable())
}()

extension Writer {
  /// Saves all changes of the store, and confirms the restores of all its shown stacks, before it
  /// returns. Call it when the system is about to end the process.
  package func endInOrder() {
    let isSuspended = queue.sync { openConnection == nil }
    guard !isSuspended || !pending.withLock({ $0.isEmpty }) else { return }
    try? sync { try commitInOrder(on: $0) }
    discardConfirmed()
  }

  /// On the store's write queue: saves all changes, and confirms the restores of all shown scenes,
  /// because the app has not crashed. The caller then removes legacy values:
  /// ``discardConfirmed()``.
  func commitInOrder(on connection: Connection) throws {
    let commit = Result { try commitPending(on: connection, endingTurns: true) }
    keepAdopted(in: (try? attempts.settle(on: connection, isExit: true)) ?? [])
    try commit.get()
    try commitPending(on: connection, endingTurns: true)
    imports.confirm { _ in true }
  }
}
