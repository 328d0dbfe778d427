import NavStore

/// What shows that an app has put its windows together so that they cannot work, each said once in the
/// log.
@MainActor
struct WindowFaults {
  static var shared = WindowFaults()

  private var shown: [ShownStack: Int] = [:]
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

  /// A view asked for its window or router without having one around it.
  mutating func lackedWindow() {
    note(
      """
      A view uses NavStore outside of a NavStackView, NavTabView, NavWindowView or navPersisted(_:): what \
      it changes is in memory only, and shown nowhere. Put one of them around it.
      """)
  }

  /// The name of an object of a window was used for an object of another type.
  mutating func usedAs(_ type: Any.Type, name: String, of known: AnyObject) {
    note(
      """
      \(Swift.type(of: known)) "\(name)" of a window is also used as \(type), which works in memory. Give \
      one of them another name.
      """)
  }

  /// A stack that is in use was asked for with another policy.
  mutating func usedWithAnotherPolicy(_ stack: String) {
    note(
      """
      The stack "\(stack)" of a window is asked for with two policies (its age, undecodable elements, \
      legacy state), or with one after it was restored: the first counts. Give the same one everywhere.
      """)
  }

  /// A path of the app's has an element that is not of the types that were named.
  mutating func leftOut(from path: Any.Type) {
    note(
      """
      A NavigationPath has an element that navPersisted(_:of:) can't store: \(path) doesn't name its type. The \
      element, and what is above it, is not saved. Add its type to the list.
      """)
  }

  /// A path was emptied right after a window of another account appeared.
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
