import NavStore

/// The functions of a navigation controller that a ``StackLink`` uses. Tests replace them.
@MainActor
protocol ScreenContainer: AnyObject {
  associatedtype Screen: AnyObject

  /// The screens, bottom first, including the root screen.
  var screens: [Screen] { get }

  /// Replaces the screens of the container with `screens`.
  func show(_ screens: [Screen], animated: Bool)

  /// The transition that runs in the container or around it, including presentations; `nil` if none
  /// runs.
  var transition: AnyObject? { get }

  /// Calls `body` once when `transition` has ended.
  ///
  /// - Returns: `true` if `body` will be called; `false` if the transition had ended before this
  ///   call.
  func whenTransitionEnds(_ body: @escaping @MainActor () -> Void) -> Bool
}

/// Keeps a stack of screens and a router in sync.
///
/// A stack must not be changed during a transition, because its bars would no longer match its
/// screens. When the transition has ended, the stack shows the router's current path.
@MainActor
final class StackLink<Element: NavElement, Stack: ScreenContainer> {
  private weak var stack: Stack?

  private let router: NavRouter<Element>
  private let root: [Stack.Screen]
  private let makeScreen: (Element) -> Stack.Screen
  private var shown: [(route: Element, screen: Stack.Screen)] = []

  /// Whether to animate the router's pending change; `nil` if the stack shows the router's path.
  private var pendingAnimation: Bool?

  /// Whether the stack has shown the router's path.
  private var isFollowing = false

  /// The transition whose end is awaited.
  private var awaited: AnyObject?

  /// The last transition that has ended, because the system may return it as the current one for a
  /// short time after its end.
  private weak var ended: AnyObject?

  init(
    _ stack: Stack, router: NavRouter<Element>, makeScreen: @escaping (Element) -> Stack.Screen
  ) {
    self.stack = stack
    self.router = router
    self.makeScreen = makeScreen
    root = stack.screens
    NavMainLoop.observe(self) { $0.follow() }
  }

  /// Updates the router with the screens on the stack, after a transition of the stack has ended.
  func didShow() {
    guard pendingAnimation == nil else {
      // The router changed during the transition, and the end of the transition applies that
      // change. Apply the change here too, because the transition may not report its end.
      return MainLoop.schedule { [weak self] in self?.applyPending() }
    }
    guard let stack else { return }
    var routes: [Element] = []
    for screen in stack.screens.dropFirst(root.count) {
      guard let known = shown.first(where: { $0.screen === screen }) else { break }
      routes.append(known.route)
    }
    shown.removeAll { entry in !stack.screens.contains { $0 === entry.screen } }
    router.path = routes
  }

  private func follow() {
    // The code that makes the screens may read observable values too. A change of such a value is no
    // change of the router, and must not interrupt a transition.
    if router.path != shown.map(\.route) {
      pendingAnimation = isFollowing && router.isAnimated
      applyPending()
    }
    isFollowing = true
  }

  private func applyPending() {
    guard let stack, let isAnimated = pendingAnimation else { return }
    if let transition = stack.transition, transition !== ended {
      return wait(for: transition, of: stack)
    }
    (pendingAnimation, awaited) = (nil, nil)
    let path = router.path
    guard path != shown.map(\.route) else { return }
    let kept = zip(path, shown).prefix { $0 == $1.route }.count
    shown.removeSubrange(kept...)
    shown += path[kept...].map { ($0, makeScreen($0)) }
    stack.show(root + shown.map(\.screen), animated: isAnimated)
  }

  private func wait(for transition: AnyObject, of stack: Stack) {
    guard awaited !== transition else { return }
    awaited = transition
    let isRunning = stack.whenTransitionEnds { [weak self] in self?.endWait(for: transition) }
    if !isRunning { endWait(for: transition) }
  }

  private func endWait(for transition: AnyObject) {
    // If another transition has begun after this transition, only the end of the newer transition is
    // awaited.
    guard transition === awaited else { return }
    ended = transition
    // Apply the router's change in a later turn, because the controller is still finishing the
    // transition during this call.
    MainLoop.schedule { [weak self] in self?.applyPending() }
  }
}
