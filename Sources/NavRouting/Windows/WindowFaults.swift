import NavStore

/// Logs mistakes in the app's setup of its windows. Each mistake is logged once.
@MainActor
struct WindowFaults {
  static var shared = WindowFaults()

  private var noted: Set<String> = []

  /// Logs that several views show a stack. The caller calls this method a second after a view of
  /// the stack has appeared, because a former view of the stack needs time to disappear.
  mutating func check(_ router: NavRouter<some NavElement>) {
    guard router.views > 1 else { return }
    note(
      """
      Two views show the same stack of the same window: what is pushed in one appears in the other. \
      Give each window a NavWindowView, and each stack of a window a name.
      """)
  }

  /// Logs that a view uses its window or router, although no window contains the view.
  mutating func lackedWindow() {
    note(
      """
      A view uses NavStore outside of a NavStackView, NavTabView, NavWindowView or navPersisted(_:): what \
      it changes is in memory only, and shown nowhere. Put one of them around it.
      """)
  }

  mutating func note(_ fault: String) {
    guard noted.insert(fault).inserted else { return }
    ProblemLog.note(fault, isFault: true)
  }
}
