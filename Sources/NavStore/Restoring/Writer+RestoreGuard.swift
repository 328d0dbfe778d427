import Dispatch
import NavStorePlatform
import NavStoreSQLite

extension Writer {
  /// Notes that a stack is shown: its attempt is in the file when this returns, if it can be without
  /// waiting for a lock, else soon after.
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
    // What cannot be counted (a full disk) is tried again; the app shall start all the same.
    writeOrQueue { [self] connection in
      // Throws if another process has the file locked: nobody waits for that.
      try connection.transaction {}
      settleAttempts(on: connection)
    }
    watchLife()
  }

  /// Looks again and again, until the app has lived long enough with all that it shows.
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

  /// On the queue: writes what the file does not have yet, and removes what users had saved before
  /// if the store's own copy has proved itself.
  func settleAttempts(on connection: Connection) {
    guard !attempts.isSettled else { return }
    let confirmed = attempts.settle(on: connection)
    keepAdopted(confirmed)
    let values = confirmed.flatMap { oldValues.take($0) }
    if !values.isEmpty {
      DispatchQueue.global(qos: .utility).async { values.forEach { $0.discard() } }
    }
    // Somebody may have gone on from the root screen at which the scene stepped aside.
    watchLife()
  }

  /// Takes part in the end of the process, if that comes by `exit`.
  func watchExit() {
    if path != nil { ExitWatch.add(self) }
  }

  /// Saves what there is to save, and confirms what was shown, if that can be done within `milliseconds`.
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

/// Hears of the process's end by `exit`, which is no crash.
private enum ExitWatch {
  private struct Weak: @unchecked Sendable {
    weak var writer: Writer?
  }

  private static let writers = Locked<[Weak]>([])

  private static let begin: Void = {
    atexit {
      // The app's other threads go on meanwhile, and one may hold up the queue: that must not keep
      // the process from ending.
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
  /// Writes what there is to write and confirms what was shown, before it returns: the system says
  /// that the process ends now. Of the whole store.
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
