import CSQLite
import Foundation

/// A `sqlite3_vfs` between SQLite and another VFS (the system's by default). It counts SQLite's
/// calls, and can record them, make them fail, or end the process at one of them.
///
/// ```swift
/// let vfs = FaultVFS()
/// configuration.vfs = vfs.name
/// vfs.fail(at: 17, as: .inputOutput)
/// ```
///
/// Each instance has its own name, so tests can run in parallel. WAL mode with its shared memory
/// works in an instance. File operations that `NavStore` does without SQLite bypass the instance.
/// `NavStore` creates an empty file before SQLite opens it, checks for a WAL, and renames and
/// deletes damaged files.
///
/// NB: An instance stays in memory until the process ends. SQLite may call a VFS as long as a
/// connection uses it, and doesn't report when the last connection is closed. To use an instance in
/// another test, call ``reset()``.
///
/// An instance is safe to use from any thread. Without a hook or recording, it adds one lock to
/// each call of SQLite.
package final class FaultVFS: @unchecked Sendable {
  /// Returns the verdict on a call of SQLite. The hook runs on the thread of that call, and the
  /// instance's lock is free. The hook may therefore use the database through another connection,
  /// whose calls invoke the hook, too.
  package typealias Hook = @Sendable (Operation) -> Verdict

  /// The name under which the VFS is registered with SQLite, for `NavStore.Configuration.vfs`.
  package let name: String

  let base: UnsafeMutablePointer<sqlite3_vfs>
  private let lock = NSLock()

  // All guarded by `lock`.
  private var hook: Hook?
  private var ordinal = 0
  private var events: [Event]?

  /// Registers an instance over the VFS named `base`, or over the system's default if `base` is
  /// `nil`.
  package init(over base: String? = nil) {
    guard let found = sqlite3_vfs_find(base) else {
      preconditionFailure("There is no VFS named \(base ?? "default").")
    }
    self.base = found
    name = "fault-\(UUID().uuidString)"
    register()
  }

  /// Makes `hook` decide every following call of SQLite. If `hook` is `nil`, all calls pass.
  package func setHook(_ hook: Hook?) {
    lock.withLock { self.hook = hook }
  }

  /// The number of SQLite's calls since the instance was made or reset, which is the ordinal of the
  /// last call.
  package var operationCount: Int {
    lock.withLock { ordinal }
  }

  /// Removes the hook and the recording, and gives the next call of SQLite the ordinal 1.
  package func reset() {
    lock.withLock {
      hook = nil
      ordinal = 0
      events = nil
    }
  }

  // MARK: Recording

  /// Starts a recording of the operations on files. Discards an earlier recording.
  package func startRecording() {
    lock.withLock { events = [] }
  }

  /// Adds a mark to the recording, for example when a save begins or returns.
  package func mark(_ number: Int) {
    record(.mark(number))
  }

  /// Adds to the recording an operation on files that the test or the store makes without SQLite.
  package func note(_ event: Event) {
    record(event)
  }

  /// The number of events in the current recording; 0 if nothing is being recorded.
  package var eventCount: Int {
    lock.withLock { events?.count ?? 0 }
  }

  /// Ends the recording and returns its events.
  package func takeRecording() -> [Event] {
    lock.withLock {
      defer { events = nil }
      return events ?? []
    }
  }

  func record(_ event: @autoclosure () -> Event) {
    lock.withLock {
      guard events != nil else { return }
      events?.append(event())
    }
  }

  // MARK: Calls

  /// Counts a call of SQLite and returns the hook's verdict on it. If the verdict is `kill`, ends
  /// the process instead of returning.
  func judge(
    _ kind: Operation.Kind, _ role: FileRole, offset: Int64 = 0, count: Int = 0, detail: Int32 = 0
  ) -> Verdict {
    lock.lock()
    ordinal += 1
    let number = ordinal
    let hook = hook
    lock.unlock()
    guard let hook else { return .pass }
    let verdict = hook(
      Operation(
        ordinal: number, kind: kind, role: role, offset: offset, count: count, detail: detail))
    if case .kill = verdict { Self.killProcess() }
    return verdict
  }

  /// Ends this process with SIGKILL, which runs no handlers and no `atexit` functions, and writes
  /// no buffers.
  static func killProcess() -> Never {
    raise(SIGKILL)
    // SIGKILL has ended the process before this line.
    while true { pause() }
  }
}
