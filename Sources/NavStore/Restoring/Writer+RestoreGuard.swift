import Dispatch
import NavStorePlatform
import NavStoreSQLite

extension Writer {
  /// Notes that a stack is shown. Its attempt is in the file when this returns, or soon after if
  /// another process has a lock.
  func show(_ showing: RestoreAttempts.Showing) {
    guard attempts.show(showing) else { return }
    writeAttempts()
  }

  /// Notes the phase of a window, on the app's main thread.
  func note(_ phase: NavStore.ScenePhase, of window: AnyObject) {
    if attempts.note(phase, of: window, at: life.uptime()) {
      writeAttempts()
    } else {
      settleAttempts()
      watchLife()
    }
  }

  private func writeAttempts() {
    // An attempt that can't be written (a full disk) is tried again, because the app must start
    // anyway.
    writeOrQueue { [self] connection in
      // Throws if another process has locked the file, so that nothing waits for the lock.
      try connection.transaction {}
      settleAttempts(on: connection)
    }
    watchLife()
  }

  /// Checks repeatedly until the app has run long enough with all shown stacks.
  func watchLife() {
    guard attempts.beginWatch(at: life.uptime()) else { return }
    measureLater()
  }

  private func measureLater() {
    life.onMainLoop { [weak self] in self?.attempts.turn() }
    life.after(attempts.interval) { [weak self] in
      guard let self else { return }
      let (isDue, goesOn) = attempts.measure(at: life.uptime())
      if isDue { settleAttempts() }
      if goesOn { measureLater() }
    }
  }

  private func settleAttempts() {
    queue.async { [self] in
      guard let connection = openConnection else { return }
      settleAttempts(on: connection)
    }
  }

  /// On the queue: writes attempts and confirmations that the file does not have yet, and discards
  /// imported legacy state once the store's own copy is confirmed.
  func settleAttempts(on connection: Connection) {
    guard !attempts.isSettled else { return }
    let confirmed = attempts.settle(on: connection)
    keepAdopted(confirmed)
    let values = confirmed.flatMap { oldValues.take($0) }
    if !values.isEmpty {
      DispatchQueue.global(qos: .utility).async { values.forEach { $0.discard() } }
    }
    // The user may have navigated from the root screen of a skipped scene.
    watchLife()
  }

  /// Saves the store at a normal exit of the process.
  func watchExit() {
    if path != nil { ExitWatch.add(self) }
  }

  /// Saves all changes and confirms the shown stacks, if that takes at most `milliseconds`.
  fileprivate func exit(within milliseconds: Int) {
    guard attempts.exit() || !pending.withLock(\.isSettled) else { return }
    let isDone = DispatchSemaphore(value: 0)
    queue.async { [self] in
      if let connection = openConnection {
        try? commitPending(on: connection, endingTurns: true)
        keepAdopted(attempts.settle(on: connection))
        try? commitPending(on: connection, endingTurns: true)
      }
      isDone.signal()
    }
    _ = isDone.wait(timeout: .now() + .milliseconds(milliseconds))
  }
}

/// Calls the stores at a normal exit of the process, which is not a crash.
private enum ExitWatch {
  private struct Weak: @unchecked Sendable {
    weak var writer: Writer?
  }

  private static let writers = Locked<[Weak]>([])

  private static let begin: Void = {
    atexit {
      // The app's other threads continue to run, and one may block the queue. The limit makes sure
      // that the process ends anyway.
      for entry in writers.withLock({ $0 }) { entry.writer?.exit(within: 250) }
    }
  }()

  static func add(_ writer: Writer) {
    begin
    writers.withLock { writers in
      writers.removeAll { $0.writer == nil }
      guard !writers.contains(where: { $0.writer === writer }) else { return }
      writers.append(Weak(writer: writer))
    }
  }
}

extension NavStore.Session {
  /// Saves all changes and confirms the shown stacks of the whole store before it returns, because
  /// the system is about to end the process.
  package func endInOrder() {
    let writer = writer
    let isSuspended = writer.queue.sync { writer.openConnection == nil }
    guard !isSuspended || !writer.pending.withLock(\.isEmpty) else { return }
    let values = try? writer.sync { connection in
      try writer.commitPending(on: connection, endingTurns: true)
      writer.keepAdopted(try writer.attempts.confirmAll(on: connection))
      try writer.commitPending(on: connection, endingTurns: true)
      return writer.oldValues.take()
    }
    values?.forEach { $0.discard() }
  }
}
