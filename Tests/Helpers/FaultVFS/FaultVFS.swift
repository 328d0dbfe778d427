import CSQLite
import Foundation

/// A `sqlite3_vfs` between SQLite and another one (the system's unless told otherwise), where each
/// call can be counted, recorded, made to fail, or be the last thing that the process does.
///
/// ```swift
/// let vfs = FaultVFS()
/// configuration.vfs = vfs.name
/// vfs.fail(at: 17, with: SQLITE_IOERR_WRITE)
/// ```
///
/// Each has a name of its own, so tests run side by side; WAL with its shared memory works through
/// it. It sees what SQLite does. What `NavStore` does to files by itself goes past it: making an
/// empty file before SQLite opens it, asking whether there is a log, renaming and deleting damaged
/// files.
///
/// NB: an instance stays in memory until the process ends. SQLite may call a VFS as long as there
/// is a connection, and nobody says when the last one has gone. Use one many times: ``reset()``.
///
/// Safe to use from any thread. With no hook and no recording a call costs one lock more.
package final class FaultVFS: @unchecked Sendable {
  /// Says what is to become of a call. Called on the thread that makes it, with no lock held, so it
  /// may use the database through another connection; those calls come here too.
  package typealias Hook = @Sendable (Operation) -> Verdict

  /// The name that it is registered under: `NavStore.Configuration.vfs`.
  package let name: String

  let base: UnsafeMutablePointer<sqlite3_vfs>
  private let lock = NSLock()

  // Behind the lock.
  private var hook: Hook?
  private var ordinal = 0
  private var events: [Event]?

  /// Registers one over the VFS named `base`; nil: the system's default.
  package init(over base: String? = nil) {
    guard let found = sqlite3_vfs_find(base) else {
      preconditionFailure("There is no VFS named \(base ?? "default").")
    }
    self.base = found
    name = "fault-\(UUID().uuidString)"
    register()
  }

  /// Sees every call from now on; nil: all of them pass.
  package func setHook(_ hook: Hook?) {
    lock.withLock { self.hook = hook }
  }

  /// How many calls were made since it was made or reset: the ordinal of the last one.
  package var operationCount: Int {
    lock.withLock { ordinal }
  }

  /// As new: the next call is the first, no hook, no recording.
  package func reset() {
    lock.withLock {
      hook = nil
      ordinal = 0
      events = nil
    }
  }

  // MARK: Recording

  /// Starts a recording with nothing in it.
  package func startRecording() {
    lock.withLock { events = [] }
  }

  /// Puts a mark between what was recorded so far and what comes: a save was begun, or has returned.
  package func mark(_ number: Int) {
    record(.mark(number))
  }

  /// Puts into the recording what was done to files beside SQLite.
  package func note(_ event: Event) {
    record(event)
  }

  /// How many events have been recorded so far.
  package var eventCount: Int {
    lock.withLock { events?.count ?? 0 }
  }

  /// Ends the recording and gives what is in it.
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

  /// Counts the call and asks the hook. Does not return where the verdict is to kill.
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

  /// SIGKILL: no handler, no buffers, no `atexit`.
  static func killProcess() -> Never {
    raise(SIGKILL)
    // Never gets here.
    while true { pause() }
  }
}
