import NavStorePlatform

#if os(iOS) || os(visionOS)
  import UIKit
#endif

/// The state of files that the system keeps locked until the device is first unlocked after a
/// restart. Tests set their own.
package struct ProtectedData: Sendable {
  package typealias Job = @Sendable () -> Void

  /// Returns `false` if files are known to be locked. It returns `true` on Apple's systems, where
  /// only opening a file tells, because UIKit only reports whether the device is locked now.
  package var isAvailable: @Sendable () -> Bool

  /// Calls the job each time that files may have become available, on any thread.
  package var whenAvailable: @Sendable (@escaping Job) -> Void

  /// Whether the system locks files at all. Opening, reading or creating a locked file fails.
  package var locksFiles: Bool

  package init(
    isAvailable: @escaping @Sendable () -> Bool,
    whenAvailable: @escaping @Sendable (@escaping Job) -> Void, locksFiles: Bool
  ) {
    self.isAvailable = isAvailable
    self.whenAvailable = whenAvailable
    self.locksFiles = locksFiles
  }

  /// The state on this system. A Mac's disk is unlocked before apps run, and an Apple TV has no
  /// passcode.
  package static let system = ProtectedData(
    isAvailable: { true },
    whenAvailable: { job in
      #if os(iOS) || os(visionOS)
        // The observer is never removed. The job holds no strong references.
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

  /// Whether a file that could not be opened because of `error` may be opened later without a
  /// change.
  func mayPass(_ error: NavStore.Error) -> Bool {
    switch error.reason {
    case .busy, .diskFull, .inputOutput: true
    case .unreadable, .readOnly: locksFiles
    default: false
    }
  }
}
