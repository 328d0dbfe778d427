import NavStore

/// What shows that an app has put its windows together so that they cannot work, each said once in the
/// log.
@MainActor
struct WindowFaults {
  static var shared = WindowFaults()

  private var shown: [ShownStack: Int] = [:]
  private var isMainUsed = false
  private var hasOwnWindow = false
  private var noted: Set<String> = []

  init() {}

  /// A view that shows a stack has come on screen. Who looks a moment later, when another one that
  /// shows it had time to go, calls ``check(at:)``.
  mutating func appeared(_ stack: ShownStack) {
    shown[stack, default: 0] += 1
  }

  mutating func disappeared(_ stack: ShownStack) {
    guard let count = shown[stack] else { return }
    shown[stack] = count > 1 ? count - 1 : nil
  }

  mutating func check(at stack: ShownStack) {
    guard shown[stack, default: 0] > 1 else { return }
    note(
      """
      Two views show the same stack of the same window: what is pushed in one appears in the other. \
      Give each window a NavWindowView, and each stack of a window a name.
      """)
  }

  /// A view with no window around it went by ``NavWindow/main``.
  mutating func usedMain() {
    isMainUsed = true
    noteWindowBesideMain()
  }

  /// A ``NavStackView`` with no window around it made one.
  mutating func madeWindow() {
    hasOwnWindow = true
    noteWindowBesideMain()
  }

  private mutating func noteWindowBesideMain() {
    guard isMainUsed, hasOwnWindow else { return }
    note(
      """
      A view outside a NavStackView goes by NavWindow.main, while the NavStackView made a window of its \
      own: they are not the same stacks. Put a NavWindowView around both.
      """)
  }

  /// A ``NavMirror`` was gone at the end of the turn that made it.
  mutating func lostMirror() {
    note(
      """
      A NavMirror was let go in the turn in which it was made, and records nothing: keep it for as long \
      as its path is shown.
      """)
  }

  mutating func note(_ fault: String) {
    guard noted.insert(fault).inserted else { return }
    ProblemLog.note(fault, isFault: true)
  }
}

/// A stack of a window, as it is shown.
struct ShownStack: Hashable, Sendable {
  let window: ObjectIdentifier
  let stack: String

  @MainActor init(_ window: NavWindow, stack: String) {
    self.init(window.shared, stack: stack)
  }

  @MainActor init(_ context: WindowContext, stack: String) {
    window = ObjectIdentifier(context)
    self.stack = stack
  }
}
