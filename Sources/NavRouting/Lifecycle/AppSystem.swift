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

  /// Calls `hear` for each event from now on, before the system goes on; false if it announces none.
  @MainActor func listen(_ hear: @escaping @MainActor @Sendable (AppEvent) -> Void) -> Bool

  /// Asks for time in the background. `answer` is called on a thread of the system's own: with false
  /// if there is time, as long as the call lasts; with true if there is none, or no more of it.
  func askForTime(_ answer: @escaping @Sendable (_ isExpired: Bool) -> Void)

  /// Waits as long as a window may take to come to the front.
  func pause() async
}

/// Time in the background that was asked for: what an answer of the system asks for.
///
/// The answer to a request that is refused is the same as the one that time is over: work that has
/// not begun is done all the same, as fast as can be. Not to do it would be worse: a process that is
/// suspended with a lock on a file that others use is ended.
struct BackgroundTime: Sendable {
  enum Step: Sendable {
    /// Begins the work, and does not return before it is done.
    case workAndWait

    /// Begins the work.
    case work

    /// Lets whoever waits return.
    case stopWaiting
    case nothing
  }

  private enum State: Sendable { case asked, working, over }

  private var state = State.asked

  mutating func answer(isExpired: Bool) -> Step {
    switch (state, isExpired) {
    case (.asked, false):
      state = .working
      return .workAndWait
    case (.asked, true):
      state = .over
      return .work
    case (.working, true):
      state = .over
      return .stopWaiting
    case (.working, false), (.over, _): return .nothing
    }
  }
}
