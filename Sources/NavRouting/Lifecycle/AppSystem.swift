import NavStore

/// An event of the app that the system announces.
enum AppEvent: Sendable {
  case became(NavStore.ScenePhase)

  /// The process is about to end. If the user quits with ⌘Q, the system announces no phase before
  /// this event.
  case willTerminate
}

/// The system functions that ``AppLifecycle`` uses. Tests replace them.
protocol AppSystem: Sendable {
  /// Whether the system suspends apps in the background.
  var suspendsApps: Bool { get }

  /// Whether the system restores the app's windows at the launch after a normal exit.
  @MainActor var keepsWindows: Bool { get }

  /// Calls `hear` synchronously for each event that the system announces after this call. Some
  /// systems announce no events.
  @MainActor func listen(_ hear: @escaping @MainActor @Sendable (AppEvent) -> Void)

  /// Requests time to run while the app is in the background.
  ///
  /// - Parameter answer: Called on a thread of the system. With `false`, the granted time lasts
  ///   until this call of `answer` returns. With `true`, the request was refused or the time has
  ///   expired.
  func askForTime(_ answer: @escaping @Sendable (_ isExpired: Bool) -> Void)

  /// Waits as long as a new window may take to appear in front.
  func pause() async
}
