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

  /// Logs that the name of an object of a window was used for an object of another type.
  mutating func usedAs(_ type: Any.Type, name: String, of known: AnyObject) {
    note(
      """
      \(Swift.type(of: known)) "\(name)" of a window is also used as \(type), which works in memory. Give \
      one of them another name.
      """)
  }

  /// Logs that a stack was requested with two different policies, or with a policy after the stack
  /// was restored.
  mutating func usedWithAnotherPolicy(_ stack: String) {
    note(
      """
      The stack "\(stack)" of a window is asked for with two policies (its age, undecodable elements, \
      legacy state), or with one after it was restored: the first counts. Give the same one everywhere.
      """)
  }

  /// Logs that a `NavigationPath` of the app has an element of a type that the app didn't name.
  mutating func leftOut(from path: Any.Type) {
    note(
      """
      A NavigationPath has an element that navPersisted(_:of:) can't store: \(path) doesn't name its type. The \
      element, and what is above it, is not saved. Add its type to the list.
      """)
  }

  /// Logs that the app emptied a path within a second after the path's window replaced a window of
  /// another account.
  mutating func emptied(_ stack: String) {
    note(
      """
      The path of the stack "\(stack)" was emptied within a second after a window of another account appeared, \
      so that account starts at its root screen. Windows of two accounts have paths of their own: remove \
      the code that clears the path on signing in or out.
      """)
  }

  mutating func note(_ fault: String) {
    guard noted.insert(fault).inserted else { return }
    ProblemLog.note(fault, isFault: true)
  }
}
