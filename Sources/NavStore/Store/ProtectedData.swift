import NavStorePlatform

#if os(iOS) || os(visionOS)
  import UIKit
#endif

/// Files that the system keeps locked until the device was first unlocked after a restart. Tests
/// bring their own.
package struct ProtectedData: Sendable {
  package typealias Job = @Sendable () -> Void

  /// False if files are known to be locked. True if only opening one tells: on Apple's systems
  /// there is nothing to ask, for what UIKit says is whether the device is locked just now.
  package var isAvailable: @Sendable () -> Bool

  /// Calls the job each time that files may have become available, on any thread.
  package var whenAvailable: @Sendable (@escaping Job) -> Void

  /// Whether the system locks files at all. A locked one is reported as one that cannot be opened,
  /// read or made.
  package var locksFiles: Bool

  package init(
    isAvailable: @escaping @Sendable () -> Bool,
    whenAvailable: @escaping @Sendable (@escaping Job) -> Void, locksFiles: Bool
  ) {
    self.isAvailable = isAvailable
    self.whenAvailable = whenAvailable
    self.locksFiles = locksFiles
  }

  /// That of this system. A Mac's disk is unlocked before apps run, and an Apple TV has no passcode.
  package static let system = ProtectedData(
    isAvailable: { true },
    whenAvailable: { job in
      #if os(iOS) || os(visionOS)
        // For as long as the process lives; what it calls holds nothing.
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

  /// Whether a file that could not be opened because of `error` may be later, as it is.
  func mayPass(_ error: NavStore.Error) -> Bool {
    switch error.reason {
    case .busy, .diskFull, .inputOutput: true
    case .unreadable, .readOnly: locksFiles
    default: false
    }
  }
}
