import CSQLite
import Foundation

/// A `sqlite3_vfs` between SQLite and another VFS (the system's by default). Each call can be
/// counted, recorded, made to fail, or end the process.
///
/// ```swift
/// let vfs = FaultVFS()
/// configuration.vfs = vfs.name
/// vfs.fail(at: 17, as: .inputOutput)
/// ```
///
/// Each instance has its own name, so tests can run in parallel. WAL with its shared memory works
/// through it. It sees only SQLite's own calls. File operations that `NavStore` does itself bypass
/// it: it creates an empty file before SQLite opens it, checks for a WAL, and renames and deletes
/// damaged files.
///
/// NB: An instance stays in memory until the process ends. SQLite may call a VFS as long as a
/// connection exists, and doesn't report when the last one is closed. To use an instance again,
/// call ``reset()``.
///
/// Safe to use from any thread. Without a hook or recording, a call costs one additional lock.
package final class FaultVFS: @unchecked Sendable {
  /// Returns the verdict on a call. Called without a lock on the thread that makes the call, so it
  /// may use the database through another connection. Those calls invoke the hook, too.
  package typealias Hook = @Sendable (Operation) -> Verdict

  /// The name that the VFS is registered under, for `NavStore.Configuration.vfs`.
  package let name: String

  let base: UnsafeMutablePointer<sqlite3_vfs>
  private let lock = NSLock()

  // Guarded by the lock.
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

  /// Sends every call to `hook` from now on. If it is `nil`, all calls pass.
  package func setHook(_ hook: Hook?) {
    lock.withLock { self.hook = hook }
  }

  /// The number of calls since the instance was made or reset, which is the ordinal of the last
  /// one.
  package var operationCount: Int {
    lock.withLock { ordinal }
  }

  /// Removes the hook and the recording, and starts counting at 1 again.
  package func reset() {
    lock.withLock {
      hook = nil
      ordinal = 0
      events = nil
    }
  }

  // MARK: Recording

  /// Starts an empty recording.
  package func startRecording() {
    lock.withLock { events = [] }
  }

  /// Adds a mark to the recording, for example when a save begins or returns.
  package func mark(_ number: Int) {
    record(.mark(number))
  }

  /// Adds an operation on files that SQLite didn't make.
  package func note(_ event: Event) {
    record(event)
  }

  /// The number of events recorded so far.
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

  /// Counts the call and calls the hook. Doesn't return if the verdict is to kill.
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

  /// Sends SIGKILL, so that no handlers and no `atexit` functions run, and buffers are not written.
  static func killProcess() -> Never {
    raise(SIGKILL)
    // Never reached.
    while true { pause() }
  }
}
