import NavStore

/// What the system says of the app.
enum AppEvent: Sendable, Hashable {
  case became(NavStore.ScenePhase)

  /// Another app is in front; the windows stay where they are (the Mac).
  case lostFocus

  /// The process ends after this. ⌘Q gives no phase before it.
  case willTerminate
}

/// What the life cycle needs of the system, so that tests can stand in for it.
protocol AppSystem: Sendable {
  /// Whether it suspends apps that are in the background.
  var suspendsApps: Bool { get }

  /// Whether the user wants an app's windows back after a normal exit.
  @MainActor var keepsWindows: Bool { get }

  /// Calls `hear` for each event from now on, before the system goes on; false if it announces none.
  @MainActor func listen(_ hear: @escaping @MainActor @Sendable (AppEvent) -> Void) -> Bool

  /// Asks for time in the background. `answer` is called on a thread of the system's own: with false
  /// if there is time, as long as the call lasts; with true if there is none, or no more of it.
  func askForTime(_ answer: @escaping @Sendable (_ isExpired: Bool) -> Void)

  /// Waits as long as a window may take to come to the front.
  func pause() async
}
