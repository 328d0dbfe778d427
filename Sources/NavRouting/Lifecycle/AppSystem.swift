import NavStore

/// An event of the app that the system announces.
enum AppEvent: Sendable, Hashable {
  case became(NavStore.ScenePhase)

  /// Another app is in front (the Mac). The windows may still be visible.
  case lostFocus

  /// The process is about to end. ⌘Q announces no phase before this event.
  case willTerminate
}

/// The system functions that ``AppLifecycle`` uses. Tests replace them.
protocol AppSystem: Sendable {
  /// Whether the system suspends apps in the background.
  var suspendsApps: Bool { get }

  /// Whether the system restores an app's windows after a normal exit.
  @MainActor var keepsWindows: Bool { get }

  /// Calls `hear` synchronously for each event from now on.
  ///
  /// - Returns: `true` if the system announces events; otherwise, `false`.
  @MainActor func listen(_ hear: @escaping @MainActor @Sendable (AppEvent) -> Void) -> Bool

  /// Requests time in the background.
  ///
  /// - Parameter answer: Called on a thread of the system. With `false`, the time lasts until the
  ///   call returns. With `true`, the request was refused or the time has expired.
  func askForTime(_ answer: @escaping @Sendable (_ isExpired: Bool) -> Void)

  /// Waits for the time that a window may take to appear in front.
  func pause() async
}
