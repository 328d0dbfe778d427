import NavStorePlatform

#if os(iOS) || os(visionOS)
  import UIKit
#endif

/// The state of files that the system keeps locked until the device is first unlocked after a
/// restart. Tests use a state of their own.
package struct ProtectedData: Sendable {
  package typealias Job = @Sendable () -> Void

  /// Returns `false` if files are known to be locked. It always returns `true` on Apple's systems,
  /// where only the attempt to open a file shows whether it is locked. UIKit only reports whether
  /// the device is locked at present.
  package var isAvailable: @Sendable () -> Bool

  /// Calls the job each time that files may have become available, on any thread.
  package var whenAvailable: @Sendable (@escaping Job) -> Void

  /// Whether the system locks files at all. Opening, reading or creating a locked file fails.
  package var locksFiles: Bool

  /// The state on this system. Macs and Apple TVs lock no files: a Mac's disk is unlocked before
  /// apps run, and an Apple TV has no passcode.
  package static let system = ProtectedData(
    isAvailable: { true },
    whenAvailable: { job in
      #if os(iOS) || os(visionOS)
        // The observer is never removed. The job holds no strong references, so no store is kept
        // alive.
        _ = NotificationCenter.default.addObserver(
          forName: UIApplication.protectedDataDidBecomeAvailableNotification, object: nil,
          queue: nil
        ) { _ in job() }
      #endif
    },
    locksFiles: locks)

  private static var locks: Bool {
    #if os(iOS) || os(watchOS) || os(visionOS)
      true
    #else
      false
    #endif
  }

  /// Whether a later attempt may open a file that could not be opened because of `error`, although
  /// the app changes nothing.
  func mayPass(_ error: NavStore.Error) -> Bool {
    switch error.reason {
    case .busy, .diskFull, .inputOutput: true
    case .unreadable, .readOnly: locksFiles
    default: false
    }
  }
}
